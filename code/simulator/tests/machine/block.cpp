// Barriers of a block.
#include <doctest/doctest.h>

#include "simulator/tests/machine/kernels.hpp"

using namespace simulator;

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

TEST_CASE("a seed names the same order of warps whoever compiled the simulator") {
  // Each warp takes six tickets and leaves its number at each.
  Bench bench(kernel_text(R"(
  ld.param.u64 %rd10, [k_in]; ld.param.u64 %rd11, [k_out]; mov.u32 %r4, %warpid; cvt.u64.u32 %rd5, %r4;
  and.b32 %r5, %r3, 31; setp.ne.u32 %p1, %r5, 0; @%p1 ret; mov.u32 %r6, 0;
LOOP:
  atom.global.add.u32 %r7, [%rd10], 1; mul.wide.u32 %rd6, %r7, 8; add.s64 %rd7, %rd11, %rd6;
  st.global.u64 [%rd7], %rd5; add.u32 %r6, %r6, 1; setp.lt.u32 %p2, %r6, 6; @%p2 bra LOOP;)"));
  bench.schedule = Schedule::parse("random:7");
  const auto out = bench.upload(Words(24)), tickets = bench.upload(Words(1));
  bench.run({1}, {128}, out, tickets);
  std::string order;
  for (const std::uint64_t warp : bench.download<std::uint64_t>(out, 24))
    order += std::to_string(warp);
  CHECK(order == "000000333311111122222332");
}
