#include "exercises/judge.hpp"

#include <algorithm>

void sort_bytes(const unsigned char* x, int n, unsigned char* y);

void judge(exercises::Judge& judge) {
  judge.hint("race in shared memory");
  judge.hint("race",
             "A thread reads what another writes, or both write, and nothing says which comes "
             "first. What one kernel has counted, the next can read; within a kernel no block "
             "waits for the others.");
  judge.hint("never written",
             "Something is read that nobody has written. Are the counts cleared before the first "
             "byte is counted?");
  judge.hint("mask");
  judge.hint("out of bounds",
             "Some thread touches what is not there. Is each byte a number from 0 to 255, and not "
             "from -128 to 127? And where does the last value end?");
  struct Trial {
    int n, low, high;
  };
  const auto size = [&] { return int(judge.integer(40000, 50000)); };
  for (const Trial& each :
       {Trial{1, 200, 200}, Trial{100, 0, 3}, Trial{int(judge.integer(500, 3000)), 0, 255},
        Trial{size(), 0, 255}, Trial{size(), 77, 77}, Trial{size(), 250, 255}}) {
    const int n = each.n;
    std::vector<unsigned char> values(n);
    for (unsigned char& value : values) value = (unsigned char)(judge.integer(each.low, each.high));
    const std::vector<int> numbers(values.begin(), values.end());
    std::vector<int> expected(numbers), late(n), with_signs(numbers);
    std::sort(expected.begin(), expected.end());
    for (int i = 1; i < n; ++i) late[i] = expected[i - 1];
    const std::vector<int> down(expected.rbegin(), expected.rend());
    std::sort(with_signs.begin(), with_signs.end(),
              [](int a, int b) { return (signed char)(a) < (signed char)(b); });
    exercises::Memory<unsigned char> x(values), y(n);
    const exercises::Counts counts =
        judge.run("n = " + std::to_string(n) + ", bytes from " + std::to_string(each.low) + " to " +
                      std::to_string(each.high),
                  [&] { sort_bytes(x, n, y); });
    const std::vector<unsigned char> found = y.host();
    judge.that(y.guarded(), "memory outside of the array was written");
    exercises::Memory<int> shown(std::vector<int>(found.begin(), found.end()));
    judge.equal(
        shown, expected,
        {{std::vector<int>(n, 0xFF), "Nothing was written to y."},
         {numbers, "The bytes are in the order they had."},
         {down, "They fall. They should rise."},
         {with_signs, "From 128 on, these bytes were taken for negative numbers."},
         {late,
          "Each byte is one place too late. Say that k bytes are less than b or equal to it: then "
          "the last b has the index k - 1."}},
        "Where does each value begin, and where does the next one? A value may also not "
        "occur at all.");
    if (n < 40000) continue;
    judge.at_most("lanes' atomics in global memory", counts["global_atomic_lanes"], n / 16.0 + 256,
                  "A byte without a value beside it is nothing but its number: which of the equal "
                  "ones goes where does not matter, and none has to ask for its place. Only "
                  "counting takes atomics, and mostly in shared memory.");
    judge.at_most("sectors stored", counts["global_store_sectors"], 4 * n / 32.0 + 512,
                  "32 bytes that lie side by side are one sector. Does a warp store such ones? Let "
                  "an element of the result have a thread, and not a value.");
    judge.at_most("sectors loaded", counts["global_load_sectors"], 8 * n / 32.0 + 512,
                  "Read the bytes once, and keep in shared memory what each block reads often.");
  }
  if (harness::observer::available()) return;
  constexpr int large = 1 << 26;
  std::vector<unsigned char> many(large);
  for (unsigned char& value : many) value = (unsigned char)(judge.random()());
  exercises::Memory<unsigned char> x(many), y(large);
  judge.time("n = 2^26", [&] { sort_bytes(x, large, y); });
}
