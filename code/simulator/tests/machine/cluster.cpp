// Blocks that run together in a cluster.
#include "simulator/machine/cluster.hpp"

#include <doctest/doctest.h>

#include "simulator/tests/machine/kernels.hpp"

using namespace simulator;

namespace {

std::string in_clusters(const std::string& of, const std::string& body,
                        const std::string& declarations = {}) {
  std::string text = kernel_text(body, declarations);
  const std::string end = ".param .u32 k_n)\n";
  text.insert(text.find(end) + end.size(), ".explicitcluster .reqnctapercluster " + of + "\n");
  return text;
}

const char* const schedules[] = {"forward", "reverse", "random:1", "random:2", "starve"};

}  // namespace

TEST_CASE("blocks of a cluster wait for each other, under every schedule, unchecked too") {
  // Each block passes a token to the next, which spins for it; the last begins. Warps meet in
  // between.
  const std::string body = R"(
  mov.u32 %r4, %cluster_ctarank; mov.u32 %r5, %cluster_nctarank;
  mov.u32 %r11, word; mov.u32 %r10, 0;
  setp.ne.u32 %p1, %r3, 0; @!%p1 st.shared.u32 [%r11], 0;
  barrier.cluster.arrive; barrier.cluster.wait;
  @%p1 bra MEET;
  add.u32 %r6, %r4, 1; setp.eq.u32 %p2, %r6, %r5; @%p2 bra PASS;
SPIN:
  ld.acquire.cluster.shared::cta.u32 %r10, [%r11];
  setp.eq.u32 %p3, %r10, 0; @%p3 bra SPIN;
PASS:
  setp.eq.u32 %p4, %r4, 0; @%p4 bra MEET;
  sub.u32 %r7, %r4, 1; add.u32 %r8, %r10, 1;
  mapa.shared::cluster.u32 %r9, %r11, %r7;
  st.release.cluster.shared::cluster.u32 [%r9], %r8;
MEET:
  barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;)";
  for (const bool checked : {true, false})
    for (const char* schedule : schedules) {
      CAPTURE(schedule);
      Bench bench(in_clusters("4, 1, 1", body + store_r10, ".shared .align 4 .b8 word[4];"));
      bench.schedule = Schedule::parse(schedule);
      bench.checked = checked;
      const auto out = bench.upload(Words(8 * 64));
      bench.run({8}, {64}, out);
      const Words got = bench.download<std::uint64_t>(out, 8 * 64);
      for (unsigned b = 0; b < 8; ++b) CHECK(got[b * 64] == 3 - b % 4);
      CHECK(bench.faults().empty());
    }
}

TEST_CASE("what goes to another block is counted apart") {
  const std::string body = R"(
  mov.u32 %r4, %cluster_ctarank; xor.b32 %r5, %r4, 1; mov.u32 %r11, word;
  st.shared.u32 [%r11], 0;
  barrier.cluster.arrive; barrier.cluster.wait;
  mapa.shared::cluster.u32 %r9, %r11, %r5;
  red.shared::cluster.add.u32 [%r9], 2;
  barrier.cluster.arrive; barrier.cluster.wait;
  ld.shared::cluster.u32 %r10, [%r9];
  barrier.cluster.arrive; barrier.cluster.wait;)";
  Bench bench(in_clusters("2", body + store_r10, ".shared .align 4 .b8 word[4];"));
  const auto out = bench.upload(Words(4 * 32));
  const Counts counts = bench.run({4}, {32}, out);
  CHECK(bench.download<std::uint64_t>(out, 1)[0] == 64);
  CHECK(counts.remote_shared_load_requests == 4);
  CHECK(counts.remote_shared_atomic_requests == 4);
  CHECK(counts.remote_shared_store_requests == 0);
  CHECK(counts.shared_load_requests == 0);
  CHECK(counts.shared_atomic_requests == 0);
  CHECK(counts.shared_store_requests == 4);
  CHECK(counts.barriers == 4 * 3);
  CHECK(bench.faults().empty());
}

