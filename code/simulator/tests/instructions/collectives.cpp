// Exchange between the lanes of a warp.
#include <doctest/doctest.h>

#include "simulator/tests/machine/kernels.hpp"

using namespace simulator;

namespace {

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
