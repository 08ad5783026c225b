#include "simulator/ptx/names.hpp"

#include <doctest/doctest.h>

using simulator::kernel_name;
using simulator::variable_name;

TEST_CASE("kernel names lose return type and parameters") {
  CHECK(kernel_name("_Z8warp_sumPf") == "warp_sum");
  CHECK(kernel_name("_Z6reduceILi256EEvPKfPf") == "reduce<256>");
  CHECK(kernel_name("_ZN3cub6detail4scanIfEEvv") == "cub::detail::scan<float>");
  CHECK(kernel_name("_ZN12_GLOBAL__N_15innerEPi") == "(anonymous namespace)::inner");
  CHECK(kernel_name("plain") == "plain");
  CHECK(kernel_name("f") == "f");
}

TEST_CASE("variables' names lose the function that they are in") {
  CHECK(variable_name("_ZZ10neighboursPiiE1a") == "a");
  CHECK(variable_name("_ZZ4sortILi4EN3one3twoEEvPiE4tile_0") == "tile");
  CHECK(variable_name("table") == "table");
}
