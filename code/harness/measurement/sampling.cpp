#include "harness/measurement/sampling.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace harness {
namespace {

// quote: constants
constexpr int fewest = 5, usual = 25, most = samples_a_round, most_tries = 4 * most;
constexpr double wanted_error = 0.005, other_clock = 0.05;
constexpr double short_seconds = 0.1, usual_seconds = 1, most_seconds = 3;
// end quote

// quote: quantile
/// The clock of events moves in steps, so many samples are the same. Of those, half count as less
/// and half as more; between two values we go in a straight line.
double quantile(const std::vector<double>& sorted, double part) {
  const double wanted = part * static_cast<double>(sorted.size());
  double value = sorted.front(), place = 0;  // that many are less
  for (auto first = sorted.begin(); first != sorted.end();) {
    const auto last = std::upper_bound(first, sorted.end(), *first);
    const double next = static_cast<double>((first - sorted.begin()) + (last - sorted.begin())) / 2;
    if (next >= wanted) {
      const bool is_first = first == sorted.begin();
      return is_first ? *first : value + (wanted - place) / (next - place) * (*first - value);
    }
    value = *first;
    place = next;
    first = last;
  }
  return value;
}
// end quote

// quote: undisturbed
/// Those that were neither throttled nor at another clock than most.
std::vector<Sample> undisturbed(std::vector<Sample> samples) {
  std::erase_if(samples, [](const Sample& each) { return each.clock.throttled; });
  std::vector<double> clocks;
  for (const Sample& each : samples) {
    if (each.clock.megahertz > 0) clocks.push_back(each.clock.megahertz);
  }
  if (clocks.empty()) return samples;
  std::sort(clocks.begin(), clocks.end());
  const double median = quantile(clocks, 0.5);
  std::erase_if(samples, [&](const Sample& each) {
    return each.clock.megahertz > 0 &&
           std::abs(each.clock.megahertz - median) > other_clock * median;
  });
  return samples;
}
// end quote

Timing summary(const std::vector<Sample>& samples) {
  std::vector<double> times;
  Timing timing{};
  for (const Sample& each : samples) {
    times.push_back(each.milliseconds);
    const unsigned clock = each.clock.megahertz;
    if (clock == 0) continue;
    timing.fastest_clock = std::max(timing.fastest_clock, clock);
    timing.slowest_clock =
        timing.slowest_clock == 0 ? clock : std::min(timing.slowest_clock, clock);
  }
  std::sort(times.begin(), times.end());
  timing.median = quantile(times, 0.5);
  timing.lower_quartile = quantile(times, 0.25);
  timing.upper_quartile = quantile(times, 0.75);
  timing.samples = static_cast<int>(times.size());
  return timing;
}

// quote: steady
/// For normal noise the median's standard error is 1.253 sigma / sqrt(n), sigma the interquartile
/// range / 1.349.
bool is_steady(const Timing& timing) {
  double error = 0.93 * (timing.upper_quartile - timing.lower_quartile) / std::sqrt(timing.samples);
  return error <= wanted_error * timing.median;
}
// end quote

}  // namespace

bool Timing::is_unstable() const {
  return upper_quartile - lower_quartile > widest_spread * median;
}

std::string Timing::remark() const {
  std::string text;
  auto add = [&](bool holds, const char* word) {
    if (holds) text.append(text.empty() ? "" : "+").append(word);
  };
  add(is_unstable(), "unstable");
  add(throttled, "throttled");
  add(in_l2, "in-L2");
  return text.empty() ? "ok" : text;
}

Timing sample_until_steady(const std::function<Sample()>& sample,
                           const std::function<double()>& seconds) {
  std::vector<Sample> samples;
  const double start = seconds();
  // quote: loop
  for (;;) {
    samples.push_back(sample());
    const int tries = static_cast<int>(samples.size());
    const double passed = seconds() - start;
    if (tries < (passed > short_seconds ? usual : most) && passed <= usual_seconds) continue;
    const std::vector<Sample> good = undisturbed(samples);
    const int count = static_cast<int>(good.size());
    bool enough = count >= most || (count >= fewest && passed > usual_seconds);
    enough = enough || (count >= usual && passed > short_seconds && is_steady(summary(good)));
    if (!enough && tries < most_tries && (tries < fewest || passed <= most_seconds)) continue;
    const bool disturbed = count < fewest;
    Timing timing = summary(disturbed ? samples : good);
    timing.discarded = disturbed ? 0 : tries - count;
    timing.throttled = disturbed;
    return timing;
  }
  // end quote
}

Timing sample_calls(const std::function<void()>& run, const std::function<double()>& seconds) {
  // quote: calls
  constexpr double warm_up_seconds = 0.05, shortest_sample = 1e-4;
  int calls = 0;
  const double start = seconds();
  for (; seconds() - start < warm_up_seconds; ++calls) run();
  const double seconds_a_call = (seconds() - start) / calls;
  calls = static_cast<int>(std::ceil(shortest_sample / seconds_a_call));
  auto sample = [&] {
    const double before = seconds();
    for (int i = 0; i < calls; ++i) run();
    return Sample{(seconds() - before) / calls * 1e3, {}};
  };
  // end quote
  return sample_until_steady(sample, seconds);
}

}  // namespace harness
