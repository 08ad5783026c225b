// Warps: exchange between lanes, divergence, barriers, schedules, and what stops a launch.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "harness.hpp"

using namespace simulator;

namespace {

using Words = std::vector<std::uint64_t>;

const char* store_r10 = "cvt.u64.u32 %rd5, %r10; st.global.u64 [%rd0], %rd5;";

struct Shuffled {
  std::uint32_t value;
  bool in_range;
};

/// The ISA's own words for shfl.sync.
Shuffled shuffled(const std::string& mode, unsigned lane, unsigned b, unsigned c) {
  const unsigned clamp = c & 31, segment = c >> 8 & 31, step = b & 31;
  const int last = int((lane & segment) | (clamp & ~segment)), first = int(lane & segment);
  int source = 0;
  bool valid = false;
  if (mode == "up") source = int(lane) - int(step), valid = source >= last;
  if (mode == "down") source = int(lane) + int(step), valid = source <= last;
  if (mode == "bfly") source = int(lane ^ step), valid = source <= last;
  if (mode == "idx") source = first | int(step & ~segment), valid = source <= last;
  return {std::uint32_t(100 + (valid ? source : int(lane))), valid};
}

bool contains(const std::vector<std::string>& kinds, const char* kind) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

LaunchFailure::Reason failure(Bench& bench, Dim3 grid, Dim3 block, std::uint64_t out,
                              std::size_t shared = 0) {
  try {
    bench.run(grid, block, out, out, 0, shared);
  } catch (const LaunchFailure& failure) {
    return failure.reason;
  }
  FAIL("the launch did not fail");
  return {};
}

std::string message_of(const std::string& ptx) {
  try {
    parse_module(ptx);
  } catch (const UnsupportedError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("shuffles in every mode and width") {
  for (const std::string mode : {"up", "down", "bfly", "idx"}) {
    for (unsigned width : {2u, 4u, 8u, 16u, 32u}) {
      for (unsigned step : {0u, 1u, 2u, 3u, 5u, 8u, 16u, 31u}) {
        const unsigned c = (32 - width) << 8 | (mode == "up" ? 0 : 31);
        Bench bench(kernel_text("add.u32 %r11, %r3, 100; shfl.sync." + mode +
                                ".b32 %r10|%p1, %r11, " + std::to_string(step) + ", " +
                                std::to_string(c) +
                                ", -1; selp.u32 %r12, 1, 0, %p1; mov.b64 %rd5, {%r10, %r12};"
                                "st.global.u64 [%rd0], %rd5;"));
        const auto out = bench.upload(Words(32));
        const Counts counts = bench.run({1}, {32}, out);
        CHECK(counts.shuffles == 1);
        const Words got = bench.download<std::uint64_t>(out, 32);
        for (unsigned lane = 0; lane < 32; ++lane) {
          const Shuffled expected = shuffled(mode, lane, step, c);
          CAPTURE(mode);
          CAPTURE(width);
          CAPTURE(step);
          CAPTURE(lane);
          CHECK(got[lane] == (std::uint64_t(expected.in_range) << 32 | expected.value));
        }
        CHECK(bench.faults().empty());
      }
    }
  }
}

TEST_CASE("votes, matches and reductions over a warp") {
  const auto run = [](const std::string& body) { return results(body + store_r10, {0}, 32); };
  CHECK(run("setp.lt.u32 %p1, %r3, 5; vote.sync.ballot.b32 %r10, %p1, -1;") == Words(32, 31));
  CHECK(
      run("setp.lt.u32 %p1, %r3, 5; vote.sync.any.pred %p2, %p1, -1; selp.u32 %r10, 1, 0, %p2;") ==
      Words(32, 1));
  CHECK(
      run("setp.lt.u32 %p1, %r3, 5; vote.sync.all.pred %p2, %p1, -1; selp.u32 %r10, 1, 0, %p2;") ==
      Words(32, 0));
  CHECK(
      run("setp.lt.u32 %p1, %r3, 5; vote.sync.uni.pred %p2, !%p1, -1; selp.u32 %r10, 1, 0, %p2;") ==
      Words(32, 0));
  CHECK(run("and.b32 %r11, %r3, 1; match.any.sync.b32 %r10, %r11, -1;")[6] == 0x55555555);
  CHECK(run("mov.u32 %r11, 7; match.all.sync.b32 %r10|%p1, %r11, -1;") == Words(32, 0xffffffff));
  CHECK(run("match.all.sync.b32 %r10|%p1, %r3, -1;") == Words(32, 0));
  CHECK(run("redux.sync.add.u32 %r10, %r3, -1;") == Words(32, 496));
  CHECK(run("sub.s32 %r11, %r3, 9; redux.sync.min.s32 %r10, %r11, -1;") == Words(32, 0xfffffff7));
  CHECK(run("activemask.b32 %r10;") == Words(32, 0xffffffff));
  CHECK(run("mov.u32 %r10, %lanemask_lt;")[5] == 31);
}

TEST_CASE("groups with masks of their own exchange among themselves") {
  const Words out = results(
      "and.b32 %r11, %r3, 24; mov.u32 %r12, 255; shl.b32 %r13, %r12, %r11; redux.sync.add.u32 "
      "%r10, %r3, %r13;" +
          std::string(store_r10),
      {0}, 32);
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(out[lane] == (lane / 8) * 64 + 28);
}

TEST_CASE("lanes part at a branch and meet again") {
  const std::string body = R"(
  and.b32 %r11, %r3, 3;
  mov.u32 %r10, 0;
  setp.eq.u32 %p1, %r11, 0;
  @%p1 bra ZERO;
  setp.eq.u32 %p2, %r11, 1;
  @%p2 bra ONE;
  add.u32 %r10, %r10, 100;
  bra.uni BOTH;
ONE:
  add.u32 %r10, %r10, 10;
BOTH:
  activemask.b32 %r12;
  popc.b32 %r12, %r12;
  bra.uni ALL;
ZERO:
  mov.u32 %r12, 99;
ALL:
  activemask.b32 %r13;
  shl.b32 %r12, %r12, 8;
  or.b32 %r10, %r10, %r12;
  mov.b64 %rd5, {%r10, %r13};
  st.global.u64 [%rd0], %rd5;)";
  Bench bench(kernel_text(body));
  const auto out = bench.upload(Words(32));
  const Counts counts = bench.run({1}, {32}, out);
  CHECK(counts.divergent_branches == 2);
  CHECK(counts.branches == 4);
  CHECK(counts.thread_instructions == 32 * 13 + 24 * 2 + 16 * 2 + 8 + 24 * 3 + 8 + 32 * 6);
  const Words got = bench.download<std::uint64_t>(out, 32);
  for (unsigned lane = 0; lane < 32; ++lane) {
    const unsigned kind = lane % 4, low = kind == 0 ? 99 << 8 : 24 << 8 | (kind == 1 ? 10 : 100);
    CHECK(got[lane] == (0xffffffffull << 32 | low));
  }
}

TEST_CASE("a loop runs as often as each lane wants") {
  const std::string body = R"(
  mov.u32 %r10, 0;
  mov.u32 %r11, %r3;
LOOP:
  setp.eq.u32 %p1, %r11, 0;
  @%p1 bra DONE;
  add.u32 %r10, %r10, %r11;
  sub.u32 %r11, %r11, 1;
  bra LOOP;
DONE:
  activemask.b32 %r12;
  mov.b64 %rd5, {%r10, %r12};
  st.global.u64 [%rd0], %rd5;)";
  const Words out = results(body, {0}, 32);
  for (unsigned lane = 0; lane < 32; ++lane)
    CHECK(out[lane] == (0xffffffffull << 32 | lane * (lane + 1) / 2));
}

TEST_CASE("lanes that have returned take no further part") {
  const Words out = results(
      "setp.gt.u32 %p1, %r3, 9; @%p1 ret; activemask.b32 %r10;" + std::string(store_r10), {0}, 32);
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(out[lane] == (lane > 9 ? 0 : 0x3ff));
}

TEST_CASE("an indexed branch goes where each lane's index says") {
  const std::string body = R"(
  and.b32 %r11, %r3, 3;
  TABLE: .branchtargets A, B, A, C;
  brx.idx %r11, TABLE;
A:
  mov.u32 %r10, 1;
  bra.uni END;
B:
  mov.u32 %r10, 2;
  bra.uni END;
C:
  mov.u32 %r10, 3;
END:
  activemask.b32 %r12;
  mov.b64 %rd5, {%r10, %r12};
  st.global.u64 [%rd0], %rd5;)";
  const Words out = results(body, {0}, 32);
  const unsigned expected[] = {1, 2, 1, 3};
  for (unsigned lane = 0; lane < 32; ++lane)
    CHECK(out[lane] == (0xffffffffull << 32 | expected[lane % 4]));
}

