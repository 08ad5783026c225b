#include "exercises/judge.hpp"

#include <algorithm>

void rotate(float* x, int n);

void judge(exercises::Judge& judge) {
  judge.hint("out of bounds",
             "Some thread touches an element that is not there. The last ring may have fewer than "
             "32 elements, and its last one takes from its first.");
  judge.hint("mask", "Do all lanes that a barrier names come to it, or end before?");
  judge.hint("deadlock", "Does a thread wait for one that never comes?");
  for (const int n : {32, 64, 1024, 1, 31, 33, 1000, int(judge.integer(5000, 9000))}) {
    judge.hint("race",
               n <= 32
                   ? "A lane may write before its neighbour has read. Which barrier of the warp "
                     "comes between the reads and the writes?"
                   : "A barrier of the warp orders the lanes of one warp. Does each ring belong "
                     "to a single warp, and does nothing read beyond its own ring?");
    const std::vector<float> values = judge.numbers<float>(n);
    std::vector<float> right(values);
    for (int first = 0; first < n; first += 32)
      std::rotate(right.begin() + first, right.begin() + first + 1,
                  right.begin() + std::min(first + 32, n));
    exercises::Memory<float> x(values);
    const exercises::Counts counts = judge.run("n = " + std::to_string(n), [&] { rotate(x, n); });
    judge.equal(x, right, {},
                "Does each element take the value of the next, and the last one of a ring that of "
                "the first?");
    judge.at_most("sectors, loads and stores together",
                  counts["global_load_sectors"] + counts["global_store_sectors"], n / 2 + 16,
                  "The lanes of a warp reach far apart in memory: with one ring per thread, each "
                  "touches a sector of its own in every step. Let neighbours have neighbours.");
  }
}
