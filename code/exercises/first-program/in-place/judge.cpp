#include "exercises/judge.hpp"

void reverse(float* x, int n);

void judge(exercises::Judge& judge) {
  judge.hint("race",
             "One thread reads an element that another overwrites, and nothing says which comes "
             "first. Which two elements belong together, and could one thread have both?");
  judge.hint(
      "out of bounds",
      "Some thread touches an element that is not there. Which index belongs to the last i?");
  for (const int n : {1, 2, 3, 512, 511, 1000, int(judge.integer(5000, 9000))}) {
    const std::vector<float> values = judge.numbers<float>(n);
    exercises::Memory<float> x(values);
    judge.run("n = " + std::to_string(n), [&] { reverse(x, n); });
    judge.equal(x, std::vector<float>(values.rbegin(), values.rend()),
                {{values,
                  "The elements are where they were. Were they swapped at all, or swapped "
                  "twice, once by each of the two threads?"}},
                "Are all pairs swapped, whatever n is? Half of the threads will do, rounded up to "
                "whole blocks.");
  }
}
