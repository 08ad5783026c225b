#include "simulator/runtime/process/csv.hpp"

#include <doctest/doctest.h>

using simulator::runtime::csv_field;

TEST_CASE("A field of a CSV file holds any text") {
  CHECK(csv_field("") == "\"\"");
  CHECK(csv_field("a, b\nc") == "\"a, b\nc\"");
  CHECK(csv_field("say<'\"'>(\"x\")") == "\"say<'\"\"'>(\"\"x\"\")\"");
}
