#include "exercises/judge.hpp"

#include <algorithm>

void reverse(const float* x, float* y, int n);

void judge(exercises::Judge& judge) {
  judge.hint(
      "out of bounds",
      "The last block has threads past the end, or an index is one too large. Which i do your "
      "threads have, and which elements do they touch?");
  judge.hint("race",
             "Two threads touch the same element and nothing says which of them comes first. Each "
             "thread should write one element of y that is its own.");
  for (const int n : {1, 256, 255, 257, 1000, int(judge.integer(5000, 9000))}) {
    const std::vector<float> values = judge.numbers<float>(n);
    std::vector<float> reversed(values.rbegin(), values.rend());
    exercises::Memory<float> x(values), y(n);
    judge.run("n = " + std::to_string(n), [&] { reverse(x, y, n); });
    std::vector<float> moved(reversed);  // as if the last element had the index n
    std::rotate(moved.begin(), moved.end() - 1, moved.end());
    judge.equal(y, reversed,
                {{values,
                  "The elements are in the order in which they came. Element i belongs where "
                  "the element counted from the other end is."},
                 {moved, "All elements are one place off. The last index is n - 1, and not n."}},
                "Does each element of y have a thread that writes it, whatever n is? Round the "
                "number of blocks up.");
  }
}
