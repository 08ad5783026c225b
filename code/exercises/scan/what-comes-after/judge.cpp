#include "exercises/judge.hpp"

void sum_after(const int* x, int pieces, int size, int* y);

void judge(exercises::Judge& judge) {
  judge.hint("race",
             "A warp reads a total that another warp writes, and nothing says which comes first. A "
             "barrier belongs between the writes and the reads.");
  judge.hint("mask",
             "All lanes that a shuffle names must come to it. Launch full warps, and let threads "
             "without an element bring a zero.");
  judge.hint("barrier");
  judge.hint(
      "never written",
      "Something is read that no thread has stored. Which warps does a block have, and which "
      "of them lies after the last?");
  judge.hint(
      "out of bounds",
      "Some thread touches what is not there. Where does its piece end, and which warp comes "
      "after the last one?");
  for (const int size : {32, 1024, 1, 31, 33, 256, 1000, int(judge.integer(2, 1023))}) {
    const int pieces = int(judge.integer(2, 12));
    const std::vector<int> values = judge.numbers<int>(std::size_t(pieces) * size, 1, 99);
    std::vector<int> after(values.size()), from(after), before(after), warp(after), beyond(after);
    for (std::size_t i = values.size(); i-- > 0;) {
      const std::size_t at = i % size;
      after[i] = at + 1 < std::size_t(size) ? after[i + 1] + values[i + 1] : 0;
      from[i] = after[i] + values[i];
      warp[i] = at + 1 < std::size_t(size) && at % 32 != 31 ? warp[i + 1] + values[i + 1] : 0;
    }
    for (std::size_t i = 0; i < values.size(); ++i)
      before[i] = i % size > 0 ? before[i - 1] + values[i - 1] : 0;
    exercises::Memory<int> x(values), y(values.size());
    const exercises::Counts counts =
        judge.run(std::to_string(pieces) + " pieces of " + std::to_string(size),
                  [&] { sum_after(x, pieces, size, y); });
    judge.equal(
        y, after,
        {{values, "The elements are as they were."},
         {from, "Each sum includes the element itself. What comes after it does not."},
         {before, "These are the sums of what comes before."},
         {warp, "Each warp sums by itself. Who adds what the warps after it have in total?"}},
        size <= 32 ? "Within a warp: a lane whose neighbour would lie beyond the last lane "
                     "gets its own value back. Does it add that?"
                   : "Within a warp it was right. Which warps lie after this one, and has "
                     "each of them given its total once?");
    const double warps = pieces * ((size + 31) / 32);
    judge.at_most("sectors loaded", counts["global_load_sectors"], 6.0 * warps,
                  "Each element has to be loaded only once, by lanes that read side by side.");
    judge.at_most("barriers that a warp waited at", counts["barriers"], 3.0 * 32 * pieces,
                  "Scan each warp by shuffles, then the warps' totals: two barriers are enough.");
  }
}
