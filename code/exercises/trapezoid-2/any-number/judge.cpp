#include "exercises/judge.hpp"

void sum_groups(const float* x, int groups, int t, float* sums);

namespace {

/// What adding pairs leads to if the last number is dropped where their number is odd.
float without_the_odd(std::vector<float> values) {
  for (std::size_t left = values.size(); left > 1; left /= 2)
    for (std::size_t i = 0; i < left / 2; ++i) values[i] += values[i + left / 2];
  return values[0];
}

}  // namespace

void judge(exercises::Judge& judge) {
  judge.hint(
      "race",
      "A lane reads an element that another writes, and nothing says which comes first. A "
      "barrier belongs between the two: after the numbers are stored, and after each round.");
  judge.hint("never written",
             "Some lane adds an element that nobody has stored. With t numbers only the first t "
             "elements hold any; what are the others to hold, or who keeps away from them?");
  judge.hint(
      "mask",
      "Not all lanes that the mask names come to the same barrier. Only the addition belongs "
      "in the branch; the barrier comes after it, for every lane.");
  judge.hint("barrier",
             "Not all threads come to the same barrier. Only the addition belongs in the branch; "
             "the barrier comes after it, for every thread.");
  judge.hint("deadlock",
             "Some lanes wait at a barrier to which the others never come. Only the addition "
             "belongs in the branch; the barrier comes after it, for every lane.");
  judge.hint("out of bounds",
             "Some lane reads past its group, or writes past the shared array. Which lanes have a "
             "number, and which have a partner?");
  for (const int t : {32, 7, 1, 31, 2, 3, 17, int(judge.integer(4, 30))}) {
    const int groups = int(judge.integer(2, 40));
    const std::vector<float> values = judge.numbers<float>(std::size_t(groups) * t, 1, 99);
    std::vector<float> sums, dropped;
    for (int g = 0; g < groups; ++g) {
      const std::vector<float> group(values.begin() + g * t, values.begin() + (g + 1) * t);
      float sum = 0;
      for (const float each : group) sum += each;
      sums.push_back(sum);
      dropped.push_back(without_the_odd(group));
    }
    exercises::Memory<float> x(values), out(groups);
    const exercises::Counts counts =
        judge.run(std::to_string(groups) + " groups of " + std::to_string(t),
                  [&] { sum_groups(x, groups, t, out); });
    judge.equal(
        out, sums,
        {{dropped,
          "A number is lost where an odd number of them is left: half of seven is three and "
          "a half, and four must remain."}},
        "Where an odd number of values is left, one has no partner. Does it remain, once?");
    judge.at_most("shuffles", counts["shuffles"], 0,
                  "Leave the tree in shared memory, and mend it there.");
  }
}
