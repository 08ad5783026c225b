#include "exercises/judge.hpp"

void to_sparse(const float* x, int rows, int width, int* begins, int* columns, float* values);

void judge(exercises::Judge& judge) {
  judge.hint("race in shared memory");
  judge.hint("race",
             "A thread reads what another writes, or both write, and nothing says which comes "
             "first. Has each number a place of its own? In a row beyond 32 columns, or beyond a "
             "block's threads, what was before has to be carried on. And within a kernel no block "
             "waits for the others: what one has stored, only the next launch can read.");
  judge.hint("mask",
             "All lanes that a ballot or a shuffle names must come to it. Threads past the end of "
             "a row bring a zero.");
  judge.hint("barrier");
  judge.hint("never written",
             "Something is read that nobody has written. Who stores begins[0] and begins[rows], "
             "and who clears what is counted with?");
  judge.hint("out of bounds",
             "Some thread touches what is not there. begins has one element more than there are "
             "rows, and columns and values have one for each number that is not zero.");
  judge.hint("a launch failed",
             "A block has at most 1024 threads. How does it handle more rows, or a longer row?");
  struct Trial {
    int rows, width, one_in;
  };
  for (const Trial& each :
       {Trial{1, 32, 2}, Trial{7, 31, 3}, Trial{40, 5, 2}, Trial{1, 1, 1}, Trial{3000, 3, 2},
        Trial{50, 1000, 2}, Trial{100, int(judge.integer(1000, 1500)), 10},
        Trial{300, int(judge.integer(200, 300)), 5}}) {
    const int rows = each.rows, width = each.width;
    std::vector<float> table(std::size_t(rows) * width), values;
    std::vector<int> begins, ends, counts, columns, flat;
    for (int row = 0; row < rows; ++row) {
      begins.push_back(int(values.size()));
      for (int column = 0; column < width; ++column) {
        // The first row of all has something, and the second has nothing.
        const bool some = row == 0 && column == 0;
        if (!some && (row == 1 || judge.integer(1, each.one_in) > 1)) continue;
        flat.push_back(row * width + column);
        columns.push_back(column);
        values.push_back(float(judge.integer(1, 9999)));
        table[flat.back()] = values.back();
      }
      ends.push_back(int(values.size()));
      counts.push_back(ends.back() - begins.back());
    }
    begins.push_back(int(values.size()));
    ends.push_back(-1), counts.push_back(-1);
    exercises::Memory<float> x(table), numbers(values.size());
    exercises::Memory<int> first(begins.size()), at(columns.size());
    const exercises::Counts seen =
        judge.run((rows == 1 ? "one row of " : std::to_string(rows) + " rows of ") +
                      std::to_string(width) + ", one number in " + std::to_string(each.one_in),
                  [&] { to_sparse(x, rows, width, first, at, numbers); });
    std::vector<int> open(begins);
    open.back() = -1;
    std::vector<int> with_all(ends);
    with_all.back() = begins.back();
    const char* inclusive = "These are the ends of the rows. Which scan leaves out the row itself?";
    judge.equal(first, begins,
                {{open,
                  "All but the last are right. begins[rows] is where one more row would begin: how "
                  "many numbers there are in all."},
                 {ends, inclusive},
                 {with_all, inclusive},
                 {counts, "These are counts, not yet their sums."}},
                "A row begins after the numbers of all rows before it, in their order: that takes "
                "a scan, and no atomic that gives room to the row that comes first.");
    const char* order =
        "The numbers of a row have to keep their order. How many of them come before this one in "
        "its row? Beyond 32 columns, or beyond a block's threads, what was before has to be "
        "carried on.";
    judge.equal(at, columns,
                {{flat, "That is the index in the whole table. The column is that in its row."}},
                order);
    judge.equal(numbers, values, {}, order);
    if (width < 200) continue;
    const double size = double(rows) * width;
    judge.at_most("sectors loaded", seen["global_load_sectors"], 2.75 * size / 8 + 16 * rows + 512,
                  "Each element has to be loaded only twice, once to be counted and once to be "
                  "moved, by lanes that read side by side. Who works on a row?");
    judge.at_most("lanes' atomics in global memory", seen["global_atomic_lanes"],
                  double(size / 32 + rows), "To count, or to find a place, needs no atomic.");
  }
  if (harness::observer::available()) return;
  constexpr int rows = 1 << 14, width = 1 << 12;
  std::vector<float> table(std::size_t(rows) * width);
  std::size_t in_all = 0;
  for (std::size_t i = 0; i < table.size(); ++i)
    if (judge.random()() % 10 == 0) table[i] = 1, ++in_all;
  exercises::Memory<float> x(table), values(in_all);
  exercises::Memory<int> begins(rows + 1), columns(in_all);
  judge.time("2^14 rows of 2^12, a tenth not zero",
             [&] { to_sparse(x, rows, width, begins, columns, values); });
}
