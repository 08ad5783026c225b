// What barriers order.
#include <doctest/doctest.h>

#include "simulator/tests/races/machine.hpp"

using namespace simulator;
using namespace race_kernels;

TEST_CASE("lanes of a warp race across instructions unless a warp barrier stands between") {
  Machine m(1, 32);
  m.space = StateSpace::shared;
  CHECK_FALSE(m.store(0, 3, data, 1));
  CHECK_FALSE(m.load(0, 3, data));
  const Conflict conflict = m.load(0, 5, data);
  CHECK(conflict.other == Conflict::Other::wrote);
  CHECK(conflict.thread == 3);
  m.block[0]->sync_warp(0, 0xffffffff);
  CHECK_FALSE(m.load(0, 5, data));
  CHECK(m.store(0, 4, data, 2).other == Conflict::Other::read);
}

TEST_CASE("a warp barrier orders only the lanes of its mask, and what they know") {
  Machine m(1, 32);
  m.store(0, 0, data, 1);
  m.block[0]->sync_warp(0, 0b0011);
  CHECK_FALSE(m.load(0, 1, data));
  CHECK(m.load(0, 2, data));
  Machine n(1, 32);
  n.store(0, 0, data, 1);
  n.block[0]->sync_warp(0, 0b0011);
  n.block[0]->sync_warp(0, 0b0110);
  CHECK_FALSE(n.load(0, 2, data));  // by way of lane 1
  CHECK(n.load(0, 3, data));
}

TEST_CASE("several readers and partial masks raise no alarm when all are ordered") {
  Machine m(1, 32);
  m.load(0, 1, data);
  m.load(0, 2, data);
  m.block[0]->sync_warp(0, 0b0011);
  m.load(0, 0, data);
  m.block[0]->sync_warp(0, 0b0101);
  CHECK_FALSE(m.store(0, 0, data, 1));
}

TEST_CASE("the last warp of a block may be short") {
  Machine m(1, 40);
  m.store(0, 33, data, 1);
  m.block[0]->sync_warp(1, 0xff);
  CHECK_FALSE(m.load(0, 39, data));
}

TEST_CASE("warps race unless a block barrier stands between") {
  Machine m(1, 64);
  m.space = StateSpace::shared;
  m.store(0, 0, data, 1);
  m.block[0]->sync_warp(0, 0xffffffff);
  m.block[0]->sync_warp(1, 0xffffffff);
  CHECK(m.load(0, 40, data));
  Machine n(1, 64);
  n.store(0, 0, data, 1);
  n.block[0]->sync_block();
  CHECK_FALSE(n.load(0, 40, data));
  CHECK(n.store(0, 1, data, 2).thread == 40);
  n.block[0]->sync_block();
  CHECK_FALSE(n.store(0, 2, data, 3));
}

TEST_CASE("a named barrier orders its warps: those that arrive before those that wait") {
  Machine m(1, 128);
  m.store(0, 0, data, 1);
  m.store(0, 32, data + 4, 1);
  m.block[0]->sync_warps(0b0011, 0b0010);  // warp 0 arrives, warp 1 waits
  CHECK_FALSE(m.load(0, 33, data));
  CHECK(m.load(0, 64, data));
  CHECK(m.load(0, 1, data + 4));
  m.store(0, 33, data + 8, 1);
  m.block[0]->sync_warps(0b0110, 0b0110);
  CHECK_FALSE(m.load(0, 65, data + 8));
}