TEST_CASE("functions are called, by name, by address, by some lanes only, and by themselves") {
  const std::string functions = R"(
.func (.param .b32 result) twice(.param .b32 x) {
  .reg .b32 %a<3>;
  ld.param.b32 %a0, [x];
  add.u32 %a1, %a0, %a0;
  st.param.b32 [result], %a1;
  ret;
}
.func (.param .b32 result) squared(.param .b32 x) {
  .reg .b32 %a<3>;
  ld.param.b32 %a0, [x];
  mul.lo.u32 %a1, %a0, %a0;
  st.param.b32 [result], %a1;
  ret;
}
.func (.param .b32 result) sum(.param .b32 x) {
  .reg .b32 %a<5>;
  .reg .pred %q;
  ld.param.b32 %a0, [x];
  mov.u32 %a3, 0;
  setp.eq.u32 %q, %a0, 0;
  @%q bra OUT;
  sub.u32 %a1, %a0, 1;
  { .param .b32 p; .param .b32 r;
    st.param.b32 [p], %a1;
    call (r), sum, (p);
    ld.param.b32 %a2, [r]; }
  add.u32 %a3, %a2, %a0;
OUT:
  st.param.b32 [result], %a3;
  ret;
}
)";
  const auto call = [](const std::string& how) {
    return "{ .param .b32 p; .param .b32 r; st.param.b32 [p], %r3; " + how +
           " ld.param.b32 %r10, [r]; }";
  };
  Words out = results(call("call.uni (r), twice, (p);") + store_r10, {0}, 32, functions);
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(out[lane] == 2 * lane);
  out = results("mov.u32 %r10, 7; setp.lt.u32 %p1, %r3, 9; @!%p1 bra SKIP;" +
                    call("call (r), squared, (p);") + "SKIP:" + store_r10,
                {0}, 32, functions);
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(out[lane] == (lane < 9 ? lane * lane : 7));
  out = results(
      "mov.u64 %rd10, twice; mov.u64 %rd11, squared; and.b32 %r11, %r3, 1; setp.eq.u32 %p1, %r11, "
      "0;"
      "selp.b64 %rd12, %rd10, %rd11, %p1;" +
          call("P: .callprototype (.param .b32 _) _ (.param .b32 _); call (r), %rd12, (p), P;") +
          store_r10,
      {0}, 32, functions);
  for (unsigned lane = 0; lane < 32; ++lane)
    CHECK(out[lane] == (lane % 2 ? lane * lane : 2 * lane));
  out = results(call("call (r), sum, (p);") + store_r10, {0}, 32, functions);
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(out[lane] == lane * (lane + 1) / 2);
}

