// What fences show to asynchronous copies.
#include <doctest/doctest.h>

#include "simulator/tests/races/machine.hpp"

using namespace simulator;
using namespace race_kernels;

TEST_CASE("a proxy fence shows the bytes that were written before it, and no others") {
  Machine m(1, 64, true);
  m.space = StateSpace::shared;
  const auto unfenced = [&](unsigned address, unsigned bytes) {
    return m.block[0]->unfenced(0, address, bytes, m.cells + address / 4);
  };
  m.store(0, 1, data, 7, weak, MemoryOrder::relaxed, 2);
  m.store(0, 2, data + 4, 7);
  CHECK(unfenced(data, 2).thread == 1);
  m.block[0]->fence_proxy(1);
  m.block[0]->fence_proxy(2);
  CHECK_FALSE(unfenced(data, 8));
  m.store(0, 33, data + 2, 7, weak, MemoryOrder::relaxed, 2);
  CHECK_FALSE(unfenced(data, 2));
  CHECK_FALSE(unfenced(data + 4, 4));
  CHECK(unfenced(data + 2, 2).thread == 33);
  CHECK(unfenced(data, 16).thread == 33);
}
