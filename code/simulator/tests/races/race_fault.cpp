// How a race is told.
#include "simulator/races/race_fault.hpp"

#include <doctest/doctest.h>

#include "simulator/races/neighbour.hpp"
#include "simulator/tests/races/machine.hpp"

using namespace simulator;
using namespace race_kernels;

TEST_CASE("a race is told with both threads") {
  Machine m(2, 64);
  m.store(1, 3, data, 1);
  const Conflict conflict = m.load(0, 5, data);
  const Fault fault = race_fault(conflict, StateSpace::global, m.races, 0, 5, "reads 4 bytes",
                                 "sum", "chapters/x.md", 12);
  CHECK(
      describe(fault) ==
      "chapters/x.md:12: simulator: race in global memory: kernel sum, block (0,0,0), thread "
      "(5,0,0) reads 4 bytes, which thread (3,0,0) of block (1,0,0) wrote, and nothing orders the "
      "two");
}

TEST_CASE("a race of kernels that run side by side is told with both calls") {
  Machine m(2, 64);
  m.races.run_beside({}, [] { return std::string("a.cu:7"); });
  Neighbour neighbour = m.races.neighbour("other");
  neighbour.call = [] { return std::string("a.cu:8"); };
  Conflict conflict{Conflict::Other::wrote, 1, 3, true};
  conflict.launch = &neighbour;
  const auto told = [&] {
    return race_fault(conflict, StateSpace::global, m.races, 0, 5, "reads 4 bytes", "sum", "x", 12)
        .message;
  };
  CHECK(told() ==
        "reads 4 bytes, which thread (3,0,0) of block (1,0,0) of kernel other (a.cu:8), which ran "
        "at the same time as this one (a.cu:7), wrote, and nothing orders the two");
  m.races.run_beside({}, {});
  neighbour.call = {};
  CHECK(told() ==
        "reads 4 bytes, which thread (3,0,0) of block (1,0,0) of kernel other, which ran at the "
        "same time as this one, wrote, and nothing orders the two");
}
