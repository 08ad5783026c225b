#include "exercises/judge.hpp"

#include <algorithm>
#include <functional>

void choose_bounds(const unsigned* x, int n, unsigned* bounds);

void judge(exercises::Judge& judge) {
  judge.hint("race in shared memory",
             "A thread reads from shared memory what another writes, and nothing says which comes "
             "first. The whole sample has to be there before any of it is compared.");
  judge.hint("barrier");
  judge.hint("out of bounds",
             "Sixteen buckets have fifteen bounds between them. And the last part of the array may "
             "be shorter or longer than the others.");
  judge.hint("never written",
             "Something is read that nobody has written. Is each element of the sample there?");
  constexpr int buckets = 16;
  struct Kind {
    const char* name;
    int n;
    std::function<unsigned(int)> key;
    const char* hint;
  };
  constexpr int period = 64;
  const Kind kinds[] = {
      {"random keys", 65536, [&](int) { return unsigned(judge.integer(0, 0xffffffff)); },
       "Each bucket should get about a sixteenth of the keys. How large is the sample?"},
      {"many small keys", 50000,
       [&](int) {
         const std::int64_t root = judge.integer(0, 1 << 10);
         return unsigned(root * root * root + judge.integer(0, 999));
       },
       "Bounds at equal distances are not enough: where there are more keys, they have to lie "
       "closer together. In the order of the sample they lie equally many keys apart."},
      {"neighbouring keys", 100000,
       [&](int) { return 3000000000 + unsigned(judge.integer(0, 1 << 20)); },
       "The highest bits of these keys are equal. Let the sample say where they lie."},
      {"keys in order", 65536, [&](int i) { return 7 + unsigned(i) * 60000; },
       "The first keys are no sample of an array. Take keys from all of its parts."},
      {"keys with a period", 65536,
       [&](int i) {
         return unsigned(i % period == 0 ? judge.integer(0, 999999)
                                         : judge.integer(1000000, 0xffffffff));
       },
       "Something in this array repeats as regularly as the positions that you look at. Let the "
       "position within each part look random."},
  };
  for (const Kind& kind : kinds) {
    std::vector<unsigned> keys(kind.n);
    for (int i = 0; i < kind.n; ++i) keys[i] = kind.key(i);
    exercises::Memory<unsigned> x(keys), bounds(buckets - 1);
    const exercises::Counts counts =
        judge.run(kind.name, [&] { choose_bounds(x, kind.n, bounds); });
    std::vector<unsigned> chosen = bounds.host();
    unsigned poison;
    std::memset(&poison, exercises::Memory<unsigned>::poison, sizeof poison);
    judge.equal("the number of bounds that were written",
                buckets - 1 - int(std::count(chosen.begin(), chosen.end(), poison)), buckets - 1,
                "Each of the fifteen bounds is a key of the sample. Does each have a thread that "
                "writes it?");
    std::sort(chosen.begin(), chosen.end());
    std::vector<int> sizes(buckets);
    for (const unsigned key : keys)
      ++sizes[std::upper_bound(chosen.begin(), chosen.end(), key) - chosen.begin()];
    const auto fullest = std::max_element(sizes.begin(), sizes.end());
    judge.that(*fullest <= 2 * kind.n / buckets,
               std::string(kind.name) + ": bucket " + std::to_string(fullest - sizes.begin()) +
                   " gets " + std::to_string(*fullest) + " of " + std::to_string(kind.n) +
                   " keys, and may get " + std::to_string(2 * kind.n / buckets),
               kind.hint);
    judge.at_most("sectors loaded per sector of the array",
                  counts["global_load_sectors"] / (kind.n / 8.), 0.25,
                  "A sample has to be enough: whoever reads all keys might as well count them.");
  }
  if (harness::observer::available()) return;
  constexpr int n = 1 << 26;
  exercises::Memory<unsigned> x(std::vector<unsigned>(n, 1)), bounds(buckets - 1);
  judge.time("2^26 keys", [&] { choose_bounds(x, n, bounds); });
}