TEST_CASE("barriers keep the warps of a block in step under every schedule") {
  const std::string body = R"(
  mov.u32 %r11, table;
  shl.b32 %r12, %r3, 2;
  add.u32 %r12, %r11, %r12;
  st.shared.u32 [%r12], %r3;
  bar.sync 0;
  sub.u32 %r13, 255, %r3;
  shl.b32 %r13, %r13, 2;
  add.u32 %r13, %r11, %r13;
  ld.shared.u32 %r10, [%r13];)";
  for (const char* schedule : {"forward", "reverse", "random:7", "starve"}) {
    Bench bench(kernel_text(body + store_r10, ".shared .align 4 .b8 table[1024];"));
    bench.schedule = Schedule::parse(schedule);
    const auto out = bench.upload(Words(1024));
    const Counts counts = bench.run({4}, {256}, out);
    CHECK(counts.barriers == 4 * 8);
    const Words got = bench.download<std::uint64_t>(out, 1024);
    for (unsigned i = 0; i < 1024; ++i) CHECK(got[i] == 255 - i % 256);
    CHECK(bench.faults().empty());
  }
  CHECK_THROWS_AS(Schedule::parse("sideways"), std::invalid_argument);
}

TEST_CASE("bar.red counts and combines over the block") {
  CHECK(results("setp.lt.u32 %p1, %r3, 40; bar.red.popc.u32 %r10, 0, %p1;" + std::string(store_r10),
                {0}, 64) == Words(64, 40));
  CHECK(results("setp.lt.u32 %p1, %r3, 40; bar.red.or.pred %p2, 0, %p1; selp.u32 %r10, 1, 0, %p2;" +
                    std::string(store_r10),
                {0}, 64) == Words(64, 1));
  CHECK(
      results("setp.lt.u32 %p1, %r3, 40; bar.red.and.pred %p2, 0, %p1; selp.u32 %r10, 1, 0, %p2;" +
                  std::string(store_r10),
              {0}, 64) == Words(64, 0));
}

