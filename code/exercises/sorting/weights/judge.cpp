#include "exercises/judge.hpp"

#include <algorithm>

void sum_by_kind(const unsigned char* kinds, const int* weights, int n, int* sums);

void judge(exercises::Judge& judge) {
  constexpr int all = 64;
  judge.hint("race in shared memory",
             "Two threads touch the same sum in shared memory, one of them without an atomic, and "
             "nothing says which comes first. Lanes of different warps may have the same number; "
             "and a barrier belongs after the sums are cleared, and before they are read.");
  judge.hint("race",
             "Two threads touch the same sum, one of them without an atomic. A block that sets the "
             "sums to zero may do so after another has begun to add; what is over before a kernel "
             "begins?");
  judge.hint("never written", "Something is read that nobody has written. Who clears the sums?");
  judge.hint("mask");
  judge.hint("out of bounds",
             "Some thread touches what is not there. Which threads have an element?");
  struct Trial {
    int n;
    const char* data;
  };
  for (const Trial& each :
       {Trial{1, "any"}, Trial{33, "any"}, Trial{int(judge.integer(1000, 3000)), "any"},
        Trial{int(judge.integer(60000, 70000)), "one"},
        Trial{int(judge.integer(60000, 70000)), "any"},
        Trial{int(judge.integer(60000, 70000)), "sorted"}}) {
    const int n = each.n;
    const bool one = each.data[0] == 'o', sorted = each.data[0] == 's';
    std::vector<unsigned char> kinds(n, (unsigned char)(judge.integer(0, all - 1)));
    if (!one)
      for (unsigned char& kind : kinds) kind = (unsigned char)(judge.integer(0, all - 1));
    if (sorted) std::sort(kinds.begin(), kinds.end());
    const std::vector<int> weights = judge.numbers<int>(n, 2, 99);
    std::vector<int> before = judge.numbers<int>(all, 1000, 9999), expected(all), added(before),
                     counts(all), first(all);
    for (int i = 0; i < n; ++i) {
      expected[kinds[i]] += weights[i], added[kinds[i]] += weights[i], ++counts[kinds[i]];
      const int begin = i / 32 * 32;  // of its warp
      const int leader =
          int(std::find(kinds.begin() + begin, kinds.begin() + i, kinds[i]) - kinds.begin());
      first[kinds[i]] += weights[leader];
    }
    exercises::Memory<unsigned char> on_device(kinds);
    exercises::Memory<int> values(weights), sums(before);
    const exercises::Counts seen = judge.run("n = " + std::to_string(n) +
                                                 (one      ? ", all of one kind"
                                                  : sorted ? ", sorted by kind"
                                                           : ", kinds in no order"),
                                             [&] { sum_by_kind(on_device, values, n, sums); });
    judge.equal(
        sums, expected,
        {{before, "The sums are as they were before."},
         {added, "To these sums something was added that they held before. Who clears them?"},
         {counts, "Each element counts as one. It has a weight."},
         {first,
          "Each lane of a kind counts with the weight of the first such lane of its warp. Peers "
          "have equal kinds, but not equal weights."}},
        "Is each element added once, to the sum of its own kind?");
    if (n < 60000) continue;
    judge.at_most("lanes' atomics in global memory", seen["global_atomic_lanes"], n / 32.0 + all,
                  "Let each block add into sums of its own, in shared memory, over so many "
                  "elements that what it adds to the common ones in the end hardly counts.");
    judge.at_most(
        "lanes of a warp that want one address", seen["atomic_max_same_address"], 4,
        "If all are of one kind, all lanes of a warp want the same sum. Give them several "
        "copies of it, and add those up at the end.");
    judge.at_most("sectors loaded", seen["global_load_sectors"], 2 * (n / 32.0 + n / 8.0) + 512,
                  "Each kind and each weight has to be loaded only once, by lanes that read side "
                  "by side.");
  }
  if (harness::observer::available()) return;
  constexpr int large = 1 << 26;
  exercises::Memory<unsigned char> same(std::vector<unsigned char>(large, 7));
  exercises::Memory<int> ones(std::vector<int>(large, 1)), sums(all);
  judge.time("n = 2^26, all of one kind", [&] { sum_by_kind(same, ones, large, sums); });
}
