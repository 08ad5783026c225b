#include "exercises/judge.hpp"

#include <algorithm>

void range_of(const int* x, int n, int* parts, unsigned* tickets, int* range);

void judge(exercises::Judge& judge) {
  exercises::be_strict();
  judge.hint("only a barrier",
             "A barrier passes on what its threads know, and the thread that drew the last ticket "
             "has acquired nothing by that. Its atomic has to acquire, or a fence has to come "
             "between the atomic and the barrier.");
  judge.hint("race in global",
             "What a block leaves must be released before its ticket, and acquired after the last "
             "one, at a scope that reaches the other blocks. What is written after the ticket, or "
             "with a fence for the block only, may come too late.");
  judge.hint("race in shared",
             "A thread reads from shared memory what another writes, and nothing says which comes "
             "first. Which barrier lies between the two?");
  judge.hint("out of bounds",
             "Some thread touches what is not there. Which elements has the last block, and how "
             "much room has parts?");
  judge.hint("never written",
             "Something is read that nobody has stored. Which block is the last, if the first "
             "ticket is 0, and have all others left their numbers by then?");
  exercises::Memory<unsigned> tickets(std::vector<unsigned>(1, 0));
  for (const int n : {1, 256, int(judge.integer(257, 511)), int(judge.integer(4000, 6000)), 3000}) {
    const std::string name = n == 3000 ? "n = 3000, the last call" : "n = " + std::to_string(n);
    std::vector<int> values = judge.numbers<int>(n, -9000, 9000);
    // The extremes are those of blocks that are easily forgotten.
    values[0] = -10000 - int(judge.integer(0, 99));
    values[n - 1] = n == 1 ? values[0] : 10000 + int(judge.integer(0, 99));
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const int blocks = (n - 1) / 256 + 1;
    exercises::Memory<int> x(values), parts(2 * blocks), range(1);
    const std::size_t before = harness::observer::counted_launches().size();
    const exercises::Counts counts =
        judge.run(name, [&] { range_of(x, n, parts, tickets, range); });
    const int first = *std::max_element(values.begin(), values.begin() + std::min(n, 256)) - *low;
    judge.equal(range, {*high - *low},
                {{{first}, "That is the range of the first block. Which block comes last?"}},
                "Is there a block that finds itself the last one, in each call? The counter has to "
                "be 0 again for the next.");
    judge.at_most("launches", double(harness::observer::counted_launches().size() - before), 1,
                  "The last block can do what a second launch would.");
    judge.at_most("atomic operations on global memory", counts["global_atomic_lanes"], blocks + 2,
                  "A block needs one, for its ticket.");
  }

  if (harness::observer::available()) return;
  const int large = 1 << 26;
  exercises::Memory<int> x(std::vector<int>(large, 1)), parts(large / 128), range(1);
  judge.time("n = 2^26", [&] { range_of(x, large, parts, tickets, range); });
}
