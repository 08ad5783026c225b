#include "exercises/judge.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

void dot(const float* x, const float* y, int n, float* product);

namespace {

/// The blocks of the largest of the launches since the first `before` ones.
double most_blocks(std::size_t before) {
  double most = 0;
  const auto& launches = harness::observer::counted_launches();
  for (std::size_t i = before; i < launches.size(); ++i) {
    const char* at = launches[i].grid.c_str();  // such as 132x1x1
    double blocks = 1;
    for (char* end = nullptr; *at != '\0'; at = *end == 'x' ? end + 1 : end)
      blocks *= double(std::strtoul(at, &end, 10));
    most = std::max(most, blocks);
  }
  return most;
}

}  // namespace

void judge(exercises::Judge& judge) {
  judge.hint("race in global",
             "A block reads what another has written, and nothing says that it is there already. "
             "An atomic says nothing of other addresses, unless it releases and acquires. And a "
             "counter that is not back at zero calls the wrong block the last one.");
  judge.hint("race in shared",
             "A warp reads from shared memory what another writes, and no barrier is in between.");
  judge.hint("never written",
             "Something is read that no thread has stored. How many warps, and how many blocks, "
             "have left a sum?");
  judge.hint("mask", "All lanes that a shuffle names must come to it, with a zero if need be.");
  judge.hint("barrier", "Not all threads of a block come to the barrier.");
  judge.hint(
      "out of bounds",
      "Some thread touches an element that is not there. Has each of your blocks a place for "
      "its sum, and which elements has the last thread?");
  for (const int n : {1, 1000, 33, int(judge.integer(2, 50000))}) {
    const std::vector<float> a = judge.numbers<float>(n, -9, 9), b = judge.numbers<float>(n, 1, 9);
    float expected = 0;
    for (int i = 0; i < n; ++i) expected += a[i] * b[i];
    exercises::Memory<float> x(a), y(b);
    for (const bool again : {false, true}) {
      exercises::Memory<float> product(1);
      judge.run("n = " + std::to_string(n) + (again ? ", a second time" : ""),
                [&] { dot(x, y, n, product); });
      judge.equal(product, {expected}, {},
                  again
                      ? "The first time it was right. What does your first call leave behind that "
                        "the second one finds: a counter, or a sum?"
                      : "These are integers, whose sum is exact: some element is missing or has "
                        "been added twice, or the sum was added to what was there before.");
    }
  }

  const int n = 100000 + int(judge.integer(0, 5000));
  std::vector<float> a(n), b(n);
  double expected = 0, size = 0;
  for (int i = 0; i < n; ++i) {
    a[i] = float(judge.integer(1, 1 << 20)) / (1 << 20) * (i < n / 2 ? 1 : -1);
    b[i] = float(judge.integer(1, 1 << 20)) / (1 << 20);
    expected += double(a[i]) * b[i];
    size += std::abs(double(a[i]) * b[i]);
  }
  exercises::Memory<float> x(a), y(b), product(1);
  float first = 0;
  for (int run = 1; run <= 6; ++run) {
    const std::size_t before = harness::observer::counted_launches().size();
    const exercises::Counts counts =
        judge.run("n = " + std::to_string(n) + ", run " + std::to_string(run),
                  [&] { dot(x, y, n, product); });
    const float found = product.host()[0];
    judge.that(
        std::abs(found - expected) <= 1e-5 * size,
        "the product is " + std::to_string(found) + ", and should be near " +
            std::to_string(expected),
        "Is that more than rounding? Some element is missing or has been added twice, or too "
        "many additions follow one another.");
    if (run == 1) first = found;
    judge.that(found == first,
               "the product is " + std::to_string(found) + ", and was " + std::to_string(first) +
                   " in the first run, of the same numbers",
               "Floats that are added in another order are rounded in other ways. Which order do "
               "your additions come in, and who decides it?");
    if (run > 1) continue;
    int multiprocessors = 0;
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
    judge.at_least("blocks", most_blocks(before), multiprocessors,
                   "A block runs on one SM, and the others of this GPU have nothing to do.");
    judge.at_most("atomic operations", counts["global_atomic_lanes"], n / 64,
                  "Let a block add up its share before it tells the others.");
    judge.at_most("sectors loaded", counts["global_load_sectors"], 2 * 1.25 * n / 8 + 4096,
                  "Each of the two arrays has to be read only once, by neighbouring lanes at "
                  "neighbouring elements.");
  }

  if (harness::observer::available()) return;
  const int large = 1 << 26;
  exercises::Memory<float> ones(std::vector<float>(large, 1.0f)),
      twos(std::vector<float>(large, 2));
  judge.time("n = 2^26", [&] { dot(ones, twos, large, product); });
}
