#include "harness/measurement/sampling.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <stdexcept>
#include <vector>

#include "harness/measurement/bandwidth.hpp"

using harness::Sample;
using harness::Timing;

namespace {

/// A GPU and a watch that are made up: each sample takes `seconds_each`.
struct Bench {
  double seconds_each = 0.001;
  double now = 100;
  int tries = 0;

  template <class Next>
  Timing time(Next next) {
    return harness::sample_until_steady(
        [&] {
          now += seconds_each;
          return next(tries++);
        },
        [&] { return now; });
  }
};

}  // namespace

TEST_CASE("a steady time needs a round of samples, and its quartiles are its median") {
  Bench bench{.seconds_each = 0.0001};
  Timing timing = bench.time([](int) { return Sample{2.5, {1980, false}}; });
  CHECK(timing.samples == harness::samples_a_round);
  CHECK(timing.median == 2.5);
  CHECK(timing.lower_quartile == 2.5);
  CHECK(timing.upper_quartile == 2.5);
  CHECK(timing.discarded == 0);
  CHECK(timing.slowest_clock == 1980);
  CHECK(timing.fastest_clock == 1980);
  CHECK(timing.remark() == "ok");
}

TEST_CASE("one of which a round takes long needs 25") {
  Bench bench{.seconds_each = 0.005};
  Timing timing = bench.time([](int) { return Sample{2.5, {}}; });
  CHECK(timing.samples == 25);
  Bench shorter{.seconds_each = 0.001};
  CHECK(shorter.time([](int) {
                 return Sample{1, {}};
               })
            .samples == doctest::Approx(100).epsilon(0.02));
}

TEST_CASE("a noisy time is sampled until its median is known, for a round at most") {
  std::mt19937 random(1);
  std::normal_distribution<double> mild(1, 0.02), wild(1, 0.2);
  Bench one{.seconds_each = 0.005}, other;
  Timing known = one.time([&](int) { return Sample{mild(random), {}}; });
  Timing unknown = other.time([&](int) { return Sample{wild(random), {}}; });
  CHECK(known.samples >= 25);
  CHECK(known.samples < harness::samples_a_round);
  CHECK(known.median == doctest::Approx(1).epsilon(0.02));
  CHECK(known.lower_quartile < known.median);
  CHECK(unknown.samples == harness::samples_a_round);
  CHECK(unknown.is_unstable());
  CHECK(unknown.remark() == "unstable");
}

TEST_CASE("where the clock moves in steps, the median and the quartiles lie within one") {
  // Of eight three are 2, and five are 3: half of the threes count as less than 3.
  Bench bench{.seconds_each = 0.0001};
  auto step = [](double threes) {
    return [threes](int i) { return Sample{i % 8 < 8 - threes ? 2.0 : 3.0, {}}; };
  };
  Timing timing = bench.time(step(5));
  CHECK(timing.samples == harness::samples_a_round);
  CHECK(timing.median == doctest::Approx(2 + (0.5 - 0.1875) / (0.6875 - 0.1875)));
  CHECK(timing.lower_quartile == doctest::Approx(2.125));
  CHECK(timing.upper_quartile == 3);
  // A hair more of one value moves the median by a hair, not by a step.
  Bench other{.seconds_each = 0.0001};
  CHECK(other.time(step(4)).median == doctest::Approx(2.5));
}

TEST_CASE("the median of times that all differ is the one in the middle") {
  Bench bench{.seconds_each = 0.3};
  CHECK(bench.time([](int i) {
               return Sample{std::vector{5.0, 1.0, 4.0, 2.0, 3.5}[i], {}};
             })
            .median == 3.5);
}

TEST_CASE("slow samples are few, but five") {
  for (auto [seconds, samples] : {std::pair(10.0, 5), {0.15, 7}, {0.01, 25}}) {
    Bench bench{.seconds_each = seconds};
    CHECK(bench.time([](int i) { return Sample{i % 2 ? 1.0 : 1.02, {}}; }).samples >= samples);
    CHECK(bench.tries >= samples);
    CHECK(bench.tries <= samples + 40);
  }
}

