#include "exercises/judge.hpp"

void sum_rows(const int* x, int rows, int* y);

void judge(exercises::Judge& judge) {
  judge.hint("race in shared",
             "A lane reads what another lane of its warp has written, or writes what another still "
             "reads, and nothing says which comes first. Lanes do not run in step; a __syncwarp() "
             "lets them meet.");
  judge.hint("mask",
             "All lanes that a shuffle names must come to it. Only whole warps may leave early.");
  judge.hint("barrier",
             "Not all threads of the block come to the barrier. A row belongs to one warp, so none "
             "is needed.");
  judge.hint("never written",
             "Something is read that no thread has stored. Does the row have as many elements as "
             "are read, and does each of them have its own place in shared memory?");
  judge.hint("out of bounds",
             "Some thread touches what is not there. What do the warps of the last block do that "
             "have no row?");
  judge.hint("misaligned", "A vector of 16 bytes begins at a multiple of 16 bytes.");
  for (const int rows : {1, 8, 9, int(judge.integer(2, 99)), 256}) {
    const std::vector<int> values = judge.numbers<int>(std::size_t(rows) * 256, 1, 99);
    const auto sums_of = [&](std::size_t piece) {
      std::vector<int> sums(values);
      for (std::size_t i = 0; i < sums.size(); ++i)
        if (i % piece != 0) sums[i] += sums[i - 1];
      return sums;
    };
    const std::vector<int> summed = sums_of(256);
    const auto with_own = [&](int piece) {
      std::vector<int> sums(summed);
      for (std::size_t i = 0; i < sums.size(); ++i)
        for (int e = 0; e < piece; ++e) sums[i] += values[i / piece * piece + e];
      return sums;
    };
    const char* own =
        "The total of a lane's own elements is in what it adds to them. It needs the "
        "sum of the lanes before it.";
    const char* lanes = "Each lane adds only its own elements. What have the lanes before it?";
    const char* halves =
        "The sum begins anew where the warp takes its next elements. What does it carry on?";
    exercises::Memory<int> x(values), y(values.size());
    const exercises::Counts counts = judge.run(std::to_string(rows) + (rows > 1 ? " rows" : " row"),
                                               [&] { sum_rows(x, rows, y); });
    judge.equal(y, summed,
                {{values, "The elements are as they were."},
                 {sums_of(values.size()), "The sum goes on from one row to the next."},
                 {with_own(4), own},
                 {with_own(8), own},
                 {sums_of(4), lanes},
                 {sums_of(8), lanes},
                 {sums_of(32), halves},
                 {sums_of(64), halves},
                 {sums_of(128), halves}},
                "What comes before a lane's elements: the lanes before it, and what the warp has "
                "taken before?");
    judge.at_most("sectors loaded per row", counts["global_load_sectors"] / rows, 40,
                  "The elements lie side by side for each lane, and far apart for the warp. A "
                  "request should touch only as many sectors as it needs.");
    judge.at_most("sectors stored per row", counts["global_store_sectors"] / rows, 40,
                  "The results lie side by side for each lane, and far apart for the warp. A "
                  "request should touch only as many sectors as it needs.");
    judge.at_most("shuffles per row", counts["shuffles"] / rows, 14,
                  "Let each lane add several elements by itself, and scan only the lanes' totals.");
    judge.at_most("barriers of the block", counts["barriers"], 0,
                  "A row belongs to one warp, and that has no need to wait for others.");
    judge.at_most(
        "wavefronts of shared memory per row",
        (counts["shared_load_wavefronts"] + counts["shared_store_wavefronts"]) / rows, 64,
        "Lanes whose elements are eight words apart meet in only four of the 32 banks. Leave a "
        "word free now and then, and look at no element more often than you need.");
  }

  if (harness::observer::available()) return;
  const int rows = 1 << 18;
  exercises::Memory<int> x(std::vector<int>(std::size_t(rows) * 256, 1)), y(x.size());
  judge.time("2^18 rows", [&] { sum_rows(x, rows, y); });
}
