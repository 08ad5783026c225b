// Launches that run in an order that somebody gives.
#include "simulator/exploration/replayer.hpp"

#include <doctest/doctest.h>

#include <numeric>
#include <set>

#include "simulator/tests/machine/kernels.hpp"

using namespace simulator;

namespace {

struct Made {
  LaunchOutcome outcome;
  Words words;  // at last

  const Replay& replay() const { return *outcome.replay; }
};

/// Words at %rd4, all zero.
Made launched(const std::string& body, Dim3 grid, unsigned threads, const LaunchOptions& options) {
  Bench bench(kernel_text("ld.param.u64 %rd4, [k_out];" + body, ".shared .align 8 .b64 word;"));
  const std::uint64_t out = bench.upload(Words(4));
  const Kernel& kernel = *bench.module.kernel("k");
  std::vector<std::byte> arguments(kernel.parameter_bytes);
  std::memcpy(arguments.data(), &out, 8);
  Made made{bench.machine.launch(bench.module, kernel, {grid, {threads}}, arguments, options), {}};
  made.words = bench.download<std::uint64_t>(out, 4);
  return made;
}

Made explored(const std::string& body, Dim3 grid, unsigned threads, std::uint64_t explore) {
  LaunchOptions options;
  options.explore = explore;
  return launched(body, grid, threads, options);
}

Made replayed(const std::string& body, Dim3 grid, std::vector<unsigned> warps, bool finish = false,
              unsigned threads = 1) {
  LaunchOptions options;
  options.order = StepOrder{std::move(warps), finish};
  return launched(body, grid, threads, options);
}

const std::string lost_update = R"(
  ld.relaxed.gpu.global.u64 %rd5, [%rd4]; add.u64 %rd5, %rd5, 1;
  st.relaxed.gpu.global.u64 [%rd4], %rd5;)";

const std::string crosswise = R"(
  shl.b32 %r5, %r1, 3; cvt.u64.u32 %rd5, %r5; add.u64 %rd6, %rd4, %rd5; xor.b64 %rd5, %rd5, 8;
  add.u64 %rd7, %rd4, %rd5;
L1: atom.acquire.gpu.global.cas.b64 %rd8, [%rd6], 0, 1; setp.ne.u64 %p1, %rd8, 0; @%p1 bra L1;
L2: atom.acquire.gpu.global.cas.b64 %rd8, [%rd7], 0, 1; setp.ne.u64 %p1, %rd8, 0; @%p1 bra L2;
  st.release.gpu.global.u64 [%rd7], 0; st.release.gpu.global.u64 [%rd6], 0;)";

}  // namespace

TEST_CASE("who makes the steps decides what is lost") {
  CHECK(replayed(lost_update, {2}, {0, 0, 1, 1}).words[0] == 2);
  CHECK(replayed(lost_update, {2}, {0, 1, 0, 1}).words[0] == 1);
  const Made begun = replayed(lost_update, {2}, {1, 1, 0});
  CHECK(begun.words[0] == 1);
  CHECK(!begun.replay().over);
  CHECK(begun.replay().warps == std::vector{Replay::State::ready, Replay::State::ready});
  REQUIRE(begun.replay().steps.size() == 3);
  CHECK(begun.replay().steps[1].text == "st.relaxed.gpu.global.u64");
  CHECK(begun.replay().steps[1].touches);
  CHECK(begun.replay().steps[2].warp == 0);
  CHECK(begun.replay().steps[2].until > begun.replay().steps[1].until);
  const Made finished = replayed(lost_update, {2}, {1, 1, 0}, true);
  CHECK(finished.words[0] == 2);
  CHECK(finished.replay().over);
  CHECK(!finished.replay().steps.back().touches);  // it ends
}

TEST_CASE("an order that was found leaves what it left when it was found") {
  for (const unsigned blocks : {2u, 3u}) {
    const Made found = explored(lost_update, {blocks}, 1, 10000);
    const Exploration& all = *found.outcome.exploration;
    CHECK(all.outcomes.size() == all.results);
    CHECK(std::accumulate(all.outcomes.begin(), all.outcomes.end(), std::uint64_t{0},
                          [](std::uint64_t sum, const auto& each) {
                            return sum + each.executions;
                          }) == all.executions);
    std::set<std::uint64_t> left;
    for (const Exploration::Outcome& each : all.outcomes) {
      const Made again = replayed(lost_update, {blocks}, each.warps);
      CHECK(again.replay().over);
      CHECK(again.replay().error.empty());
      CHECK(again.replay().steps.size() == each.warps.size());
      left.insert(again.words[0]);
    }
    CHECK(left.size() == all.results);
    CHECK(*left.rbegin() == blocks);
  }
}

TEST_CASE("an order that ends in a fault ends in it again") {
  const Made found = explored(crosswise, {2}, 1, 10000);
  std::uint64_t faulty = 0;
  for (const Exploration::Outcome& each : found.outcome.exploration->outcomes) {
    const Made again = replayed(crosswise, {2}, each.warps);
    CHECK(again.replay().over);
    CHECK((again.outcome.status == LaunchOutcome::Status::failed) == each.faulty);
    if (each.faulty) CHECK(again.outcome.faults.at(0).kind == fault::deadlock);
    faulty += each.faulty ? each.executions : 0;
  }
  CHECK(faulty == found.outcome.exploration->faulty);
  CHECK(faulty > 0);
}

TEST_CASE("a warp that waits at a barrier cannot make a step") {
  const std::string body = "st.shared.u64 [word], 5; bar.sync 0; ld.shared.u64 %rd5, [word];";
  const Made waits = replayed(body, {1}, {0, 0}, false, 64);
  CHECK(waits.replay().warps == std::vector{Replay::State::waits, Replay::State::ready});
  CHECK(waits.replay().error.empty());
  CHECK(replayed(body, {1}, {0, 0, 0}, false, 64).replay().error == "warp 0 cannot make step 2");
  CHECK(replayed(body, {1}, {0, 0, 1, 1}, true, 64).replay().over);
  CHECK(replayed(body, {1}, {7}, false, 64).replay().error == "warp 7 cannot make step 0");
}

TEST_CASE("what cannot be run step by step") {
  const Made many = replayed("mov.u32 %r5, 0;", {65}, {});
  CHECK(many.outcome.status == LaunchOutcome::Status::unsupported);
  CHECK(many.outcome.message == "65 warps, where 64 are the most that are explored");
}

TEST_CASE("who asks may end an exploration") {
  LaunchOptions options;
  options.explore = 1000;
  options.on_exploring = [](const Exploration& found) { return found.executions < 3; };
  const LaunchOutcome outcome = launched(lost_update, {2}, 1, options).outcome;
  CHECK(outcome.exploration->executions == 3);
  CHECK(outcome.exploration->incomplete == "and there may be more");
  CHECK(outcome.status == LaunchOutcome::Status::completed);
}
