#include "exercises/judge.hpp"

void two_sums(const float* x, int blocks, int threads, float* sums, float* squares);

void judge(exercises::Judge& judge) {
  judge.hint("race in shared",
             "A warp stores its share of a sum where the first warp may still be reading, or reads "
             "before the others have stored. Give each of the two sums an array of its own, and "
             "put the barrier between the writes and the reads.");
  judge.hint(
      "race",
      "Two threads write the same element of a result. Which thread of the block has the sum?");
  judge.hint("never written",
             "The first warp reads shares that no warp has stored. How many warps does the block "
             "have?");
  judge.hint("mask", "All lanes of a warp must come to each of its shuffles.");
  judge.hint("barrier");
  judge.hint("deadlock", "Some threads wait at a barrier to which the others never come.");
  judge.hint("out of bounds", "A block has at most 32 warps, and each element has one thread.");
  for (const int threads : {256, 32, 1024, 96, 32 * int(judge.integer(1, 32))}) {
    const int blocks = int(judge.integer(2, 20));
    const std::vector<float> values = judge.numbers<float>(std::size_t(blocks) * threads, 2, 99);
    std::vector<float> sums(blocks), squares(blocks);
    for (std::size_t i = 0; i < values.size(); ++i) {
      sums[i / threads] += values[i];
      squares[i / threads] += values[i] * values[i];
    }
    exercises::Memory<float> x(values), out(blocks), out_squares(blocks);
    const exercises::Counts counts =
        judge.run(std::to_string(blocks) + " blocks of " + std::to_string(threads),
                  [&] { two_sums(x, blocks, threads, out, out_squares); });
    judge.equal(out, sums,
                {{squares,
                  "That is the sum of the squares. Do both sums use the same shared array, so that "
                  "the second overwrites the first?"}},
                "This is the sum of the numbers themselves.");
    judge.equal(
        out_squares, squares, {{sums, "That is the sum of the numbers, and not of their squares."}},
        "This is the sum of the squares. Is each number squared before it is added to others?");
    const double warps = blocks * threads / 32;
    judge.at_most("barriers that a warp waited at", counts["barriers"], warps,
                  "One barrier is enough for both sums. What may each warp store before it?");
    judge.at_most("sectors loaded", counts["global_load_sectors"], 4 * warps,
                  "Each number has to be loaded only once for both sums.");
    judge.at_most("shuffles", counts["shuffles"], 20 * warps,
                  "Two sums of a warp take ten shuffles, and only the first warp needs ten more.");
  }
}
