#include "exercises/judge.hpp"

#include <algorithm>

void find_largest(const int* x, int n, int piece, int* indices);

namespace {

std::vector<int> first_largest(const std::vector<int>& x, int piece) {
  std::vector<int> indices;
  for (std::size_t begin = 0; begin < x.size(); begin += piece)
    indices.push_back(
        int(std::max_element(x.begin() + begin, x.begin() + std::min(begin + piece, x.size())) -
            x.begin()));
  return indices;
}

std::vector<int> last_largest(const std::vector<int>& x, int piece) {
  std::vector<int> indices = first_largest(x, piece);
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] == x[indices[i / piece]]) indices[i / piece] = int(i);
  return indices;
}

}  // namespace

void judge(exercises::Judge& judge) {
  judge.hint("mask",
             "A shuffle names lanes that are not there, or do not come to it, or one reads from a "
             "lane that is not named. Launch full warps, whatever the size of a piece, and let "
             "every lane come.");
  judge.hint("race in shared",
             "A warp reads from shared memory what another writes, and nothing says which comes "
             "first. All must have stored what they found before the first warp gathers it.");
  judge.hint("barrier");
  judge.hint("never written",
             "Something is read that no thread has stored. How many warps does the block have, and "
             "how many results does its first warp gather?");
  judge.hint("out of bounds",
             "Some thread touches an element that is not there. Where does the last piece end?");
  judge.hint("a launch failed",
             "A block has at most 1024 threads, and a piece may have more elements. Let a thread "
             "look at several of them.");

  struct Trial {
    int n, piece, low, high;
    const char* hint;
  };
  const char* what = "Is it the index in the whole array, and does each piece have a block?";
  const char* negative =
      "All of these numbers are negative. What does a thread bring that has no element?";
  const char* ties =
      "Where several numbers are the largest, the first of them counts. Of two that are equal, is "
      "the one in the lower lane always the one with the lower index?";
  const int piece = int(judge.integer(2, 3000));
  for (const Trial& each :
       {Trial{5000, 256, 1, 1 << 30, what}, Trial{1000, 33, -(1 << 30), -1, negative},
        Trial{20000, 1000, 1, 2, ties}, Trial{100, 1, -99, 99, what}, Trial{1, 1000, -9, -9, what},
        Trial{9000, 2049, -(1 << 30), -1, negative},
        Trial{int(judge.integer(1, 9000)), piece, -99, 99, ties}}) {
    std::vector<int> values = judge.numbers<int>(each.n, each.low, each.high);
    const std::vector<int> first = first_largest(values, each.piece);
    exercises::Memory<int> x(values), indices(first.size());
    const exercises::Counts counts =
        judge.run(std::to_string(each.n) + " numbers in pieces of " + std::to_string(each.piece),
                  [&] { find_largest(x, each.n, each.piece, indices); });
    judge.equal(indices, first, {{last_largest(values, each.piece), ties}}, each.hint);
    const double pieces = double(first.size());
    judge.at_most(
        "sectors loaded", counts["global_load_sectors"], each.n / 4 + 8 * pieces,
        "Each sector brings eight elements, and a request of a warp should use them all. "
        "How many threads look at a piece, and which elements do neighbouring ones read?");
  }
}