TEST_CASE("a producer arrives, a consumer waits") {
  const std::string body = R"(
  mov.u32 %r11, word;
  mov.u32 %r10, 1;
  setp.gt.u32 %p1, %r3, 31;
  @%p1 bra PRODUCE;
  bar.sync 1, 64;
  ld.shared.u32 %r10, [%r11];
  bra.uni END;
PRODUCE:
  setp.eq.u32 %p2, %r3, 32;
  @%p2 st.shared.u32 [%r11], 42;
  bar.arrive 1, 64;
END:)";
  Bench bench(kernel_text(body + store_r10, ".shared .align 4 .b8 word[4];"));
  const auto out = bench.upload(Words(64));
  bench.run({1}, {64}, out);
  CHECK(bench.download<std::uint64_t>(out, 64)[5] == 42);
  CHECK(bench.faults().empty());
}

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

TEST_CASE("lanes of a warp take a lock in turn, but in lockstep wait for ever") {
  const std::string body = R"(
  ld.param.u64 %rd10, [k_in];
SPIN:
  atom.global.acquire.gpu.cas.b32 %r10, [%rd10], 0, 1;
  setp.ne.u32 %p1, %r10, 0;
  @%p1 bra SPIN;
  ld.global.u32 %r10, [%rd10+4];
  add.u32 %r10, %r10, 1;
  st.global.u32 [%rd10+4], %r10;
  atom.global.release.gpu.exch.b32 %r11, [%rd10], 0;)";
  for (const char* schedule : {"forward", "random:1", "lockstep"}) {
    Bench bench(kernel_text(body + store_r10));
    bench.schedule = Schedule::parse(schedule);
    const auto out = bench.upload(Words(32)), lock = bench.upload(Words(1));
    if (bench.schedule.order == Schedule::Order::lockstep) {
      CHECK_THROWS_AS(bench.run({1}, {32}, out, lock), LaunchFailure);
      CHECK(contains(bench.faults(), fault::deadlock));
      continue;
    }
    bench.run({1}, {32}, out, lock);
    CHECK(bench.download<std::uint32_t>(lock, 2)[1] == 32);
    CHECK(bench.faults().empty());
  }
}

TEST_CASE("paths that part in lockstep end one after the other, and meet") {
  Bench bench(
      kernel_text("setp.lt.u32 %p1, %r3, 7; @%p1 bra A; mov.u32 %r10, 1; bra.uni B;"
                  "A: mov.u32 %r10, 2; B:" +
                  std::string(store_r10)));
  bench.schedule = Schedule::parse("lockstep");
  const auto out = bench.upload(Words(32));
  bench.run({1}, {32}, out);
  const Words got = bench.download<std::uint64_t>(out, 32);
  CHECK(got[6] == 2);
  CHECK(got[7] == 1);
}

TEST_CASE("floating-point operations count lanes, and a fused one twice") {
  Bench bench(
      kernel_text("mov.f32 %f1, 0f3f800000; add.f32 %f2, %f1, %f1; mul.f32 %f2, %f2, %f1;"
                  "fma.rn.f32 %f2, %f1, %f2, %f1; min.f32 %f2, %f2, %f1;"
                  "setp.gt.u32 %p1, %r3, 9; @%p1 bra END; sub.f32 %f2, %f2, %f1; END:"));
  CHECK(bench.run({1}, {32}).float_operations == 32 * 4 + 10);
}

