#include "exercises/judge.hpp"

void sum_rows(const float* a, int rows, int width, float* sums);

namespace {

/// What a sum over 32 lanes leads to that leaves the sums of the first lanes of rows: what lies in
/// the same warp to the right of a row's first element counts as well.
std::vector<float> across_rows(const std::vector<float>& a, int rows, int width) {
  std::vector<float> lanes((a.size() + 31) / 32 * 32);
  std::copy(a.begin(), a.end(), lanes.begin());
  for (int distance = 16; distance > 0; distance /= 2)
    for (std::size_t i = 0; i < lanes.size(); ++i)  // reads what no lane before it has written
      lanes[i] += i % 32 + distance < 32 ? lanes[i + distance] : lanes[i];
  std::vector<float> sums(rows);
  for (int row = 0; row < rows; ++row) sums[row] = lanes[std::size_t(row) * width];
  return sums;
}

}  // namespace

void judge(exercises::Judge& judge) {
  judge.hint("mask",
             "A shuffle names lanes that do not come to it. Let every lane come, with a zero if it "
             "has no number, and leave only the store in a branch.");
  judge.hint("out of bounds",
             "Some thread reads or writes an element that is not there. Which rows does the last "
             "warp have?");
  judge.hint(
      "race",
      "Two threads write or read the same element, and nothing says which comes first. Which "
      "lane stores the sum of a row?");
  for (const int width : {32, 4, 1, 16, 2, 8}) {
    const int rows = width == 4 ? 3001 : int(judge.integer(1, 3000));
    const std::vector<float> values = judge.numbers<float>(std::size_t(rows) * width, 1, 99);
    std::vector<float> sums(rows);
    for (std::size_t i = 0; i < values.size(); ++i) sums[i / width] += values[i];
    exercises::Memory<float> a(values), out(rows);
    const exercises::Counts counts =
        judge.run(std::to_string(rows) + " rows of " + std::to_string(width),
                  [&] { sum_rows(a, rows, width, out); });
    judge.equal(out, sums,
                {{across_rows(values, rows, width),
                  "Each row's sum holds numbers of the rows after it. How far may a lane look, if "
                  "the warp has several rows?"}},
                "Does each row have its own sum, the last rows too, which do not fill a warp?");
    const double warps = double((values.size() + 31) / 32);
    judge.at_most("atomic additions", counts["global_atomic_lanes"], 0,
                  "The lanes of a row can add up among themselves, and one of them can store.");
    judge.at_most("load requests", counts["global_load_requests"], 2 * warps + 8,
                  "A row of four in a warp of its own leaves 28 lanes with nothing to do. How many "
                  "rows fit into a warp?");
    judge.at_most("sectors loaded", counts["global_load_sectors"], 6 * warps + 8,
                  "Neighbouring lanes should read neighbouring numbers. With a row per lane they "
                  "are a row apart, and each request touches up to 32 sectors.");
  }

  if (harness::observer::available()) return;
  const int rows = 1 << 24, width = 4;
  exercises::Memory<float> a(std::vector<float>(std::size_t(rows) * width, 1.0f)), sums(rows);
  judge.time("2^24 rows of 4", [&] { sum_rows(a, rows, width, sums); });
}
