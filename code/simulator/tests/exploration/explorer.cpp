// Launches that are run in every order.
#include "simulator/exploration/explorer.hpp"

#include <doctest/doctest.h>

#include "simulator/tests/machine/kernels.hpp"

using namespace simulator;

namespace {

struct Found {
  LaunchOutcome outcome;
  std::vector<std::uint64_t> words;  // at last

  const Exploration& exploration() const { return *outcome.exploration; }
  bool has(const char* kind) const {
    return std::any_of(outcome.faults.begin(), outcome.faults.end(),
                       [&](const Fault& each) { return each.kind == kind; });
  }
};

/// Words at %rd4, all zero.
Found explored(const std::string& body, Dim3 grid, unsigned threads = 1, std::uint64_t most = 10000,
               std::size_t words = 4, bool cooperative = false) {
  Bench bench(kernel_text("ld.param.u64 %rd4, [k_out];" + body, ".shared .align 8 .b64 word;"));
  const std::uint64_t out = bench.upload(Words(words));
  const Kernel& kernel = *bench.module.kernel("k");
  std::vector<std::byte> arguments(kernel.parameter_bytes);
  std::memcpy(arguments.data(), &out, 8);
  LaunchOptions options;
  options.explore = most;
  LaunchConfiguration configuration{grid, {threads}};
  configuration.cooperative = cooperative;
  Found found{bench.machine.launch(bench.module, kernel, configuration, arguments, options), {}};
  found.words = bench.download<std::uint64_t>(out, words);
  REQUIRE(found.outcome.exploration);
  return found;
}

const std::string lost_update = R"(
  ld.relaxed.gpu.global.u64 %rd5, [%rd4]; add.u64 %rd5, %rd5, 1;
  st.relaxed.gpu.global.u64 [%rd4], %rd5;)";

// One lock at %rd4, another at %rd4 + 8; %r5 is 0 or 8: which comes first.
const std::string lock_both = R"(
  cvt.u64.u32 %rd5, %r5; add.u64 %rd6, %rd4, %rd5; xor.b64 %rd5, %rd5, 8; add.u64 %rd7, %rd4, %rd5;
L1: atom.acquire.gpu.global.cas.b64 %rd8, [%rd6], 0, 1; setp.ne.u64 %p1, %rd8, 0; @%p1 bra L1;
L2: atom.acquire.gpu.global.cas.b64 %rd8, [%rd7], 0, 1; setp.ne.u64 %p1, %rd8, 0; @%p1 bra L2;
  ld.global.u64 %rd9, [%rd4 + 16]; add.u64 %rd9, %rd9, 1; st.global.u64 [%rd4 + 16], %rd9;
  st.release.gpu.global.u64 [%rd7], 0; st.release.gpu.global.u64 [%rd6], 0;)";

}  // namespace

TEST_CASE("updates that are lost in some orders") {
  const Found two = explored(lost_update, {2});
  CHECK(two.outcome.status == LaunchOutcome::Status::completed);
  CHECK(two.exploration().incomplete.empty());
  CHECK(two.exploration().executions == 4);
  CHECK(two.exploration().results == 2);
  CHECK(two.exploration().faulty == 0);
  CHECK(two.has(fault::order_dependence));
  CHECK(two.words[0] == 2);  // as it would be without having been explored
  CHECK(explored(lost_update, {3}).exploration().results == 3);
  const Found atomic = explored("atom.global.add.u64 %rd5, [%rd4], 1;", {3});
  CHECK(atomic.exploration().executions == 6);
  CHECK(atomic.exploration().results == 1);
  CHECK(!atomic.has(fault::order_dependence));
  CHECK(atomic.exploration().describe() ==
        "ran in 6 orders, which are all that differ; none has a fault; 1 result");
}

TEST_CASE("warps that do nothing to one another run in one order") {
  const Found found =
      explored("st.global.u64 [%rd0], 1; ld.global.u64 %rd5, [%rd0];", {2}, 64, 10000, 128);
  CHECK(found.exploration().executions == 1);
  CHECK(found.outcome.faults.empty());
}

