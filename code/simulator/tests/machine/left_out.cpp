// Launches that go on after a fault.
#include <doctest/doctest.h>

#include <algorithm>

#include "simulator/tests/machine/kernels.hpp"

using namespace simulator;

namespace {

LaunchOutcome outcome_of(Bench& bench, LaunchConfiguration launch, std::uint64_t out,
                         std::uint64_t in = 0) {
  const Kernel& kernel = *bench.module.kernel("k");
  std::vector<std::byte> arguments(kernel.parameter_bytes);
  std::memcpy(arguments.data(), &out, 8);
  std::memcpy(arguments.data() + 8, &in, 8);
  return bench.machine.launch(bench.module, kernel, launch, arguments);
}

/// Of a launch that has to fail for nothing but accesses out of bounds at one place.
std::uint64_t times_out_of_bounds(Bench& bench, LaunchConfiguration launch, std::uint64_t out,
                                  std::uint64_t in = 0) {
  const LaunchOutcome outcome = outcome_of(bench, launch, out, in);
  CHECK(outcome.status == LaunchOutcome::Status::failed);
  CHECK(outcome.failure == LaunchFailure::Reason::illegal_address);
  REQUIRE(outcome.faults.size() == 1);
  CHECK(outcome.faults[0].kind == fault::out_of_bounds);
  return outcome.faults[0].times;
}

const Fault* find(const std::vector<Fault>& faults, const char* kind, bool benign) {
  const auto found = std::find_if(faults.begin(), faults.end(), [&](const Fault& each) {
    return each.kind == kind && each.benign == benign;
  });
  return found == faults.end() ? nullptr : &*found;
}

// Lanes 16 to 31 reach past the end of `in`, which has 16 words; all then write to `out`.
const char* const half_outside = R"(
  ld.param.u64 %rd4, [k_out]; ld.param.u64 %rd5, [k_in];
  mad.wide.u32 %rd6, %r0, 8, %rd5; mad.wide.u32 %rd7, %r0, 8, %rd4;)";

}  // namespace

TEST_CASE("an access out of bounds is left out, and its thread goes on") {
  const std::vector<std::uint64_t> in(16, 5);
  SUBCASE("a load gives zero") {
    Bench bench(kernel_text(std::string(half_outside) +
                            "ld.global.u64 %rd8, [%rd6]; add.u64 %rd8, %rd8, 1;"
                            "st.global.u64 [%rd7], %rd8;"));
    const auto out = bench.upload(Words(32)), from = bench.upload(in);
    CHECK(times_out_of_bounds(bench, {{1}, {32}}, out, from) == 16);
    const auto found = bench.download<std::uint64_t>(out, 32);
    for (unsigned k = 0; k < 32; ++k) CHECK(found[k] == (k < 16 ? 6 : 1));
  }
  SUBCASE("of a vector, too") {
    Bench bench(kernel_text(std::string(half_outside) +
                            "mov.u64 %rd8, 7; mov.u64 %rd9, 7; shl.b32 %r5, %r0, 4;"
                            "cvt.u64.u32 %rd10, %r5; add.u64 %rd10, %rd10, %rd5;"
                            "ld.global.v2.u64 {%rd8, %rd9}, [%rd10]; add.u64 %rd8, %rd8, %rd9;"
                            "st.global.u64 [%rd7], %rd8;"));
    const auto out = bench.upload(Words(32)), from = bench.upload(in);
    CHECK(times_out_of_bounds(bench, {{1}, {32}}, out, from) == 24);
    const auto found = bench.download<std::uint64_t>(out, 32);
    for (unsigned k = 0; k < 32; ++k) CHECK(found[k] == (k < 8 ? 10 : 0));
  }
  SUBCASE("an atomic gives zero, and the others count") {
    Bench bench(kernel_text(std::string(half_outside) +
                            "mov.u64 %rd8, 7; atom.global.add.u64 %rd8, [%rd6], 1;"
                            "st.global.u64 [%rd7], %rd8;"));
    const auto out = bench.upload(Words(32)), from = bench.upload(in);
    CHECK(times_out_of_bounds(bench, {{1}, {32}}, out, from) == 16);
    const auto found = bench.download<std::uint64_t>(out, 32);
    for (unsigned k = 0; k < 32; ++k) CHECK(found[k] == (k < 16 ? 5 : 0));
    CHECK(bench.download<std::uint64_t>(from, 16) == std::vector<std::uint64_t>(16, 6));
  }
  SUBCASE("an asynchronous copy brings zeros") {
    Bench bench(kernel_text(std::string(half_outside) + R"(
      mov.u32 %r5, tile; mad.lo.u32 %r5, %r0, 8, %r5;
      cp.async.ca.shared.global [%r5], [%rd6], 8; cp.async.wait_all;
      ld.shared.u64 %rd8, [%r5]; st.global.u64 [%rd7], %rd8;)",
                            ".shared .align 8 .b8 tile[256];"));
    const auto out = bench.upload(Words(32, 9)), from = bench.upload(in);
    CHECK(times_out_of_bounds(bench, {{1}, {32}}, out, from) == 16);
    const auto found = bench.download<std::uint64_t>(out, 32);
    for (unsigned k = 0; k < 32; ++k) CHECK(found[k] == (k < 16 ? 5 : 0));
  }
}

