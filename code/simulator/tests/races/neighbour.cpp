// Launches that are over while others run that ran beside them.
#include "simulator/races/neighbour.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace simulator;

namespace {

std::shared_ptr<Neighbour> over(std::uint32_t end, std::uint64_t bytes = 0) {
  auto made = std::make_shared<Neighbour>();
  made->start = 1;
  made->end = end;
  made->left_bytes = bytes;
  return made;
}

}  // namespace

TEST_CASE("of many neighbours those go that were over first, and none that is not over") {
  Neighbours all{over(0)};
  for (std::uint32_t k = 0; k < 32; ++k) all.push_back(over(132 - k));
  CHECK(forget_some(all) == 0);
  CHECK(all.size() == 33);
  all.push_back(over(140));
  all.push_back(over(141));
  CHECK(forget_some(all) == 102);
  CHECK(all.size() == 33);
  CHECK(all.front()->end == 0);
  CHECK(std::all_of(all.begin() + 1, all.end(), [](const auto& each) { return each->end > 102; }));
}

TEST_CASE("so do those that take too much memory, the last as well") {
  constexpr std::uint64_t large = std::uint64_t{100} << 20;
  Neighbours all{over(10, large), over(0), over(11, large)};
  CHECK(forget_some(all) == 0);
  all.push_back(over(12, large));
  CHECK(forget_some(all) == 10);
  all.push_back(over(13, 10 * large));
  CHECK(forget_some(all) == 13);
  CHECK(all.size() == 1);
}
