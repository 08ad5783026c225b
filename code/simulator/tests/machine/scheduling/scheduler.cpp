// Blocks that wait for one another, and threads that wait for ever.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "simulator/tests/machine/kernels.hpp"

using namespace simulator;

TEST_CASE("a block that spins lets the one that it waits for run") {
  // Block 0 waits for the last block; every other one passes on.
  const std::string body = R"(
  ld.param.u64 %rd10, [k_in];
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra SIGNAL;
SPIN:
  ld.acquire.gpu.global.u32 %r10, [%rd10];
  setp.ne.u32 %p2, %r10, 5;
  @%p2 bra SPIN;
  bra.uni END;
SIGNAL:
  mov.u32 %r11, 1;
  setp.eq.u32 %p3, %r3, 0;
  mov.u32 %r10, 9;
  @%p3 red.release.gpu.global.add.u32 [%rd10], 1;
END:)";
  for (const char* schedule : {"forward", "reverse", "random:1", "starve"}) {
    Bench bench(kernel_text(body + store_r10));
    bench.schedule = Schedule::parse(schedule);
    const auto out = bench.upload(Words(6 * 32)), flag = bench.upload(Words(6 * 32));
    bench.run({6}, {32}, out, flag);
    CHECK(bench.download<std::uint64_t>(out, 1)[0] == 5);
    CHECK(bench.faults().empty());
  }
}

TEST_CASE("a lane that others of its warp wait for comes out of one branch after another") {
  // Lanes 0 to 11 spin within both branches; lane 12 releases them after both.
  const std::string body = R"(
  ld.param.u64 %rd10, [k_in];
  mov.u32 %r11, 0;
  setp.ge.u32 %p1, %r3, 13;
  @%p1 bra OUTER;
  setp.eq.u32 %p2, %r3, 12;
  @%p2 bra INNER;
SPIN:
  ld.acquire.gpu.global.u32 %r10, [%rd10];
  setp.ne.u32 %p3, %r10, 1;
  @%p3 bra SPIN;
INNER:
  add.u32 %r11, %r3, 100;
OUTER:
  setp.eq.u32 %p4, %r3, 12;
  @%p4 red.release.gpu.global.add.u32 [%rd10], 1;
  mov.u32 %r10, %r11;)";
  for (const char* schedule : {"forward", "reverse", "random:1", "starve"}) {
    Bench bench(kernel_text(body + store_r10));
    bench.schedule = Schedule::parse(schedule);
    const auto out = bench.upload(Words(32)), flag = bench.upload(Words(1));
    bench.run({1}, {32}, out, flag);
    CHECK(bench.download<std::uint64_t>(out, 13)[12] == 112);
    CHECK(bench.faults().empty());
  }
}

