#include "../nearest.hpp"

#include <doctest/doctest.h>

using namespace tangle;

TEST_CASE("Edits are counted") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("warp", "warp") == 0);
  CHECK(edit_distance("warp", "wrap") == 1);
  CHECK(edit_distance("warp", "wasp") == 1);
  CHECK(edit_distance("warp", "war") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("The nearest name is found, unless it is far") {
  CHECK(nearest("warp-smu", {"block-sum", "warp-sum", "warp-sums"}) == "warp-sum");
  CHECK(nearest("sum", {"block", "grid"}) == "");
  CHECK(nearest("a", {"b"}) == "b");
  CHECK(nearest("a", {}) == "");
}