TEST_CASE("threads that wait for ever are found") {
  SUBCASE("at a barrier that the others are not at") {
    Bench bench(kernel_text(
        "setp.lt.u32 %p1, %r3, 32; @%p1 bra A; bar.sync 1; bra.uni B; A: bar.sync 2; B:"));
    const auto out = bench.upload(Words(64));
    CHECK(failure(bench, {1}, {64}, out) == LaunchFailure::Reason::deadlock);
    CHECK(contains(bench.faults(), fault::barrier));
    CHECK(bench.last_faults[0].message.find("warp 1 waits at barrier 1") != std::string::npos);
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

TEST_CASE("lanes of one warp that take a lock in turn do not lock each other out") {
  const std::string body = R"(
  ld.param.u64 %rd10, [k_in];
SPIN:
  atom.global.acquire.gpu.cas.b32 %r11, [%rd10], 0, 1;
  setp.ne.u32 %p1, %r11, 0;
  @%p1 bra SPIN;
  ld.global.u32 %r12, [%rd10+4];
  add.u32 %r12, %r12, 1;
  st.global.u32 [%rd10+4], %r12;
  atom.global.release.gpu.exch.b32 %r13, [%rd10], 0;)";
  Bench bench(kernel_text(body));
  const auto out = bench.upload(Words(64)), lock = bench.upload(Words(64));
  bench.run({1}, {64}, out, lock);
  CHECK(bench.download<std::uint32_t>(lock, 2)[1] == 64);
  CHECK(bench.faults().empty());
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

TEST_CASE("masks of warp instructions are checked") {
  const auto faults_of = [](const std::string& body, unsigned threads = 32) {
    Bench bench(kernel_text(body));
    const auto out = bench.upload(Words(threads));
    bench.run({1}, {threads, 1, 1}, out);
    return bench.faults();
  };
  const std::string half = "setp.lt.u32 %p1, %r3, 16; @!%p1 bra SKIP;";
  CHECK(contains(faults_of(half + "redux.sync.add.u32 %r10, %r3, -1; SKIP:"), fault::warp_mask));
  CHECK(contains(faults_of(half + "bar.warp.sync -1; SKIP:"), fault::warp_mask));
  CHECK(faults_of(half + "redux.sync.add.u32 %r10, %r3, 0xffff; bar.warp.sync 0xffff; SKIP:")
            .empty());
  CHECK(contains(faults_of("redux.sync.add.u32 %r10, %r3, 0xffff;"),
                 fault::warp_mask));  // omits its own lane
  CHECK(contains(faults_of(half + "shfl.sync.down.b32 %r10, %r3, 16, 31, 0xffff; SKIP:"),
                 fault::warp_mask));
  CHECK(faults_of("shfl.sync.down.b32 %r10, %r3, 16, 31, -1;").empty());
  // Both sides of a branch meet at their own bar.warp.sync.
  CHECK(faults_of(half + "bar.warp.sync -1; bra.uni END; SKIP: bar.warp.sync -1; END:").empty());
  // Half a warp, whose other half never was.
  CHECK(faults_of("redux.sync.add.u32 %r10, %r3, -1;", 16).empty());
}

TEST_CASE("traps stop the launch and say where") {
  Bench bench(kernel_text(".loc 1 12 3\n setp.eq.u32 %p1, %r0, 70; @%p1 trap;") +
              ".file 1 \"chapters/x.md\"\n");
  const auto out = bench.upload(Words(128));
  CHECK(failure(bench, {4}, {32}, out) == LaunchFailure::Reason::trap);
  REQUIRE(bench.faults() == std::vector<std::string>{fault::trap});
  const Fault& fault = bench.last_faults[0];
  CHECK(fault.file == "chapters/x.md");
  CHECK(fault.line == 12);
  CHECK(fault.block == Dim3{2, 0, 0});
  CHECK(fault.thread == Dim3{6, 0, 0});
  CHECK(fault.kernel == "k");
}

TEST_CASE("a fault in a library's header counts to the line that called it") {
  Bench bench(kernel_text(R"(.loc 1 20 3
  .loc 1 8 5, function_name $L__info_string0, inlined_at 1 20 3
  .loc 2 440 9, function_name $L__info_string1, inlined_at 1 8 5
  trap;)") + ".file 1 \"chapters/x.md\"\n.file 2 \"/usr/include/shuffle.h\"\n");
  const auto out = bench.upload(Words(1));
  CHECK(failure(bench, {1}, {1}, out) == LaunchFailure::Reason::trap);
  bench.faults();
  CHECK(bench.last_faults.at(0).file == "chapters/x.md");
  CHECK(bench.last_faults.at(0).line == 8);
}

TEST_CASE("what is not known is refused by name and place") {
  const auto refusal_of = [](const std::string& body) {
    Bench bench(kernel_text(".loc 1 7 3\n" + body) + ".file 1 \"chapters/x.md\"\n");
    const auto out = bench.upload(Words(32));
    CHECK(failure(bench, {1}, {32}, out) == LaunchFailure::Reason::illegal_instruction);
    CHECK(bench.faults() == std::vector<std::string>{fault::unsupported});
    const Fault& fault = bench.last_faults.at(0);
    CHECK(fault.kernel == "k");
    CHECK(fault.file == "chapters/x.md");
    CHECK(fault.line == 7);
    return fault.message;
  };
  CHECK(refusal_of("tex.2d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1];") ==
        "executes tex.2d.v4.f32.s32: unknown opcode");
  CHECK(refusal_of("add.strange.s32 %r10, %r10, 1;").find("'.strange'") != std::string::npos);
  CHECK(refusal_of("add.s32 %rd10, %r10, 1;").find("wrong size") != std::string::npos);
  CHECK(refusal_of("bra NOWHERE;").find("unknown label") != std::string::npos);
  CHECK(refusal_of("call nothing;").find("'nothing'") != std::string::npos);
  CHECK(message_of(kernel_text("", ".tex .u32 t;")).find(".tex") != std::string::npos);
  CHECK(message_of(".version 9.0\n.entry k() {").find("without end") != std::string::npos);
}

TEST_CASE("what is not known does no harm where nobody comes") {
  const auto got = results(
      "setp.eq.u32 %p1, %r3, 99; @%p1 tex.2d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1];"
      "mov.u32 %r10, 5;" +
          std::string(store_r10),
      Words(32), 32);
  CHECK(got == Words(32, 5));
}

TEST_CASE("special registers") {
  Bench bench(kernel_text(R"(
  mov.u32 %r10, %tid.y; mov.u32 %r11, %ctaid.z; mov.u32 %r12, %nctaid.y; mov.u32 %r13, %ntid.z;
  mov.u32 %r14, %laneid; mov.u32 %r15, %warpid; mov.u32 %r16, %dynamic_smem_size;
  shl.b32 %r11, %r11, 4; shl.b32 %r12, %r12, 8; shl.b32 %r13, %r13, 12; shl.b32 %r14, %r14, 16; shl.b32 %r15, %r15, 24;
  or.b32 %r10, %r10, %r11; or.b32 %r10, %r10, %r12; or.b32 %r10, %r10, %r13; or.b32 %r10, %r10, %r14; or.b32 %r10, %r10, %r15;
  mov.u32 %r17, %ctaid.z; setp.ne.u32 %p1, %r17, 2; @%p1 ret; mov.u32 %r18, %ctaid.y; setp.ne.u32 %p1, %r18, 0; @%p1 ret;
  mov.u32 %r4, %tid.x; mov.u32 %r5, %tid.y; mad.lo.u32 %r6, %r5, 8, %r4; mov.u32 %r5, %tid.z; mad.lo.u32 %r6, %r5, 40, %r6;
  ld.param.u64 %rd0, [k_out]; mul.wide.u32 %rd3, %r6, 8; add.s64 %rd0, %rd0, %rd3; mov.b64 %rd5, {%r10, %r16}; st.global.u64 [%rd0], %rd5;)"));
  const auto out = bench.upload(Words(80));
  bench.run({1, 2, 3}, {8, 5, 2}, out, 0, 0, 48);
  const Words got = bench.download<std::uint64_t>(out, 80);
  for (unsigned i = 0; i < 80; ++i)
    CHECK(got[i] ==
          (48ull << 32 | i / 8 % 5 | 2 << 4 | 2 << 8 | 2 << 12 | i % 32 << 16 | i / 32 << 24));
}
