#include "simulator/dim3.hpp"

#include <doctest/doctest.h>

using namespace simulator;

TEST_CASE("An extent is three numbers with something between them") {
  CHECK(joined({1, 20, 3}, "x") == "1x20x3");
  CHECK(joined({7}, ", ") == "7, 1, 1");
}