TEST_CASE("calls on a host are made to warm up, and often enough in a sample") {
  for (auto [each, in_a_sample] : {std::pair(5.1e-7, 197), {3.1e-5, 4}, {1.1e-4, 1}, {20.0, 1}}) {
    double now = 100;
    int calls = 0;
    auto run = [&, each = each] {
      now += each;
      ++calls;
    };
    Timing timing = harness::sample_calls(run, [&] { return now; });
    CHECK(timing.median == doctest::Approx(each * 1e3).epsilon(1e-6));
    const int to_warm_up = static_cast<int>(std::ceil(0.05 / each));
    CHECK(std::abs(calls - to_warm_up - timing.samples * in_a_sample) <= 1);
  }
}

TEST_CASE("calls that become faster within a twentieth of a second are timed after that") {
  double now = 100;
  auto run = [&] { now += now < 100.04 ? 3e-5 : 1e-5; };
  Timing timing = harness::sample_calls(run, [&] { return now; });
  CHECK(timing.median == doctest::Approx(0.01));
  CHECK(timing.upper_quartile == doctest::Approx(0.01));
}

TEST_CASE("throttled samples are discarded and counted") {
  Bench bench{.seconds_each = 0.005};
  Timing timing = bench.time([](int i) {
    return i % 3 == 0 ? Sample{9, {1200, true}} : Sample{2, {1980, false}};
  });
  CHECK(timing.samples == 25);
  CHECK(timing.discarded == bench.tries - 25);
  CHECK(timing.discarded >= 12);
  CHECK(timing.upper_quartile == 2);
  CHECK(timing.slowest_clock == 1980);
  CHECK(timing.remark() == "ok");
}

TEST_CASE("so are those at another clock than most, such as before the GPU has woken up") {
  Bench bench;
  Timing timing = bench.time([](int i) {
    return i < 7 ? Sample{9, {345, false}} : Sample{2, {1980u - i % 2 * 15, false}};
  });
  CHECK(timing.discarded == 7);
  CHECK(timing.median == 2);
  CHECK(timing.slowest_clock == 1965);
  CHECK(timing.fastest_clock == 1980);
}

TEST_CASE("where all is throttled it is measured all the same, and said") {
  for (double seconds : {0.001, 0.1, 4.0}) {
    Bench bench{.seconds_each = seconds};
    Timing timing = bench.time([](int) { return Sample{3, {1200, true}}; });
    CHECK(timing.median == 3);
    CHECK(timing.samples == bench.tries);
    CHECK(timing.throttled);
    CHECK(timing.remark() == "throttled");
  }
}

TEST_CASE("a clock that is not known disturbs nothing") {
  Bench bench{.seconds_each = 0.005};
  Timing timing = bench.time([](int i) { return Sample{2, {i % 2 ? 0u : 1980u, false}}; });
  CHECK(timing.samples == 25);
  CHECK(timing.discarded == 0);
}

TEST_CASE("what fits into the cache is marked, and more than the peak is refused") {
  const harness::Limits limits{.l2_bytes = 50e6, .peak = 4.8e12};
  Timing timing{.median = 1, .lower_quartile = 1, .upper_quartile = 1, .samples = 25};
  harness::judge(timing, {}, limits);
  harness::judge(timing, {.bytes = 4.7e9}, limits);
  CHECK(timing.remark() == "ok");
  CHECK_THROWS_AS(harness::judge(timing, {.bytes = 4.9e9}, limits), std::runtime_error);
  harness::judge(timing, {.bytes = 4.9e9}, {.l2_bytes = 50e6, .peak = 0});
  harness::judge(timing, {.bytes = 9e9, .footprint = 49e6}, limits);
  CHECK(timing.remark() == "in-L2");
  timing.upper_quartile = 1.06;
  CHECK(timing.remark() == "unstable+in-L2");
  harness::judge(timing, {.bytes = 51e6}, limits);
  CHECK(timing.remark() == "unstable");
}