TEST_CASE("locks that are taken crosswise") {
  const Found wrong = explored("shl.b32 %r5, %r1, 3;" + lock_both, {2});
  CHECK(wrong.exploration().incomplete.empty());
  CHECK(wrong.exploration().faulty > 0);
  CHECK(wrong.exploration().faulty < wrong.exploration().executions);
  REQUIRE(wrong.has(fault::deadlock));
  const std::string& text = wrong.outcome.faults[0].message;
  CAPTURE(text);
  CHECK(text.find("in this order: block (0,0,0) warp 0 up to atom.") != std::string::npos);
  CHECK(text.find(", block (1,0,0) warp 0 up to atom.") != std::string::npos);
  CHECK(wrong.words == Words{0, 0, 2, 0});
  const Found right = explored("mov.u32 %r5, 0;" + lock_both, {2});
  CHECK(right.exploration().incomplete.empty());
  CHECK(right.exploration().faulty == 0);
  CHECK(right.exploration().results == 1);
}

TEST_CASE("what goes wrong in one order only") {
  // Block 1 traps if it sees the second word of block 0, and then not the first.
  const auto traps = [](const char* first, const char* second) {
    return explored("setp.ne.u32 %p1, %r1, 0; @%p1 bra LOOK; st.relaxed.gpu.global.u64 [%rd4" +
                        std::string(first) + "], 1; st.relaxed.gpu.global.u64 [%rd4" + second +
                        "], 1; bra.uni END;"
                        "LOOK: ld.relaxed.gpu.global.u64 %rd5, [%rd4 + 8];"
                        "ld.relaxed.gpu.global.u64 %rd6, [%rd4];"
                        "setp.gt.u64 %p2, %rd5, %rd6; @%p2 trap; END:",
                    {2});
  };
  const Found wrong = traps(" + 8", "");
  CHECK(wrong.exploration().faulty == 1);
  CHECK(wrong.has(fault::trap));
  CHECK(wrong.outcome.status == LaunchOutcome::Status::completed);
  CHECK(traps("", " + 8").exploration().faulty == 0);
}

TEST_CASE("barriers order the warps of a block") {
  const std::string body = R"(
    setp.ne.u32 %p1, %r3, 0; @!%p1 st.shared.u64 [word], 5; bar.sync 0;
    setp.ne.u32 %p2, %r3, 40; ld.shared.u64 %rd5, [word]; @!%p2 st.global.u64 [%rd4], %rd5;)";
  const Found found = explored(body, {1}, 64);
  CHECK(found.exploration().executions == 1);
  CHECK(found.words[0] == 5);
  CHECK(found.outcome.faults.empty());
}

TEST_CASE("warps that meet at a barrier do so in one order") {
  // Each reads what its neighbour wrote: first whoever comes to the barrier last.
  const std::string body = R"(
    mov.u32 %r6, row; shl.b32 %r7, %r3, 2; add.u32 %r8, %r6, %r7;
    add.u32 %r9, %r7, 4; and.b32 %r9, %r9, 1023; add.u32 %r9, %r6, %r9; mov.u32 %r10, 0;
    MORE: st.shared.u32 [%r8], %r3; bar.sync 0; ld.shared.u32 %r11, [%r9]; bar.sync 0;
    add.u32 %r10, %r10, 1; setp.lt.u32 %p1, %r10, 3; @%p1 bra MORE;)";
  const Found found = explored(".shared .b32 row[256];" + body, {8}, 256, 2);
  CHECK(found.outcome.faults.empty());
  CHECK(found.exploration().describe() ==
        "ran in 1 order, and no other makes a difference; none has a fault; 1 result");
}

TEST_CASE("who only arrives at a barrier does not wait there") {
  // Warp 1 writes behind its arrival: warp 0, which waits, may have read before or after that.
  const std::string body = R"(
    setp.ge.u32 %p1, %r3, 32; @%p1 bra ARRIVES;
    ld.relaxed.gpu.global.u64 %rd5, [%rd4]; bar.sync 1, 64; st.global.u64 [%rd4 + 8], %rd5;
    bra.uni END;
  ARRIVES: st.relaxed.gpu.global.u64 [%rd4 + 16], 1; bar.arrive 1, 64;
    st.relaxed.gpu.global.u64 [%rd4], 1;
  END:)";
  const Found found = explored(body, {1}, 64);
  CHECK(found.exploration().executions == 2);
  CHECK(found.exploration().results == 2);
}

