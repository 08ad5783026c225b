#include "exercises/judge.hpp"

void integrate(const float* x, const float* y, int n, float* area);

namespace {

using Mistakes = std::vector<exercises::Mistake<float>>;

struct Table {
  std::vector<float> x, y;
};

/// Of `n` points with whole numbers, from left to right, the first two strips and the first and the
/// last height of which differ.
Table table_of(exercises::Judge& judge, int n) {
  Table table{std::vector<float>(n), std::vector<float>(n)};
  auto& [x, y] = table;
  x[0] = float(judge.integer(-9, 9));
  for (int i = 1; i < n; ++i)
    x[i] = x[i - 1] + float(i == 1 ? 2 : i == 2 ? 8 : 2 * judge.integer(1, 4));
  for (float& each : y) each = float(judge.integer(1, 9));
  if (n > 2) y[0] = 1, y[n - 1] = 9;
  return table;
}

/// The sum over the strips from `first` on, before `last`, each of the given width times the sum
/// of `left` times its left height and `right` times its right one.
template <class Width>
float strips(const std::vector<float>& y, int first, int last, Width width, float left,
             float right) {
  float sum = 0;  // of so few and such numbers that it is exact
  for (int i = first; i < last; ++i) sum += width(i) * (left * y[i] + right * y[i + 1]);
  return sum;
}

float area_of(const Table& table) {
  const auto own = [&](int i) { return table.x[i + 1] - table.x[i]; };
  return strips(table.y, 0, int(table.x.size()) - 1, own, 0.5f, 0.5f);
}

Mistakes mistakes_with(const Table& table) {
  const auto& [x, y] = table;
  const int last = int(x.size()) - 1;
  const auto own = [&](int i) { return x[i + 1] - x[i]; };
  const auto first = [&](int) { return x[1] - x[0]; };
  const auto mean = [&](int) { return (x[last] - x[0]) / float(last); };
  const std::string even =
      "Is every strip equally wide? The points of this table are not evenly spaced.";
  const std::string rectangles =
      "These are rectangles. The area of a trapezoid is its width times the mean of its two "
      "heights.";
  return {{{0.0f}, "Nothing was added to the sum, which was zero before."},
          {{strips(y, 0, last, first, 0.5f, 0.5f)}, even},
          {{strips(y, 0, last, mean, 0.5f, 0.5f)}, even},
          {{strips(y, 0, last, own, 1, 0)}, rectangles},
          {{strips(y, 0, last, own, 0, 1)}, rectangles},
          {{2 * area_of(table)},
           "That is twice the area. A strip counts the mean of its heights, and not their sum."},
          {{strips(y, 1, last, own, 0.5f, 0.5f)},
           "The first strip is missing. The chapter's threads begin at point 1, since its ends are "
           "treated apart. Which strip belongs to thread 0 here?"},
          {{strips(y, 0, last - 1, own, 0.5f, 0.5f)},
           "The last strip is missing. It lies between points n - 2 and n - 1."}};
}

}  // namespace

void judge(exercises::Judge& judge) {
  judge.hint(
      "race",
      "Two threads change the sum, and nothing keeps one from overwriting what the other has "
      "added. Reading, adding and writing are three steps; what makes them one?");
  judge.hint("out of bounds",
             "Some thread reads past the last point. There are n points; how many strips are there "
             "between them?");
  judge.hint("a launch failed",
             "A single point has no strip, and a launch of no blocks is an error.");
  for (const int n : {65, 2, 1, 257, 1000, int(judge.integer(5000, 9000))}) {
    Table table = table_of(judge, n);
    Mistakes mistakes;
    if (n == 65) {
      while (!exercises::told_apart({area_of(table)}, mistakes = mistakes_with(table)))
        table = table_of(judge, n);
    }
    exercises::Memory<float> on_x(table.x), on_y(table.y), area(std::vector<float>{0});
    const exercises::Counts counts =
        judge.run("n = " + std::to_string(n), [&] { integrate(on_x, on_y, n, area); });
    judge.equal(area, {area_of(table)}, mistakes,
                "Does each strip have a thread, whatever n is? Round the number of blocks up.");
    judge.at_most(
        "atomic additions", counts["global_atomic_lanes"], n - 1,
        "Each of them stands in the queue for the sum. A thread can add up what its strip "
        "has to give before it goes there.");
  }
}
