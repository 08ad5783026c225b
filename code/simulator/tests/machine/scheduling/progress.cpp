#include "simulator/machine/scheduling/progress.hpp"

#include <doctest/doctest.h>

using namespace simulator;

TEST_CASE("who gets on is not suspicious, who does not is, and then only from time to time") {
  Progress now;
  Stagnation stagnation;
  const auto pass = [&](std::uint64_t steps, bool change, bool milestone = false) {
    const Progress before = now;
    now.steps += steps;
    now.changes += change;
    now.milestones += milestone;
    stagnation.note(before, now);
    return stagnation.is_suspicious();
  };
  for (int k = 0; k < 100; ++k) CHECK_FALSE(pass(4096, true));
  CHECK(stagnation.since_milestone() == 100 * 4096);
  for (int k = 0; k < 4; ++k) CHECK_FALSE(pass(4096, false));
  CHECK(pass(4096, false));
  for (int k = 0; k < 5; ++k) CHECK_FALSE(pass(4096, false));
  CHECK(pass(4096, false));
  CHECK_FALSE(pass(4096, true, true));
  CHECK(stagnation.since_milestone() == 0);
  for (int k = 0; k < 4; ++k) CHECK_FALSE(pass(4096, false));
  CHECK(pass(4096, false));
}
