#include "exercises/judge.hpp"

void negate(float* x, std::size_t n);

void judge(exercises::Judge& judge) {
  judge.hint("misaligned",
             "A float4 lies at a multiple of 16 bytes, and your array begins elsewhere. How many "
             "elements come before the first such place?");
  judge.hint("out of bounds",
             "Some thread touches memory past the end, or before the beginning. The last elements "
             "are not always four, and there may be fewer elements than up to the next multiple of "
             "16 bytes.");
  judge.hint("race",
             "Two threads change the same element. Each belongs to the head, to one group of four, "
             "or to the tail, and never to two of them.");
  judge.hint("launch failed", "A launch of no blocks is an error, and n may be 0.");
  for (const int n : {1000, 1003, 3, 0, 1, 2, 4, 5, int(judge.integer(10000, 20000))})
    for (int before = 0; before < 4; ++before) {
      // No element is zero: each changes.
      std::vector<float> values = judge.numbers<float>(before + n, 1, 99);
      exercises::Memory<float> x(values);
      const exercises::Counts counts =
          judge.run(std::to_string(n) + " elements, " + std::to_string(4 * before) +
                        " bytes after a multiple of 16",
                    [&] { negate(x.data() + before, n); });
      const std::vector<float> found = x.host();
      int head = 0, tail = 0, outside = 0;  // unchanged at either end; changed before the array
      while (head < n && found[before + head] == values[before + head]) ++head;
      while (tail < n && found[before + n - 1 - tail] == values[before + n - 1 - tail]) ++tail;
      for (int i = 0; i < before; ++i) outside += found[i] != values[i];
      judge.that(outside == 0, "elements before x were changed",
                 "A vector that begins before the array has elements of others in it. Begin at the "
                 "first multiple of 16 bytes within.");
      for (int i = 0; i < n; ++i) values[before + i] = -values[before + i];
      judge.equal(x, values, {},
                  head == n  ? "Nothing has changed. Do so few elements get a thread?"
                  : tail > 0 ? "The elements at the end are left, too few for a vector."
                  : head > 0 ? "The elements at the beginning are left, before the first vector."
                             : "Is each element changed once, and only once?");
      const std::string hint =
          "Four bytes at a time are one request for every 32 elements, and sixteen one for 128. An "
          "array that begins elsewhere has a multiple of 16 bytes near its beginning, too.";
      const double limit = n / 128 + 8;
      judge.at_most("load requests", counts["global_load_requests"], limit, hint);
      judge.at_most("store requests", counts["global_store_requests"], limit, hint);
    }
  if (harness::observer::available()) return;
  constexpr std::size_t n = std::size_t(1) << 26;
  exercises::Memory<float> x(n + 1);
  judge.time("n = 2^26", [&] { negate(x.data() + 1, n); });
}