TEST_CASE("memory of a launch's own has the same addresses in every execution") {
  const std::string body = R"(
    mov.u32 %r5, %envreg2; cvt.u64.u32 %rd5, %r5; mov.u32 %r5, %envreg1; cvt.u64.u32 %rd6, %r5;
    shl.b64 %rd6, %rd6, 32; or.b64 %rd5, %rd5, %rd6; atom.global.add.u32 %r6, [%rd5], 1;)";
  const Found found = explored(body, {3}, 1, 10000, 4, true);
  CHECK(found.exploration().executions == 6);
  CHECK(found.exploration().repetitions == 0);
}

TEST_CASE("a warp that spins lets the one that it waits for run") {
  const Found found = explored(R"(
    setp.ne.u32 %p1, %r1, 0; @%p1 bra LOOK;
    st.global.u64 [%rd4 + 8], 7; st.release.gpu.global.u64 [%rd4], 1; bra.uni END;
  LOOK: ld.acquire.gpu.global.u64 %rd5, [%rd4]; setp.eq.u64 %p2, %rd5, 0; @%p2 bra LOOK;
    ld.global.u64 %rd6, [%rd4 + 8]; st.global.u64 [%rd4 + 16], %rd6;
  END:)",
                               {2});
  CHECK(found.exploration().incomplete.empty());
  CHECK(found.exploration().faulty == 0);
  CHECK(found.exploration().results == 1);
  CHECK(found.words == Words{1, 7, 7, 0});
}

TEST_CASE("executions that only repeat others count as work") {
  // Block 0 looks for the last word that is zero, and the others count on from the word before.
  const auto last_zero = [](std::uint64_t most) {
    return explored(R"(
      mov.u32 %r5, %nctaid.x; setp.ne.u32 %p1, %r1, 0; @%p1 mov.u32 %r5, %r1;
      mul.wide.u32 %rd5, %r5, 8; add.u64 %rd5, %rd5, %rd4; @%p1 bra WRITES;
    MORE: sub.u64 %rd5, %rd5, 8; ld.relaxed.gpu.global.u64 %rd6, [%rd5];
      setp.ne.u64 %p2, %rd6, 0; @%p2 bra MORE; bra.uni END;
    WRITES: ld.relaxed.gpu.global.u64 %rd6, [%rd5 + -8]; add.u64 %rd6, %rd6, 1;
      st.relaxed.gpu.global.u64 [%rd5], %rd6;
    END:)",
                    {6}, 1, most, 6);
  };
  const Found all = last_zero(1000);
  CHECK(all.exploration().incomplete.empty());
  CHECK(all.exploration().repetitions > 0);
  const Found some = last_zero(all.exploration().begun() - 1);
  CHECK(some.exploration().begun() == all.exploration().begun() - 1);
  CHECK(some.exploration().describe().find(" orders, and there may be more (given up after " +
                                           std::to_string(some.exploration().begun()) +
                                           " executions, of which ") != std::string::npos);
}

TEST_CASE("what is not explored, and why") {
  const std::string nothing = "mov.u32 %r5, 0;";
  CHECK(explored(lost_update, {3}, 1, 5).exploration().describe() ==
        "ran in 5 orders, and there may be more; none has a fault; 2 results");
  CHECK(explored(nothing, {65}).exploration().describe() ==
        "not explored: 65 warps, where 64 are the most that are explored");
  CHECK(explored(nothing, {1}, 1, 1, std::size_t{9} << 20)
            .exploration()
            .incomplete.find("bytes are allocated") != std::string::npos);
  const Found endless = explored(R"(
  MORE: atom.global.add.u64 %rd5, [%rd4], 1; setp.lt.u64 %p2, %rd5, 150000; @%p2 bra MORE;)",
                                 {1});
  CHECK(endless.exploration().describe() ==
        "ran in 1 order, of which some are too long; none has a fault; 0 results");
  CHECK(endless.words[0] == 150001);
}
