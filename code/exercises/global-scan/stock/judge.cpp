#include "exercises/judge.hpp"

#include <algorithm>

void stock_before(int* x, int n, int* room);

void judge(exercises::Judge& judge) {
  judge.hint(
      "race in global",
      "A block reads what another writes, and nothing says which comes first. If results "
      "are moved by one place, its neighbour in another block has moved already, or not "
      "yet. Exclusive results in place have to be computed before the first of them is stored.");
  judge.hint("race in shared",
             "A thread reads from shared memory what another writes, and nothing says which comes "
             "first. All totals must be there before anybody reads one, and all read before the "
             "next are written.");
  judge.hint("mask",
             "All lanes that a shuffle names must come to it. Let threads without an element bring "
             "what changes no stock.");
  judge.hint("barrier");
  judge.hint("never written",
             "Something is read that no thread has stored. What do threads without an element "
             "leave, and what stands in the room at first?");
  judge.hint("out of bounds",
             "Some thread touches what is not there. Which elements has the last tile, and how "
             "much room is there?");
  judge.hint("deadlock",
             "A block waits for one that never comes. Take tiles by ticket, or do it in several "
             "launches.");
  struct Trial {
    int n;
    const char* hint;
  };
  const char* order =
      "In which order are two pieces joined? The left one comes first. An order before a delivery "
      "is not the same as an order after it.";
  const char* warps =
      "Within a warp it was right. In which order are the warps' pieces joined, and does each warp "
      "learn of those before it only?";
  const char* tiles =
      "Within 256 elements it was right. What does a tile learn of those before it? The stock "
      "before the tile is not simply added to what is found within it: orders that found nothing "
      "there may be served from it.";
  const char* many =
      "With fewer tiles it was right. How many of them does your scan of the tiles take, and what "
      "does one round of it hand to the next?";
  for (const Trial& each :
       {Trial{20, order}, Trial{32, order}, Trial{256, warps},
        Trial{1, "Before the first element there is no stock."}, Trial{1000, tiles},
        Trial{257, tiles}, Trial{int(judge.integer(2, 9000)), tiles},
        Trial{int(judge.integer(70000, 80000)), many}}) {
    std::vector<int> values = judge.numbers<int>(each.n, -9, 9);
    if (each.n > 2) {
      values[0] = -5;  // finds nothing
      values[1] = 7;
    }
    // What is in stock before a tile is needed there; after that orders find nothing again.
    for (int i = 256; i < each.n; i += 256) {
      values[i - 1] = 500;
      values[i] = -400;
    }
    std::vector<int> before(each.n), after(each.n), sums(each.n);
    int stock = 0, sum = 0;
    for (int i = 0; i < each.n; ++i) {
      before[i] = stock;
      sums[i] = std::max(0, sum);
      after[i] = stock = std::max(0, stock + values[i]);
      sum += values[i];
    }
    exercises::Memory<int> x(values), room(2 * ((each.n - 1) / 256 + 1));
    const exercises::Counts counts =
        judge.run("n = " + std::to_string(each.n), [&] { stock_before(x, each.n, room); });
    judge.equal(x, before,
                {{values, "The elements are as they were."},
                 {after, "This is the stock after each element, and not before it."},
                 {sums,
                  "These are sums that are cut off at the end. But an order that finds nothing "
                  "leaves no debt that the next delivery would have to pay."}},
                each.hint);
    if (each.n < 2000) continue;
    const double sectors = each.n / 8.0;
    judge.at_most("load requests per 32 elements", counts["global_load_requests"] / (each.n / 32.0),
                  5, "A warp's load can bring 32 elements. How many of its lanes have one?");
    judge.at_most("sectors loaded, for each sector of x", counts["global_load_sectors"] / sectors,
                  2.6,
                  "Each element has to be loaded only twice, by lanes that read side by side. A "
                  "scan of pairs needs no second scan.");
    judge.at_most("sectors stored, for each sector of x", counts["global_store_sectors"] / sectors,
                  1.4,
                  "Whatever is stored and changed later is stored twice. Reduce first, and store "
                  "results only once.");
  }

  if (harness::observer::available()) return;
  const int large = 1 << 26;
  exercises::Memory<int> x(std::vector<int>(large, 1)), room(large / 128);
  judge.time("n = 2^26", [&] { stock_before(x, large, room); });
}
