#include "exercises/judge.hpp"

#include <algorithm>

void longest_run(const int* x, int n, int* longest);

namespace {

int longest_of(const std::vector<int>& x, std::size_t piece) {
  int longest = 0, run = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (i % piece == 0) run = 0;
    run = x[i] != 0 ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

}  // namespace

void judge(exercises::Judge& judge) {
  judge.hint(
      "race in global",
      "A block reads what another has written, or two write the same, and nothing says which "
      "comes first. What is over before the next launch begins?");
  judge.hint("race in shared",
             "A thread reads from shared memory what another writes, and nothing says which comes "
             "first. A barrier belongs after each round.");
  judge.hint(
      "never written",
      "Something is read that no thread has stored. What do threads without an element bring?");
  judge.hint("mask",
             "All lanes that a shuffle names must come to it, with the identity if need be.");
  judge.hint("barrier");
  judge.hint(
      "out of bounds",
      "Some thread touches an element that is not there. Which pieces do the last threads have, "
      "and is there a place for what each block finds?");
  const std::string across =
      "The longest run crosses a border: where two pieces meet, what ends one and what begins the "
      "other are one run. What has each piece to remember for that, beside its own longest?";

  struct Trial {
    int n, begin, length;  // of a run that is there for certain
    std::string hint;
  };
  const int n = int(judge.integer(40000, 60000));
  for (const Trial& each :
       {Trial{200, 20, 9,
              "In which order do your rounds combine pieces? The left one must lie just before the "
              "right one. "
              "And what is the run that ends two pieces, if the right one has no zero?"},
        Trial{256, 30, 4, "This run has elements of two warps. " + across},
        Trial{1, 0, 1, "A single element is a run, too."},
        Trial{1000, 0, 1000, "All of it is one run. " + across},
        Trial{700, 250, 9,
              "This run has elements of two blocks, if you have blocks of 256. " + across},
        Trial{n, n / 3, 3000, across}, Trial{n, n - 40, 40, across},
        Trial{int(judge.integer(2, 9000)), 0, 0, "Is a run of no elements right, too?"}}) {
    std::vector<int> values = judge.numbers<int>(each.n, 0, each.length > 0 ? 1 : 0);
    for (int i = 2; i < each.n; i += 3) values[i] = 0;
    for (int i = 0; i < each.length; ++i) values[each.begin + i] = int(judge.integer(1, 9));
    if (each.begin > 0) values[each.begin - 1] = 0;
    if (each.begin + each.length < each.n) values[each.begin + each.length] = 0;
    exercises::Memory<int> x(values), longest(1);
    const exercises::Counts counts = judge.run(
        "n = " + std::to_string(each.n) + ", with a run of " + std::to_string(each.length),
        [&] { longest_run(x, each.n, longest); });
    const std::string pieces =
        "This is the longest run within pieces of as many elements as a block or a warp has. " +
        across;
    judge.equal(longest, {longest_of(values, values.size())},
                {{{int(std::count_if(values.begin(), values.end(), [](int v) { return v != 0; }))},
                  "That is how many elements are not zero, and not how many of them stand side by "
                  "side."},
                 {{longest_of(values, 32)}, pieces},
                 {{longest_of(values, 256)}, pieces},
                 {{longest_of(values, 512)}, pieces},
                 {{longest_of(values, 1024)}, pieces}},
                each.hint);
    judge.at_most(
        "sectors loaded from global memory", counts["global_load_sectors"], each.n / 8 * 2 + 2000,
        "Each element has to be read only once, by lanes that read side by side. Whoever follows a "
        "run from each of its elements reads it again and again.");
    judge.at_most("atomic operations", counts["global_atomic_lanes"], each.n / 64 + 1,
                  "Let a block find what its piece has to give before it tells the others.");
  }

  if (harness::observer::available()) return;
  const int large = 1 << 26;
  exercises::Memory<int> ones(std::vector<int>(large, 1)), longest(1);
  judge.time("n = 2^26", [&] { longest_run(ones, large, longest); });
}
