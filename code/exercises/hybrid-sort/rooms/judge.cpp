#include "exercises/judge.hpp"

#include <algorithm>

void to_rooms(const unsigned* x, int n, int room, unsigned* ends, unsigned* y);

void judge(exercises::Judge& judge) {
  constexpr unsigned buckets = 16;
  judge.hint("race in shared memory",
             "A thread touches in shared memory what another writes, and nothing says which comes "
             "first. A barrier belongs between the steps: clear, count, take room, order, write.");
  judge.hint("mask");
  judge.hint("barrier");
  judge.hint("never written", "Something is read that nobody has written. What must be cleared?");
  struct Trial {
    int n, room;
    bool full;
  };
  const int many = int(judge.integer(40000, 50000));
  const char* no_room =
      "Some thread touches what is not there. A key that finds no room in its bucket must not be "
      "written at all, and y ends where the room of the last bucket does.";
  const char* garbage =
      "Some thread touches what is not there. What does ends hold before the first key is counted, "
      "and which threads have a key?";
  for (const Trial& each :
       {Trial{1000, 200, false}, Trial{1, 1, false}, Trial{31, 31, false}, Trial{2049, 100, true},
        Trial{many, many / 12, false}, Trial{many, many / 32, true}}) {
    judge.hint("race", each.full
                           ? "Two threads write to the same element, or one of them reads it. "
                             "If a bucket is full, a key that comes must not be written "
                             "into the next."
                           : "Two threads write to the same element, or one of them reads "
                             "it. Has each key an index of its own in its bucket, and is "
                             "ends cleared before the kernel begins?");
    judge.hint("out of bounds", each.full ? no_room : garbage);
    const std::size_t room = std::size_t(each.room);
    std::vector<unsigned> keys(each.n), before(buckets), expected(buckets), added(before),
        lowest(buckets);
    for (unsigned& count : before) count = unsigned(judge.integer(1000000, 2000000));
    for (std::size_t i = 0; i < keys.size(); ++i) {
      keys[i] = unsigned(judge.random()()) & ~1u;  // never poison
      // Spread over all buckets; or half of them in bucket 3, and a quarter in the last.
      if (!each.full && each.n > 31) keys[i] = (keys[i] & ~0u >> 4) | unsigned(i % buckets) << 28;
      if (each.full && i % 4 != 0)
        keys[i] = (keys[i] & ~0u >> 4) | (i % 4 == 1 ? buckets - 1 : 3) << 28;
      ++expected[keys[i] >> 28], ++lowest[keys[i] % buckets];
    }
    std::vector<unsigned> capped(expected);
    for (unsigned& count : capped) count = std::min(count, unsigned(room));
    for (std::size_t b = 0; b < buckets; ++b) added[b] = before[b] + expected[b];
    exercises::Memory<unsigned> x(keys), ends(before), y(buckets * room);
    const exercises::Counts counts =
        judge.run("n = " + std::to_string(each.n) + ", room for " + std::to_string(room) +
                      (each.full ? ", too little" : ""),
                  [&] { to_rooms(x, each.n, each.room, ends, y); });
    judge.equal(
        ends, expected,
        {{before, "ends is as it was before."},
         {added, "To ends something was added that it held before. Who clears it?"},
         {lowest, "These are counts by the lowest four bits. The bucket is the highest four."},
         {capped,
          "Of a full bucket, ends says how many keys found room. It has to say how many wanted it: "
          "how else would anybody learn that some are lost?"}},
        "How many keys have these highest four bits?");
    const std::vector<unsigned> found = y.host();
    judge.that(y.guarded(), "memory outside of the array was written");
    std::sort(keys.begin(), keys.end());
    for (std::size_t b = 0; b < buckets; ++b) {
      const std::string bucket = "bucket " + std::to_string(b);
      const std::size_t held = std::min<std::size_t>(expected[b], room);
      std::vector<unsigned> inside(found.begin() + b * room, found.begin() + (b + 1) * room);
      for (const unsigned key : inside)
        judge.that(key == ~0u || key >> 28 == b,
                   bucket + " has a key of bucket " + std::to_string(key >> 28),
                   "A key stands in another bucket's room. Bucket b begins at b * room; and if it "
                   "is full, a key that comes must not be written into the next.");
      const std::size_t empty = std::count(inside.begin(), inside.begin() + held, ~0u);
      judge.that(
          empty == 0,
          bucket + " has " + std::to_string(empty) + " gaps among its first " +
              std::to_string(held) + " elements",
          "Take exactly as much room as there are keys, and let each key have the next index "
          "in its bucket.");
      judge.that(
          held == room || std::count(inside.begin() + held, inside.end(), ~0u) == long(room - held),
          bucket + " has more keys than it should", "Is each key written once?");
      std::sort(inside.begin(), inside.begin() + held);
      judge.that(std::includes(keys.begin(), keys.end(), inside.begin(), inside.begin() + held),
                 bucket + " has a key twice, or one that was never there",
                 "Has each key an index of its own in its bucket?");
    }
    if (each.n < 40000) continue;
    judge.at_most("lanes' atomics in global memory", counts["global_atomic_lanes"],
                  each.n / 64.0 + buckets,
                  "All keys want one of 16 addresses. Let a block count its tile in shared memory, "
                  "and take room for all its keys of a bucket at once.");
    judge.at_most("sectors loaded", counts["global_load_sectors"], 2.2 * each.n / 8,
                  "Each key has to be loaded once or twice, by lanes that read side by side.");
    if (!each.full)
      judge.at_most("sectors stored", counts["global_store_sectors"], 2.5 * each.n / 8,
                    "Neighbouring threads store to buckets far apart. Put the tile in order in "
                    "shared memory first, and write it from there.");
  }
  if (harness::observer::available()) return;
  constexpr int large = 1 << 26, room = large / 15;
  std::vector<unsigned> keys(large);
  for (unsigned& key : keys) key = unsigned(judge.random()());
  exercises::Memory<unsigned> x(keys), ends(buckets), y(std::size_t(buckets) * room);
  judge.time("n = 2^26", [&] { to_rooms(x, large, room, ends, y); });
}
