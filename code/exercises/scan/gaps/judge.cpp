#include "exercises/judge.hpp"

#include <algorithm>

void fill_gaps(const int* x, int rows, int width, int* y);

void judge(exercises::Judge& judge) {
  judge.hint("race",
             "A thread reads what another writes, and nothing says which comes first. All totals "
             "must be there before anybody reads one, and all read before the next are written.");
  judge.hint("mask",
             "All lanes that a shuffle names must come to it. Launch full warps, and let threads "
             "without an element bring the identity.");
  judge.hint("barrier");
  judge.hint("never written",
             "Something is read that no thread has stored. What does a thread without an element "
             "leave, and what does an element find that has nothing before it?");
  judge.hint("out of bounds",
             "Some thread touches what is not there. What does an element find that has nothing "
             "before it in its row?");
  judge.hint("a launch failed",
             "A block has at most 1024 threads. How does it handle a row that is longer?");
  struct Trial {
    int width, one_in;
    const char* hint;
  };
  const char* warps =
      "Within 32 elements it was right. What does a warp learn of those before it, and what if the "
      "warp just before has nothing but gaps?";
  const char* rounds =
      "What does the next piece of a row learn of the pieces before it, which may have nothing but "
      "gaps?";
  for (const Trial& each :
       {Trial{32, 3, "Within one warp it is already wrong."},
        Trial{31, 9, "Within one warp it is already wrong."},
        Trial{1, 2, "A row may have a single element."}, Trial{256, 3, warps},
        Trial{1000, 200, warps}, Trial{3000, 20, rounds}, Trial{5000, 3000, rounds},
        Trial{int(judge.integer(33, 4000)), 50, rounds}}) {
    const int rows = int(judge.integer(2, 9));
    std::vector<int> values(std::size_t(rows) * each.width);
    // They fall, so that no maximum of values will do.
    for (std::size_t i = 0; i < values.size(); ++i)
      if (judge.integer(1, each.one_in) == 1)
        values[i] = 1000000 - int(i) * 3 - int(judge.integer(0, 2));
    for (int row = 1; row < rows; ++row) values[std::size_t(row) * each.width] = 0;
    values[std::size_t(each.width) - 1] = 77;
    std::vector<int> filled(values), across(values), largest(values), sums(values);
    for (std::size_t i = 1; i < values.size(); ++i) {
      const bool first = i % each.width == 0;
      if (filled[i] == 0 && !first) filled[i] = filled[i - 1];
      if (across[i] == 0) across[i] = across[i - 1];
      if (!first) {
        largest[i] = std::max(largest[i], largest[i - 1]);
        sums[i] += sums[i - 1];
      }
    }
    const auto apart = [&](int piece) {
      std::vector<int> alone(values);
      for (std::size_t i = 1; i < alone.size(); ++i)
        if (alone[i] == 0 && i % each.width % piece != 0) alone[i] = alone[i - 1];
      return alone;
    };
    exercises::Memory<int> x(values), y(values.size());
    const exercises::Counts counts =
        judge.run(std::to_string(rows) + " rows of " + std::to_string(each.width),
                  [&] { fill_gaps(x, rows, each.width, y); });
    judge.equal(
        y, filled,
        {{values, "The gaps are still there."},
         {across, "A row's first gap was filled with a value of the row before it."},
         {largest,
          "Each element has the largest value so far, and not the last one. Of which numbers "
          "must the maximum be taken, so that the later wins?"},
         {sums, "These are sums. Which operator keeps the later of two values?"},
         {apart(32), warps},
         {apart(256), rounds},
         {apart(512), rounds},
         {apart(1024), rounds}},
        each.hint);
    const double warps_in_all = rows * ((each.width + 31) / 32);
    judge.at_most(
        "sectors loaded", counts["global_load_sectors"], 11 * warps_in_all + 8,
        "Each element has to be loaded only once, by lanes that read side by side, and the value "
        "that fills a gap once more. Whoever looks back for itself reads a gap again and "
        "again.");
    judge.at_most("load requests", counts["global_load_requests"], 4 * warps_in_all + 8,
                  "A warp's load can bring 32 elements. How many threads work on a row?");
    judge.at_most("barriers that a warp waited at", counts["barriers"],
                  6.0 * 32 * rows * ((each.width + 1023) / 1024),
                  "Scan each warp by shuffles, and let the block meet only for the warps' totals.");
  }

  if (harness::observer::available()) return;
  const int rows = 1 << 14, width = 1 << 12;
  exercises::Memory<int> x(std::vector<int>(std::size_t(rows) * width, 1)), y(x.size());
  judge.time("2^14 rows of 2^12", [&] { fill_gaps(x, rows, width, y); });
}
