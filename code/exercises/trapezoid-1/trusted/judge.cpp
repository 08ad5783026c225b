#include "exercises/judge.hpp"

#include <cmath>

void add_up(const float* x, int n, float* sum);

namespace {

constexpr double tolerance = 1e-4;

float one_after_the_other(float value, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += value;
  return sum;
}

double error(double found, double expected) {
  return std::abs(found - expected) / expected;
}

}  // namespace

void judge(exercises::Judge& judge) {
  judge.hint("race",
             "Two threads change the same sum, and nothing says which comes first. Either a sum "
             "belongs to one thread alone, or whoever adds to it does so atomically.");
  judge.hint("out of bounds", "Which elements does the last thread read?");
  for (const int n : {1, 1000, 33, int(judge.integer(5000, 9000))}) {
    const std::vector<float> values = judge.numbers<float>(n, 1, 99);
    float expected = 0;
    for (const float each : values) expected += each;
    const float before = float(judge.integer(100000, 200000)), once = 2 * expected;
    exercises::Memory<float> x(values), sum(std::vector<float>{before});
    judge.run("n = " + std::to_string(n), [&] { add_up(x, n, sum); });
    judge.equal(
        sum, {expected},
        {{{before}, "The sum is what it was before."},
         {{before + expected}, "What the sum held before was added to. Who sets it to zero?"},
         {{once}, "Each number was added twice."}},
        "These are integers, whose sum is exact: some element is missing, or was added "
        "twice. If you keep sums of your own, are they zero again at the second call?");
  }

  const int n = (1 << 18) + int(judge.integer(0, 1000));
  float value = 0, naive = 0;
  do {
    value = float(judge.integer(1 << 20, 1 << 24)) / (1 << 24);
    naive = one_after_the_other(value, n);
  } while (error(naive, double(value) * n) < 5 * tolerance ||
           error(one_after_the_other(value, n / 8), double(value) * (n / 8)) < 3 * tolerance);
  exercises::Memory<float> x(std::vector<float>(n, value)), sum(std::vector<float>{0});
  const exercises::Counts counts =
      judge.run("n = " + std::to_string(n) + ", all equal", [&] { add_up(x, n, sum); });
  const float found = sum.host()[0];
  std::string why = "the sum is off by " + std::to_string(100 * error(found, double(value) * n)) +
                    " %, and may be off by 0.01 %";
  judge.that(
      found != naive, why,
      "That is what becomes of a float to which one number after the other is added. Let few "
      "additions follow one another on the way of any number.");
  judge.that(error(found, double(value) * n) <= tolerance, why,
             "How many additions follow one another on the way of a number, in its thread and in "
             "the queue? Make the larger of the two smaller.");
  judge.at_most(
      "atomic additions", counts["global_atomic_lanes"], double(n / 64),
      "All of them queue for few addresses. Let each thread add up many numbers by itself "
      "before it goes to the queue.");
  judge.at_most(
      "load requests", counts["global_load_requests"], double(n / 16),
      "A warp's load can bring 32 numbers. How many of your threads ask at the same time?");
  judge.at_most("sectors loaded", counts["global_load_sectors"], double(n / 4),
                "Each sector brings eight numbers, and a request of a warp should use them all. "
                "Which elements do neighbouring threads read at the same time?");

  if (harness::observer::available()) return;
  const int large = 1 << 26;
  exercises::Memory<float> ones(std::vector<float>(large, 1.0f));
  judge.time("n = 2^26", [&] { add_up(ones, large, sum); });
}
