#include "exercises/judge.hpp"

#include <cmath>

void spread(const float* x, int n, float* mean, float* variance);

void judge(exercises::Judge& judge) {
  judge.hint(
      "race in global",
      "A block reads what another has written, or two write the same, and nothing says which "
      "comes first. What is over before the next launch begins?");
  judge.hint("race in shared",
             "A thread reads from shared memory what another writes, and nothing says which comes "
             "first. A barrier belongs after each round.");
  judge.hint(
      "never written",
      "Something is read that no thread has stored. What do threads without an element bring?");
  judge.hint("mask",
             "All lanes that a shuffle names must come to it, with the identity if need be.");
  judge.hint("barrier");
  judge.hint(
      "out of bounds",
      "Some thread touches an element that is not there. Is there a place for what each block "
      "finds?");
  struct Trial {
    int n;
    double middle, slope, noise;  // of the numbers
    const char* hint;
  };
  for (const Trial& each :
       {Trial{
            4096, 0, 10, 1,
            "Where two pieces meet whose means differ, the distance between the means counts, too. "
            "What has each of the two to add for it?"},
        Trial{1, 5, 0, 0, "A single number is its own mean, and has no spread."},
        Trial{
            1000, 0, 10, 1,
            "Two pieces need not be equally long, and may be empty. How much does the mean of each "
            "count for that of both?"},
        Trial{
            int(judge.integer(90000, 100000)), 10000, 0, 2,
            "The numbers are large, and lie close together. Of the sum of their squares, which is "
            "rounded, nearly all is taken off again. What can be summed that is not so large?"},
        Trial{int(judge.integer(2, 5000)), 100, 10, 1, "Is it right for any n?"}}) {
    std::vector<float> values(each.n);
    std::normal_distribution<double> noise(0, 1);
    for (int i = 0; i < each.n; ++i)
      values[i] = float(each.middle + each.slope * i / each.n + each.noise * noise(judge.random()));
    double mean = 0, variance = 0;
    for (const float value : values) mean += value;
    mean /= each.n;
    for (const float value : values) variance += (value - mean) * (value - mean);
    variance /= each.n;
    exercises::Memory<float> x(values), found_mean(1), found_variance(1);
    const exercises::Counts counts = judge.run(
        "n = " + std::to_string(each.n), [&] { spread(x, each.n, found_mean, found_variance); });
    const auto near = [&](const char* what, exercises::Memory<float>& found, double expected,
                          double tolerance, const std::string& hint) {
      const float value = found.host()[0];
      judge.end();
      judge.that(!std::isnan(value),
                 std::string("the ") + what + " is not a number, or was never written",
                 "What is the mean of a piece without numbers? Their sum by their count is 0 / 0.");
      judge.that(std::abs(value - expected) <= tolerance,
                 std::string("the ") + what + " is " + std::to_string(value) +
                     ", and should be near " + std::to_string(expected),
                 hint);
    };
    near("mean", found_mean, mean, 1e-5 * std::abs(mean) + 1e-4, each.hint);
    const float sample = found_variance.host()[0];
    const bool less_one = each.n > 1 &&
                          std::abs(sample * (each.n - 1.0) / each.n - variance) < 1e-5 * variance &&
                          each.n < 5000;
    near("variance", found_variance, variance, (less_one ? 1e-6 : 1e-3) * variance,
         less_one ? "Is the sum of the squares divided by n - 1? Here it should be n." : each.hint);
    judge.at_most(
        "sectors loaded from global memory", counts["global_load_sectors"],
        each.n / 8 * 5 / 4 + 4000,
        "One pass is enough, if a piece knows its own mean. The mean of all is not needed "
        "before the end.");
    judge.at_most("atomic operations", counts["global_atomic_lanes"], each.n / 64 + 2,
                  "Let a block find what its piece has to give before it tells the others.");
  }

  if (harness::observer::available()) return;
  const int large = 1 << 26;
  exercises::Memory<float> ones(std::vector<float>(large, 1.0f)), mean(1), variance(1);
  judge.time("n = 2^26", [&] { spread(ones, large, mean, variance); });
}
