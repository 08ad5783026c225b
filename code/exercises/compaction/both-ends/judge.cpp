#include "exercises/judge.hpp"

#include <algorithm>

void partition(const int* x, int n, int limit, int* y, int* kept);

void judge(exercises::Judge& judge) {
  judge.hint("race in shared memory");
  judge.hint("mask",
             "All lanes that a ballot or a shuffle names must come to it. Threads past the end "
             "bring a zero.");
  judge.hint("barrier");
  judge.hint("never written",
             "Something is read that nobody has written. Which counters have to be cleared first?");
  judge.hint("a launch failed",
             "Without elements there is nothing to launch, but a zero to store.");
  const char* last =
      "Some thread touches what is not there. The last element has the index n - 1: where does the "
      "first of the others go, if they come from the end?";
  const char* cleared =
      "Some thread touches what is not there. What does *kept hold before you count with it?";
  const char* past_the_end =
      "Some thread touches what is not there. Threads past the end have no element: they keep "
      "nothing, and they have nothing for the other end either.";
  struct Trial {
    int n, percent;
    bool cleared;
    const char* hint;
  };
  for (const Trial& each : {Trial{1024, 50, true, last}, Trial{1024, 50, false, cleared},
                            Trial{1000, 50, true, past_the_end}, Trial{1, 100, false, past_the_end},
                            Trial{1, 0, false, past_the_end}, Trial{0, 50, false, past_the_end},
                            Trial{33, 50, false, past_the_end}, Trial{5000, 0, false, past_the_end},
                            Trial{5000, 100, false, past_the_end},
                            Trial{int(judge.integer(100000, 120000)), 50, false, past_the_end},
                            Trial{int(judge.integer(100000, 120000)), 90, false, past_the_end}}) {
    judge.hint("out of bounds", each.hint);
    judge.hint("race", each.hint == past_the_end
                           ? "Two threads write to the same element. Threads past the end have no "
                             "element: they keep nothing, and they have nothing for the other end "
                             "either."
                           : "Two threads write to the same element, or one of them reads it. Has "
                             "each element a place of its own, and is *kept cleared before the "
                             "kernel begins?");
    const int n = each.n, limit = int(judge.integer(100, 900)) * 1000;
    std::vector<int> values(n);
    for (int& value : values)
      value = judge.integer(0, 99) < each.percent ? int(judge.integer(0, limit - 1))
                                                  : int(judge.integer(limit, 1000000));
    const auto keep = [&](int value) { return value < limit; };
    std::vector<int> expected(values);
    std::sort(expected.begin(), expected.end());
    const int fitting = int(std::count_if(values.begin(), values.end(), keep));
    const std::vector<int> before(1, each.cleared ? 0 : int(judge.integer(200000, 300000)));
    exercises::Memory<int> x(values), y(n), kept(before);
    const exercises::Counts counts =
        judge.run("n = " + std::to_string(n) + ", " + std::to_string(fitting) + " kept",
                  [&] { partition(x, n, limit, y, kept); });
    judge.equal(
        kept, {fitting},
        {{{before[0] + fitting}, "To *kept the number was added. It may hold anything before."},
         {{n - fitting}, "That is how many are not kept."},
         {{n}, "Is each element kept?"}},
        "How many are less than the limit?");
    // Within each part any order will do.
    std::vector<int> found = y.host();
    judge.that(y.guarded(), "memory outside of the array was written");
    const std::vector<int> others(fitting < n ? n - fitting : 0, -1);
    if (fitting < n && std::equal(others.begin(), others.end(), found.begin() + fitting))
      judge.that(false, "the elements that are not kept were never written",
                 "A partition loses nothing: those that are not kept go after the others.");
    const int astray = int(std::count_if(found.begin(), found.begin() + fitting,
                                         [&](int value) { return !keep(value); }));
    judge.that(
        astray == 0 || std::count(found.begin(), found.end(), -1) > 0,
        std::to_string(astray) + " elements stand before the kept ones end, and are not kept",
        "The kept ones have the indices below *kept, and the others those from there on.");
    std::sort(found.begin(), found.begin() + fitting);
    std::sort(found.begin() + fitting, found.end());
    exercises::Memory<int> sorted(found);
    judge.equal(
        sorted, expected, {},
        "Both parts were sorted, to be compared: some elements are missing, or there twice. "
        "Has each one a place of its own?");
    if (n < 100000) continue;
    judge.at_most("lanes' atomics in global memory", counts["global_atomic_lanes"], n / 64.0 + 2,
                  "All atomics on one counter form a queue. Let a block count first, and then take "
                  "room for all its elements at once.");
    judge.at_most("sectors loaded", counts["global_load_sectors"], 2.2 * n / 8,
                  "Each element has to be loaded only once or twice, by lanes that read side by "
                  "side.");
    judge.at_most("sectors stored", counts["global_store_sectors"], 10.0 * n / 32,
                  "Let the kept elements of a warp go side by side, and the others, too.");
  }
  if (harness::observer::available()) return;
  constexpr int large = 1 << 26;
  exercises::Memory<int> x(judge.numbers<int>(large)), y(large), kept(1);
  judge.time("n = 2^26, half of them kept", [&] { partition(x, large, 0, y, kept); });
}
