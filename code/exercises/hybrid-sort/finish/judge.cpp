#include "exercises/judge.hpp"

#include <algorithm>

void finish(const unsigned* x, int buckets, int room, const int* sizes, unsigned* y);

void judge(exercises::Judge& judge) {
  judge.hint("race in shared memory",
             "A thread touches in shared memory what another writes, and nothing says which comes "
             "first. Each round of exchanges has to end before the next begins.");
  judge.hint("race",
             "Two threads write to the same element of y. Of equal keys each needs an index of its "
             "own: let the one that stands first count as smaller.");
  judge.hint("mask");
  judge.hint("barrier");
  judge.hint("never written",
             "Something is read that nobody has written. What lies in a bucket's room after its "
             "keys, and what in shared memory?");
  judge.hint("out of bounds",
             "Some thread touches what is not there. In y there are no gaps: a bucket begins after "
             "as many keys as the buckets before it have, without its own.");
  judge.hint("a launch failed");
  struct Trial {
    int buckets, room, least, most;
    bool equal;
  };
  for (const Trial& each :
       {Trial{1, 32, 32, 32, false}, Trial{1, 1, 1, 1, false}, Trial{3, 100, 1, 99, false},
        Trial{100, 40, 0, 40, false}, Trial{5, 300, 200, 300, true},
        Trial{12, 1024, 1024, 1024, false}, Trial{20, 1024, 600, 1000, false}}) {
    const std::size_t room = std::size_t(each.room);
    std::vector<unsigned> keys(each.buckets * room), in_order;
    std::vector<int> sizes(each.buckets);
    for (std::size_t b = 0; b < sizes.size(); ++b) {
      sizes[b] = int(judge.integer(each.least, each.most));
      const std::int64_t low = 1 + std::int64_t(b) * 40000000, high = low + 39999999;
      const std::int64_t same = judge.integer(low, high);
      for (std::size_t i = b * room; i < (b + 1) * room; ++i)
        keys[i] = unsigned(each.equal && i % 3 > 0 ? same : judge.integer(low, high));
      in_order.insert(in_order.end(), keys.begin() + b * room, keys.begin() + b * room + sizes[b]);
    }
    const std::vector<unsigned> unsorted(in_order);
    std::sort(in_order.begin(), in_order.end());
    exercises::Memory<unsigned> x(keys), y(in_order.size());
    exercises::Memory<int> filled(sizes);
    const exercises::Counts counts = judge.run(
        std::to_string(each.buckets) + (each.buckets == 1 ? " bucket of " : " buckets of ") +
            std::to_string(each.least) +
            (each.most > each.least ? " to " + std::to_string(each.most) : "") +
            (each.equal ? " keys, many of which are equal" : " keys"),
        [&] { finish(x, each.buckets, each.room, filled, y); });
    const std::vector<unsigned> found = y.host();
    std::vector<exercises::Mistake<unsigned>> mistakes = {
        {unsorted, "Each bucket is in its place, but its keys are in the order they had."}};
    if (std::count(found.begin(), found.end(), 0u) > 0)
      mistakes.push_back({found,
                          "There are zeros, and no key is zero. What fills a bucket up must come "
                          "after all keys, and not before them."});
    judge.equal(y, in_order, mistakes,
                each.equal
                    ? "Keys that differ were right. Of equal keys each needs an index of its "
                      "own: let the one that stands first count as smaller."
                    : "Are the keys of each bucket in order, the last one, too, and is each "
                      "there once?");
    if (each.least < 600) continue;
    const double warps = double(in_order.size()) / 32;
    judge.at_most("loads from shared memory per 32 keys", counts["shared_load_requests"] / warps,
                  250,
                  "A thread that compares its key with all others of the bucket loads them all. "
                  "Let a network sort them, or first put them in the order of bins.");
    judge.at_most("sectors loaded", counts["global_load_sectors"], 6 * warps + 64 * each.buckets,
                  "Each key has to be loaded once, by lanes that read side by side. Until it is "
                  "stored it belongs in shared memory or a register.");
    judge.at_most("sectors stored", counts["global_store_sectors"], 7 * warps + 8 * each.buckets,
                  "Each key has to be stored once, by lanes that write side by side.");
  }
  if (harness::observer::available()) return;
  constexpr int buckets = 256, room = 1024;
  std::vector<unsigned> keys(std::size_t(buckets) * room);
  for (std::size_t i = 0; i < keys.size(); ++i)
    keys[i] = unsigned(i / room) << 24 | unsigned(judge.integer(0, (1 << 24) - 1));
  exercises::Memory<unsigned> x(keys), y(keys.size());
  exercises::Memory<int> sizes(std::vector<int>(buckets, room));
  judge.time("256 buckets of 1024", [&] { finish(x, buckets, room, sizes, y); });
}