TEST_CASE("a fault is told once, with the number of times, and hides no other one") {
  // Every thread writes past the end; then those of two warps write to one word.
  Bench bench(kernel_text(R"(
    ld.param.u64 %rd4, [k_out]; st.global.u64 [%rd4 + 8], 1;
    cvt.u64.u32 %rd5, %r3; st.global.u64 [%rd4], %rd5;)"));
  const auto out = bench.upload(Words(1));
  const LaunchOutcome outcome = outcome_of(bench, {{3}, {64}}, out);
  CHECK(outcome.status == LaunchOutcome::Status::failed);
  CHECK(outcome.failure == LaunchFailure::Reason::illegal_address);
  REQUIRE(outcome.faults.size() == 2);
  CHECK(outcome.faults[0].kind == fault::out_of_bounds);
  CHECK(outcome.faults[0].times == 3 * 64);
  CHECK(outcome.faults[1].kind == fault::global_race);
  CHECK(outcome.faults[1].times > 1);
}

TEST_CASE("a launch with faults in too many places ends") {
  std::string body = "ld.param.u64 %rd4, [k_out];";
  for (int k = 0; k < 10; ++k)
    body += ".loc 1 " + std::to_string(k + 1) + " 0\nst.global.u64 [%rd4 + 8], 1;";
  body += "st.global.u64 [%rd4], 1;";
  for (const std::uint64_t most : {1, 4, 10, 11}) {
    Bench bench(".file 1 \"x.cu\"\n" + kernel_text(body));
    const auto out = bench.upload(Words(1));
    LaunchConfiguration launch{{1}, {1}};
    launch.most_faults = most;
    const LaunchOutcome outcome = outcome_of(bench, launch, out);
    CHECK(outcome.faults.size() == std::min<std::uint64_t>(most, 10));
    CHECK(bench.download<std::uint64_t>(out, 1)[0] == (most > 10));
  }
}

TEST_CASE("a thread that runs away past the end of memory is stopped") {
  Bench bench(kernel_text(R"(
    ld.param.u64 %rd4, [k_out];
  MORE: ld.global.u64 %rd5, [%rd4]; add.u64 %rd4, %rd4, 8; setp.ne.u64 %p1, %rd5, 1; @%p1 bra MORE;)"));
  const auto out = bench.upload(Words(1));
  CHECK(times_out_of_bounds(bench, {{1}, {1}}, out) > 1);
}

TEST_CASE("that nobody goes on after a fault may come of it, and is not told") {
  Bench bench(kernel_text(R"(
    ld.param.u64 %rd4, [k_out];
  SPIN: ld.volatile.global.u64 %rd5, [%rd4 + 8]; setp.ne.u64 %p1, %rd5, 1; @%p1 bra SPIN;)"));
  const auto out = bench.upload(Words(1));
  CHECK(times_out_of_bounds(bench, {{1}, {1}}, out) > 1);
}

TEST_CASE("a race in which all write the same value is benign") {
  const auto faults_of = [](const std::string& value, Dim3 grid, unsigned threads) {
    Bench bench(kernel_text("ld.param.u64 %rd4, [k_out];" + value + "st.global.u64 [%rd4], %rd5;"));
    const LaunchOutcome outcome = outcome_of(bench, {grid, {threads}}, bench.upload(Words(1, 3)));
    CHECK(outcome.status == LaunchOutcome::Status::completed);
    return outcome.faults;
  };
  SUBCASE("between warps and blocks: a note") {
    for (const Dim3 grid : {Dim3{1}, Dim3{5}}) {
      const auto faults = faults_of("mov.u64 %rd5, 7;", grid, 64);
      REQUIRE(faults.size() == 1);
      const Fault* const note = find(faults, fault::global_race, true);
      REQUIRE(note != nullptr);
      CHECK(describe(*note).find("simulator: note: race in global memory: kernel k") == 0);
      CHECK(note->message.find("both write the same value") != std::string::npos);
    }
  }
  SUBCASE("between the lanes of a warp: nothing to speak of") {
    CHECK(faults_of("mov.u64 %rd5, 7;", {1}, 32).empty());
  }
  SUBCASE("once a value differs: a race, beside the note") {
    const auto faults = faults_of("cvt.u64.u32 %rd5, %r3; shr.u64 %rd5, %rd5, 6;", {1}, 128);
    CHECK(find(faults, fault::global_race, true) != nullptr);
    CHECK(find(faults, fault::global_race, false) != nullptr);
  }
}
