#include "exercises/judge.hpp"

#include <algorithm>

void split_pieces(unsigned* x, int pieces, int size, int bit);

void judge(exercises::Judge& judge) {
  judge.hint("race in shared memory",
             "A warp reads a count that another warp writes, and nothing says which comes first. A "
             "barrier belongs between the two.");
  judge.hint("race",
             "An element is overwritten that another thread may not have read yet. All of a piece "
             "must be in registers before its first element is stored.");
  judge.hint("mask",
             "All lanes that a ballot or a shuffle names must come to it. Launch full warps, and "
             "let threads without an element bring neither a zero nor a one.");
  judge.hint("barrier");
  judge.hint("out of bounds",
             "Some thread touches what is not there. A one goes after all zeros of its piece, by "
             "the number of ones before it; and a thread past the end is no zero.");
  judge.hint("never written",
             "Something is read that no thread has stored. Which warps does a block have?");
  struct Trial {
    int pieces, size;
  };
  for (const Trial& each :
       {Trial{1, 32}, Trial{1, 27}, Trial{9, 1}, Trial{3, 1024}, Trial{5, 33}, Trial{7, 31},
        Trial{2, 1000}, Trial{int(judge.integer(2, 9)), int(judge.integer(34, 1023))}}) {
    const int bit = int(judge.integer(0, 31));
    std::vector<unsigned> values(std::size_t(each.pieces) * each.size);
    for (unsigned& value : values) value = unsigned(judge.random()());
    const auto split = [&](std::size_t piece, auto first) {
      std::vector<unsigned> parts(values);
      for (std::size_t begin = 0; begin < parts.size(); begin += each.size)
        for (std::size_t from = 0; from < std::size_t(each.size); from += piece)
          std::stable_partition(
              parts.begin() + begin + from,
              parts.begin() + begin + std::min<std::size_t>(from + piece, each.size), first);
      return parts;
    };
    const auto zero = [&](unsigned value) { return !(value >> bit & 1); };
    const auto one = [&](unsigned value) { return (value >> bit & 1) != 0; };
    const std::vector<unsigned> expected = split(each.size, zero);
    exercises::Memory<unsigned> x(values);
    const exercises::Counts counts =
        judge.run(std::to_string(each.pieces) + (each.pieces == 1 ? " piece of " : " pieces of ") +
                      std::to_string(each.size) + " by bit " + std::to_string(bit),
                  [&] { split_pieces(x, each.pieces, each.size, bit); });
    std::vector<unsigned> sorted(values), alike = x.host();
    const auto normal = [&](std::vector<unsigned>& of) {
      for (std::size_t begin = 0; begin < of.size(); begin += each.size) {
        const auto first = of.begin() + begin, last = first + each.size,
                   middle = first + std::count_if(values.begin() + begin,
                                                  values.begin() + begin + each.size, zero);
        std::sort(first, middle);
        std::sort(middle, last);
      }
    };
    std::vector<exercises::Mistake<unsigned>> mistakes = {
        {values, "The pieces are as they were."},
        {split(each.size, one), "The ones stand first. They go after the zeros."},
        {split(32, zero),
         "Each warp was split by itself. Who tells a warp how many zeros the warps before it "
         "have, and how many there are in the whole piece?"}};
    std::vector<unsigned> ordered(expected), found(alike);
    normal(ordered), normal(found);
    if (found == ordered)
      mistakes.push_back({alike,
                          "The zeros come first, but within a kind the elements are not in the "
                          "order they had. An atomic hands out places to whoever comes first; a "
                          "ballot counts those before."});
    judge.equal(x, expected, mistakes,
                each.size <= 32
                    ? "Within a warp: how many zeros come before a lane, how many ones, "
                      "and how many zeros are there in all?"
                    : "In one warp it was right. What does a place owe to the warps "
                      "before, and a one to the zeros of the warps after?");
    const double warps = each.pieces * ((each.size + 31) / 32);
    judge.at_most("sectors loaded", counts["global_load_sectors"], 6.0 * warps,
                  "Each element has to be loaded only once, by lanes that read side by side.");
    judge.at_most("barriers that a warp waited at", counts["barriers"], 3.0 * 32 * each.pieces,
                  "Ballots count in the warps, and then the warps' counts are added up: three "
                  "barriers per piece are plenty.");
  }
}
