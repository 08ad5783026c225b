#include "exercises/judge.hpp"

#include <algorithm>

void smooth(const float* x, float* y, std::size_t n);

namespace {

/// What comes out if the neighbours are sought among `group` elements only, and not in all.
std::vector<float> smoothed(const std::vector<float>& x, int group) {
  std::vector<float> y(x.size());
  for (int i = 0; i < int(x.size()); ++i) {
    const int first = i / group * group, last = std::min(first + group, int(x.size())) - 1;
    y[i] = (x[std::max(i - 1, first)] + 2 * x[i] + x[std::min(i + 1, last)]) / 4;
  }
  return y;
}

}  // namespace

void judge(exercises::Judge& judge) {
  judge.hint("out of bounds",
             "Some thread touches an element that is not there: the left neighbour of the first, "
             "the right one of the last, or a vector that goes past the end.");
  judge.hint("misaligned", "A float4 lies at a multiple of 16 bytes.");
  judge.hint("never written", "Part of what you use was never written. Where do you read?");
  judge.hint("race", "Two threads write the same element of y. Which four belong to which thread?");
  judge.hint("launch failed", "Is there at least one block, however few elements there are?");
  for (const int n : {4096, 1000, 1, 2, 3, 4, 5, 1001, 1023, int(judge.integer(10000, 20000))}) {
    const std::vector<float> values = judge.numbers<float>(n), right = smoothed(values, n);
    exercises::Memory<float> x(values), y(n);
    const exercises::Counts counts =
        judge.run("n = " + std::to_string(n), [&] { smooth(x, y, n); });
    const std::vector<float> found = y.host();
    const bool rest =
        n % 4 != 0 && std::equal(found.begin(), found.begin() + n / 4 * 4, right.begin());
    judge.equal(
        y, right,
        {{smoothed(values, 4),
          "Each group of four is smooth by itself. The neighbours of its first and its last "
          "element belong to other groups."}},
        rest ? "The last elements are too few for a vector, but they have to be done."
             : "Are both neighbours taken, and at the ends the element itself?");
    judge.at_most(
        "requests, loads and stores together",
        counts["global_load_requests"] + counts["global_store_requests"], 6 * (n / 128) + 24,
        "Each request of a warp may bring 16 bytes per lane. What one element needs of x, "
        "its neighbours need as well: let a thread have several in a row.");
  }
  if (harness::observer::available()) return;
  constexpr std::size_t n = std::size_t(1) << 26;
  exercises::Memory<float> x(n), y(n);
  judge.time("n = 2^26", [&] { smooth(x, y, n); });
}
