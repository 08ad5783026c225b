// wgmma: who may touch what meanwhile.
#include <doctest/doctest.h>

#include "simulator/tests/machine/kernels.hpp"

using namespace simulator;

namespace {

const std::string tile = ".shared .align 1024 .b8 tile[4096];\n";

/// Each thread of 128 writes 32 bytes of the tile, which then has zeros. %rd5 is the descriptor of
/// a matrix A at its begin, %rd6 of B at its middle, both in core matrices of 128 bytes.
const std::string prologue =
    "mov.u32 %r10, tile; shl.b32 %r11, %r3, 4; add.u32 %r11, %r11, %r10; mov.u64 %rd7, 0;"
    "shr.u32 %r12, %r10, 4; cvt.u64.u32 %rd5, %r12; or.b64 %rd5, %rd5, 0x1000080000;"
    "add.u64 %rd6, %rd5, 128; mov.u32 %r13, 0; mov.b32 %f0, 0f00000000;"
    "mov.b32 %f1, %f0; mov.b32 %f2, %f0; mov.b32 %f3, %f0; mov.u32 %r14, 0;";
const std::string fill =
    "st.shared.v2.u64 [%r11], {%rd7, %rd7}; st.shared.v2.u64 [%r11+2048], {%rd7, %rd7};";
const std::string fence = "fence.proxy.async.shared::cta;", barrier = "bar.sync 0;";
const std::string multiply =
    "wgmma.fence.sync.aligned;"
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %rd5, %rd6, 1, 1, 1, "
    "0, 0; wgmma.commit_group.sync.aligned;";
std::string wait(int groups) {
  return "wgmma.wait_group.sync.aligned " + std::to_string(groups) + ";";
}

std::vector<std::string> faults_of(const std::string& body, unsigned threads = 128) {
  Bench bench(kernel_text(prologue + body, tile));
  const auto out = bench.upload(Words(threads));
  bench.run({1}, {threads}, out);
  return bench.faults();
}

using Kinds = std::vector<std::string>;

}  // namespace

TEST_CASE("a product reads what was written, fenced and waited for") {
  CHECK(faults_of(fill + fence + barrier + multiply + wait(0)).empty());
  CHECK(faults_of(fill + barrier + fence + multiply + wait(0)).empty());
  CHECK(contains(faults_of(fill + barrier + multiply + wait(0)), fault::shared_race));
  // The four warps meet at a product: on an H200 it begins when the last of them has come.
  CHECK(faults_of(fill + fence + multiply + wait(0)).empty());
  CHECK(contains(faults_of(fill + multiply + wait(0)), fault::shared_race));
}

TEST_CASE("what a product reads may be changed once it was waited for") {
  const std::string begin = fill + fence + barrier + multiply;
  CHECK(faults_of(begin + wait(0) + barrier + fill).empty());
  CHECK(contains(faults_of(begin + barrier + fill + wait(0)), fault::shared_race));
  CHECK(contains(faults_of(begin + wait(1) + barrier + fill + wait(0)), fault::shared_race));
  // A product is one operation of all four warps: on an H200 none goes on before all have begun it.
  CHECK(faults_of(begin + wait(0) + fill).empty());
  // Thread 64 of a warp that has not waited knows nothing of those that have …
  const std::string other = "setp.ne.u32 %p1, %r3, 64; @%p1 bra REST;";
  const std::string writes = "st.shared.u64 [tile+2048], %rd7;", rest = "REST:";
  CHECK(contains(faults_of(begin + other + writes + rest + wait(0)), fault::shared_race));
  CHECK(contains(faults_of(begin + other + "bra LATE;" + rest + wait(0) +
                           "bra DONE; LATE:" + writes + wait(0) + "DONE:"),
                 fault::shared_race));
  CHECK(faults_of(begin + wait(0) + other + writes + rest).empty());
  // The second group reads another B, so that the first one's is free when one group may go on.
  const std::string second = "add.u64 %rd6, %rd6, 16;" + multiply;
  const std::string first_again = "st.shared.u64 [tile+2048], %rd7;",
                    second_again = "st.shared.u64 [tile+2304], %rd7;",
                    one = "setp.ne.u32 %p1, %r3, 0; @%p1 bra DONE;", done = "DONE:";
  CHECK(faults_of(begin + second + wait(1) + barrier + one + first_again + done + wait(0)).empty());
  CHECK(
      contains(faults_of(begin + second + wait(1) + barrier + one + second_again + done + wait(0)),
               fault::shared_race));
  CHECK(contains(faults_of(begin + second + barrier + one + first_again + done + wait(0)),
                 fault::shared_race));
}

TEST_CASE("a product needs all lanes of four warps") {
  const std::string begin = fill + fence + barrier;
  CHECK(contains(faults_of(begin + multiply + wait(0), 96), fault::warp_mask));
  CHECK(contains(
      faults_of(begin + "setp.eq.u32 %p1, %r3, 5; @%p1 bra DONE;" + multiply + wait(0) + "DONE:"),
      fault::warp_mask));
}

TEST_CASE("the results of what nobody wrote are undefined") {
  const std::string branch = "mov.b32 %r15, %f0; setp.ne.u32 %p1, %r15, 0; @%p1 bra DONE; DONE:";
  CHECK(contains(faults_of(multiply + wait(0) + branch), fault::uninitialised));
  CHECK(faults_of(fill + fence + barrier + multiply + wait(0) + branch).empty());
  // Thread 127 wrote nothing of row 63, which lane 31 of the last warp has.
  const std::string partly =
      "setp.eq.u32 %p2, %r3, 127; @!%p2 st.shared.v2.u64 [%r11], {%rd7, %rd7};"
      "st.shared.v2.u64 [%r11+2048], {%rd7, %rd7};" +
      fence + barrier + multiply + wait(0);
  const auto who = [](int from) {
    return "setp.lt.u32 %p3, %r3, " + std::to_string(from) + "; @%p3 bra DONE;";
  };
  const std::string other = "mov.b32 %r15, %f0; setp.ne.u32 %p1, %r15, 0; @%p1 bra DONE; DONE:",
                    last = "mov.b32 %r15, %f2; setp.ne.u32 %p1, %r15, 0; @%p1 bra DONE; DONE:";
  Bench bench(kernel_text(prologue + partly + who(124) + last, tile));
  bench.run({1}, {128}, bench.upload(Words(128)));
  bench.faults();
  CHECK(std::count_if(bench.last_faults.begin(), bench.last_faults.end(),
                      [](const Fault& each) { return !each.benign; }) == 1);
  Bench silent(kernel_text(prologue + partly + who(124) + other, tile));
  silent.run({1}, {128}, silent.upload(Words(128)));
  silent.faults();
  CHECK(std::count_if(silent.last_faults.begin(), silent.last_faults.end(),
                      [](const Fault& each) { return !each.benign; }) == 0);
}
