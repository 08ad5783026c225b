#include "exercises/judge.hpp"

void mix(unsigned* x, int n);

namespace {

unsigned after(unsigned y, int rounds) {
  for (; rounds > 0; --rounds) y = 1664525 * y + 1013904223;
  return y;
}

}  // namespace

void judge(exercises::Judge& judge) {
  judge.hint(
      "out of bounds",
      "Some thread has an element past the end. Compare the index of its element with n, and "
      "not its own number.");
  judge.hint("race",
             "Two threads take the same element. Of the elements of one kind, every fourth, which "
             "does thread t of block b take?");
  judge.hint("launch failed", "Is there at least one block, however few elements there are?");
  for (const int n : {4096, 20000, 1, 2, 33, 1023, 1025, int(judge.integer(5000, 20000))}) {
    std::vector<unsigned> values(n), right(n);
    for (int i = 0; i < n; ++i) {
      values[i] = unsigned(judge.random()());
      right[i] = after(values[i], 8 << i % 4);
    }
    exercises::Memory<unsigned> x(values);
    const exercises::Counts counts = judge.run("n = " + std::to_string(n), [&] { mix(x, n); });
    const std::vector<unsigned> found = x.host();
    bool left = false, other = false;  // elements as they were; with another kind's rounds
    for (int i = 0; i < n; ++i) {
      if (found[i] == right[i]) continue;
      left = left || found[i] == values[i];
      for (int kind = 0; kind < 4; ++kind) other = other || found[i] == after(values[i], 8 << kind);
    }
    judge.equal(x, right, {},
                left    ? "Some elements are left as they were. Round the number of blocks up: all "
                          "kinds need as many threads, whatever n is."
                : other ? "Some elements get the rounds of another kind. The kind is that of the "
                          "element, and not of the thread that does it."
                        : "Does each element get its rounds once, and only once?");
    judge.at_most(
        "divergent branches", counts["divergent_branches"], n / 1000 + 8,
        "In some warps there are still several kinds, so their lanes leave the loop at "
        "different times. A warp is 32 consecutive threads of a block: all of them should "
        "have elements of one kind.");
  }
}
