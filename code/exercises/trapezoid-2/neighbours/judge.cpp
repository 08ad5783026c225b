#include "exercises/judge.hpp"

void add_neighbours(const float* x, float* y, int n);

namespace {

/// Each element with its neighbours. At the ends of a warp, `beyond(i, neighbour)` is what the
/// neighbour in the other warp is taken for.
template <class Beyond>
std::vector<float> with_neighbours(const std::vector<float>& x, Beyond beyond) {
  const int n = int(x.size());
  std::vector<float> y(x);
  for (int i = 0; i < n; ++i) {
    if (i > 0) y[i] += i % 32 == 0 ? beyond(i, i - 1) : x[i - 1];
    if (i + 1 < n) y[i] += i % 32 == 31 ? beyond(i, i + 1) : x[i + 1];
  }
  return y;
}

}  // namespace

void judge(exercises::Judge& judge) {
  judge.hint("mask",
             "A shuffle names lanes that do not come to it. Let every lane come, with a zero if it "
             "has no element, and decide afterwards what to do with what came back.");
  judge.hint("out of bounds",
             "Some thread reads or writes an element that is not there. The first element has no "
             "left neighbour, and the last no right one.");
  judge.hint("race", "Two threads touch the same element. Each should write one element of y.");
  for (const int n : {256, 1, 2, 33, 1000, 4096, int(judge.integer(3, 3000))}) {
    const std::vector<float> values = judge.numbers<float>(n, 1, 99);
    const auto right = with_neighbours(values, [&](int, int there) { return values[there]; });
    std::vector<float> own = with_neighbours(values, [&](int i, int) { return values[i]; });
    std::vector<float> own_at_ends(own);
    own_at_ends[0] += values[0];
    const auto nothing = with_neighbours(values, [](int, int) { return 0.0f; });
    own_at_ends[n - 1] += n % 32 == 0 ? values[n - 1] : 0;
    const std::string ends =
        "The lane at the end of a warp got its own value: a shuffle does not look beyond the warp. "
        "That neighbour has to come from somewhere else.";
    exercises::Memory<float> x(values), y(n);
    const exercises::Counts counts =
        judge.run("n = " + std::to_string(n), [&] { add_neighbours(x, y, n); });
    judge.equal(y, right,
                {{own, ends},
                 {own_at_ends, ends},
                 {nothing,
                  "Where two warps meet, their elements are neighbours too. Who has the value of "
                  "the lane next door, in the other warp?"}},
                "Has each element its two neighbours, the first and the last of all excepted, and "
                "each once?");
    judge.at_most("sectors loaded", counts["global_load_sectors"], 7.0 * ((n + 31) / 32) + 2,
                  "A warp's 32 elements are four sectors, and all but two of their neighbours are "
                  "in its own registers. Which neighbours need not be loaded a second time?");
  }

  if (harness::observer::available()) return;
  const int large = 1 << 26;
  exercises::Memory<float> x(std::vector<float>(large, 1.0f)), y(large);
  judge.time("n = 2^26", [&] { add_neighbours(x, y, large); });
}
