#include "simulator/runtime/csv.hpp"

#include <doctest/doctest.h>

using simulator::runtime::quoted;

TEST_CASE("A field of a CSV file holds any text") {
  CHECK(quoted("") == "\"\"");
  CHECK(quoted("a, b\nc") == "\"a, b\nc\"");
  CHECK(quoted("say<'\"'>(\"x\")") == "\"say<'\"\"'>(\"\"x\"\")\"");
}