TEST_CASE("lanes of one instruction may go to different blocks") {
  // Lane l reads of block l % 4.
  const std::string body = R"(
  mov.u32 %r4, %cluster_ctarank; add.u32 %r4, %r4, 7; mov.u32 %r11, word;
  st.shared.u32 [%r11], %r4;
  barrier.cluster.arrive; barrier.cluster.wait;
  and.b32 %r5, %r3, 3;
  cvt.u64.u32 %rd6, %r11; cvta.shared.u64 %rd6, %rd6; mapa.u64 %rd6, %rd6, %r5;
  ld.u32 %r10, [%rd6];
  barrier.cluster.arrive; barrier.cluster.wait;)";
  Bench bench(in_clusters("4", body + store_r10, ".shared .align 4 .b8 word[4];"));
  const auto out = bench.upload(Words(4 * 32));
  bench.run({4}, {32}, out);
  const Words got = bench.download<std::uint64_t>(out, 32);
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(got[lane] == 7 + lane % 4);
  CHECK(bench.faults().empty());
}

TEST_CASE("who is missing at the cluster's barrier is named") {
  const std::string body = R"(
  mov.u32 %r4, %cluster_ctarank; setp.eq.u32 %p1, %r4, 1; @%p1 bra OTHER;
  barrier.cluster.arrive; barrier.cluster.wait; bra.uni END;
OTHER:
  setp.lt.u32 %p2, %r3, 32; @%p2 bra LATE; barrier.cluster.arrive; barrier.cluster.wait; bra.uni END;
LATE: bar.sync 3, 64;
END:)";
  for (const char* schedule : schedules) {
    Bench bench(in_clusters("2", body));
    bench.schedule = Schedule::parse(schedule);
    CHECK(failure(bench, {2}, {64}, bench.upload(Words(128))) == LaunchFailure::Reason::deadlock);
    CHECK(contains(bench.faults(), fault::barrier));
    const std::string& text = bench.last_faults[0].message;
    CAPTURE(text);
    CHECK(text.find("no thread of the cluster can go on") != std::string::npos);
    CHECK(text.find("the cluster's barrier lacks warp 0 of block (1,0,0) (warp 0 waits at barrier "
                    "3)") != std::string::npos);
  }
}

TEST_CASE("threads that have ended are not waited for") {
  const std::string body = R"(
  mov.u32 %r4, %cluster_ctarank; setp.eq.u32 %p1, %r4, 1; @%p1 ret;
  setp.gt.u32 %p2, %r3, 40; @%p2 ret;
  mov.u32 %r10, 9; barrier.cluster.arrive; barrier.cluster.wait;)";
  for (const char* schedule : schedules) {
    Bench bench(in_clusters("2", body + store_r10));
    bench.schedule = Schedule::parse(schedule);
    const auto out = bench.upload(Words(128));
    bench.run({2}, {64}, out);
    CHECK(bench.download<std::uint64_t>(out, 64)[40] == 9);
    CHECK(bench.faults().empty());
  }
}

TEST_CASE("a block alone in its cluster may wait at the cluster's barrier") {
  Bench bench(kernel_text("mov.u32 %r10, 4; barrier.cluster.arrive; barrier.cluster.wait;" +
                          std::string(store_r10)));
  const auto out = bench.upload(Words(3 * 64));
  bench.run({3}, {64}, out);
  CHECK(bench.download<std::uint64_t>(out, 192)[191] == 4);
  CHECK(bench.faults().empty());
}

TEST_CASE("launches in clusters that cannot be are refused") {
  Machine machine;
  const Module& module = machine.load(in_clusters("4, 2, 1", ""));
  const Kernel& kernel = *module.kernel("k");
  const auto reason = [&](LaunchConfiguration launch) {
    const auto refusal = machine.refusal(kernel, launch);
    return refusal ? refusal->what : "";
  };
  LaunchConfiguration launch{{8, 4}, {32}};
  CHECK(reason(launch) == "");
  launch.grid = {8, 3};
  CHECK(reason(launch) == "a grid of (8,3,1) blocks does not consist of clusters of (4,2,1)");
  launch.grid = {8, 4};
  launch.wanted_cluster = Dim3{2, 1, 1};
  CHECK(reason(launch) == "the kernel is compiled for clusters of (4,2,1) blocks");
  Machine old(a100());
  CHECK(old.cluster_refusal(kernel, {{8, 4}, {32}})->what == a100().name + " has no clusters");
}
