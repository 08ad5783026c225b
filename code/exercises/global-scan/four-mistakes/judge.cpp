#include "exercises/judge.hpp"

using Long = long long;

void running_sums(const Long* x, int n, Long* y, Long* sums, int* ready, int* next);

void judge(exercises::Judge& judge) {
  judge.hint("race in shared",
             "One thread writes to shared memory, the prefix or the number of the tile, and others "
             "read it. Which barrier lies between the two?");
  judge.hint(
      "last blocks first: deadlock",
      "The blocks that the GPU has room for wait for blocks that have not begun, and never will. "
      "Take the tile by ticket, in the order in which blocks begin.");
  const std::string orders =
      "The sum must be written before its flag, and read after it; and both orders must be asked "
      "for: a release by the thread that writes, an acquire by the thread that waits. And a flag "
      "on which another block waits must be atomic.";
  judge.hint("race in global", orders);
  judge.hint("deadlock",
             "A thread waits for what it will never see. Does it look again each time, and does "
             "each tile, the first one too, set its flag? And does one thread draw the ticket, for "
             "the whole block? " +
                 orders);
  judge.hint("never written",
             "A sum is read that was never written. Does every tile write its own, and does the "
             "first one wait for none?");
  judge.hint("out of bounds",
             "A tile is taken that there is not. Who draws the ticket? One thread does, for the "
             "whole block.");
  struct Trial {
    const char* name;
    int n;
    std::string schedule;
  };
  const std::string random = "random:" + std::to_string(judge.integer(0, 999));
  for (const Trial& each :
       {Trial{"one tile", int(judge.integer(1000, 1024)), "forward"},
        Trial{"one element", 1, "forward"}, Trial{"the first blocks first", 9000, "forward"},
        Trial{"a random order", int(judge.integer(9000, 20000)), random},
        Trial{"the last blocks first", 300 * 1024 - 1, "reverse"}}) {
    const int tiles = (each.n - 1) / 1024 + 1;
    const std::vector<Long> values = judge.numbers<Long>(each.n, 1 << 30, (1 << 30) + (1 << 29));
    std::vector<Long> summed(values), apart(values), narrow(values), last(values);
    for (int i = 1; i < each.n; ++i) {
      summed[i] += summed[i - 1];
      narrow[i] = int(narrow[i] + narrow[i - 1]);
      if (i % 1024 != 0) apart[i] += apart[i - 1];
    }
    for (int i = 1024; i < each.n; ++i) last[i] = apart[i] + apart[i / 1024 * 1024 - 1];
    for (int i = 0; i < 1024 && i < each.n; ++i) last[i] = apart[i];
    exercises::Memory<Long> x(values), y(each.n), sums(tiles);
    exercises::Memory<int> ready(std::vector<int>(tiles, 0)), next(std::vector<int>(1, 0));
    const exercises::Counts counts = judge.run(each.name, [&] {
      harness::observer::set_schedule(each.schedule);
      running_sums(x, each.n, y, sums, ready, next);
    });
    judge.equal(
        y, summed,
        {{apart, "Each tile is summed by itself. What comes before it has to be added."},
         {last,
          "A tile adds the total of the tile just before, and not all that comes before it. What "
          "does a tile hand on?"},
         {narrow, "The sums take more than 32 bits."}},
        "Which tile does a block work on? All of its threads must agree on that.");
    // How often a thread looks at a flag depends on who is ahead.
    if (tiles == 1)
      judge.at_most("sectors loaded", counts["global_load_sectors"], each.n / 4.0 + 8,
                    "Each element has to be loaded only once.");
    judge.at_most("sectors stored", counts["global_store_sectors"], each.n / 4.0 + 4.0 * tiles + 8,
                  "Each result has to be stored only once, in a single launch.");
  }
}