TEST_CASE("threads that wait for ever are found") {
  SUBCASE("at a barrier that the others are not at") {
    Bench bench(kernel_text(
        "setp.lt.u32 %p1, %r3, 32; @%p1 bra A; bar.sync 1; bra.uni B; A: bar.sync 2; B:"));
    const auto out = bench.upload(Words(64));
    CHECK(failure(bench, {1}, {64}, out) == LaunchFailure::Reason::deadlock);
    CHECK(contains(bench.faults(), fault::barrier));
    CHECK(bench.last_faults[0].message.find(
              "no thread of the block can go on: warp 0 waits at barrier 2 (bar.sync, PTX line ") ==
          12);
    CHECK(bench.last_faults[0].message.find("; warp 1 waits at barrier 1 (") != std::string::npos);
    CHECK(bench.last_faults[0].message.find("; barrier 1 lacks warp 0; barrier 2 lacks warp 1") !=
          std::string::npos);
  }
  SUBCASE("the same warps together") {
    Bench bench(kernel_text(R"(
      shr.u32 %r5, %r3, 5; setp.eq.u32 %p1, %r5, 3; @%p1 bra LAST;
      and.b32 %r6, %r3, 8; setp.eq.u32 %p2, %r6, 0; @%p2 bra HALF; bar.sync 0; bra.uni B;
    HALF: bar.sync 1; bra.uni B;
    LAST: bar.sync 2, 512;
    B:)"));
    CHECK(failure(bench, {1}, {192}, bench.upload(Words(192))) == LaunchFailure::Reason::deadlock);
    CHECK(contains(bench.faults(), fault::barrier));
    const std::string& text = bench.last_faults[0].message;
    CAPTURE(text);
    for (const char* part :
         {"lanes 8 to 15 and 24 to 31 of warps 0 to 2, 4 and 5 wait at barrier 0 (",
          "lanes 0 to 7 and 16 to 23 of warps 0 to 2, 4 and 5 wait at barrier 1 (",
          "; warp 3 waits at barrier 2 (",
          "; barrier 0 lacks lanes 0 to 7 and 16 to 23 of warps 0 to 2, 4 and 5, warp 3",
          "; barrier 2 has seen 32 of 512 threads"})
      CHECK(text.find(part) != std::string::npos);
  }
  SUBCASE("lanes that a mask names") {
    Bench bench(kernel_text(R"(
      setp.gt.u32 %p1, %r3, 2; @%p1 bra SPIN; bar.warp.sync 0xff; bra.uni B;
    SPIN: ld.volatile.global.u64 %rd5, [%rd0]; setp.eq.u64 %p2, %rd5, 0; @%p2 bra SPIN;
    B:)"));
    CHECK(failure(bench, {1}, {32}, bench.upload(Words(32))) == LaunchFailure::Reason::deadlock);
    CHECK(contains(bench.faults(), fault::deadlock));
    const std::string& text = bench.last_faults[0].message;
    CAPTURE(text);
    CHECK(text.find("lanes 0 to 2 of warp 0 wait for lanes 3 to 7 (bar.warp.sync") !=
          std::string::npos);
    CHECK(text.find("lanes 3 to 31 of warp 0 spin (") != std::string::npos);
  }
  SUBCASE("at a barrier that the other lanes of the warp go round") {
    Bench bench(kernel_text(
        "setp.lt.u32 %p1, %r3, 16; @!%p1 bra SKIP; bar.sync 0; SKIP: add.u32 %r10, %r3, 1;" +
        std::string(store_r10)));
    const auto out = bench.upload(Words(32));
    CHECK(failure(bench, {1}, {32}, out) == LaunchFailure::Reason::deadlock);
    CHECK(contains(bench.faults(), fault::barrier));
  }
  SUBCASE("spinning on a word that nobody writes") {
    Bench bench(kernel_text(
        "SPIN: ld.volatile.global.u32 %r10, [%rd1]; setp.eq.u32 %p1, %r10, 0; @%p1 bra SPIN;"));
    const auto out = bench.upload(Words(64));
    CHECK(failure(bench, {2}, {32}, out) == LaunchFailure::Reason::deadlock);
    CHECK(contains(bench.faults(), fault::deadlock));
    CHECK(bench.last_faults[0].message.find("spin") != std::string::npos);
  }
  SUBCASE("spinning at what they wait for, wherever a turn ends") {
    for (unsigned more = 0; more < 6; ++more) {
      std::string round;
      for (unsigned k = 0; k < more; ++k) round += "add.u32 %r11, %r3, 1;";
      Bench bench(
          kernel_text("SPIN: ld.shared.u32 %r12, [tile]; ld.volatile.global.u32 %r10, [%rd1];" +
                          round + "setp.eq.u32 %p1, %r10, 0; @%p1 bra SPIN;",
                      ".shared .b32 tile;"));
      const auto out = bench.upload(Words(64));
      CHECK(failure(bench, {1}, {64}, out) == LaunchFailure::Reason::deadlock);
      CHECK(contains(bench.faults(), fault::deadlock));
      const auto found =
          std::find_if(bench.last_faults.begin(), bench.last_faults.end(),
                       [](const Fault& each) { return each.kind == fault::deadlock; });
      REQUIRE(found != bench.last_faults.end());
      CAPTURE(found->message);
      CHECK(found->message.find("warps 0 and 1 spin (ld.volatile.global.u32, ") !=
            std::string::npos);
    }
  }
  SUBCASE("spinning lanes beside others that have ended") {
    // Of a lane that is no more, a sum would grow for ever that for the others stays as it is.
    Bench bench(
        kernel_text("mov.u32 %r3, %tid.x; setp.ge.u32 %p0, %r3, 20; @%p0 ret;"
                    "LOOP: ld.volatile.global.u32 %r1, [%rd0]; sub.u32 %r4, %r1, 7;"
                    "add.u32 %r2, %r2, %r4; setp.eq.u32 %p1, %r1, 7; @%p1 bra LOOP;"));
    const std::uint64_t out = bench.upload(std::vector<std::uint64_t>(64, 7));
    CHECK(failure(bench, {1}, {32}, out) == LaunchFailure::Reason::deadlock);
    CHECK(failure(bench, {1}, {20}, out) == LaunchFailure::Reason::deadlock);
  }
}

TEST_CASE("a long loop that gets on is no deadlock") {
  Bench bench(
      kernel_text("mov.u32 %r10, 0; LOOP: add.u32 %r10, %r10, 1; setp.lt.u32 %p1, %r10, 3000000; "
                  "@%p1 bra LOOP;" +
                  std::string(store_r10)));
  const auto out = bench.upload(Words(1));
  bench.run({1}, {1}, out);
  CHECK(bench.download<std::uint64_t>(out, 1)[0] == 3000000);
}

TEST_CASE("a block that ends while it is looked whether it spins does not spin for ever") {
  // Some of these end just then: after so many instructions in which nobody could see a change that
  // lanes that may wait for others get their turn, too.
  for (unsigned rounds = 545'000; rounds < 556'000; rounds += 500) {
    Bench bench(kernel_text(
        "  mov.u32 %r10, 0;\nLOOP:\n  add.u32 %r10, %r10, 1;\n  setp.ne.u32 %p1, %r10, " +
        std::to_string(rounds) + ";\n  @%p1 bra LOOP;\n"));
    const auto out = bench.upload(Words(32)), in = bench.upload(Words(32));
    CAPTURE(rounds);
    bench.run({1}, {32}, out, in);
    CHECK(bench.faults().empty());
  }
}
