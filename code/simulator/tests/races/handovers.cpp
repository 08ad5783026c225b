// What fences, releases and acquires order.
#include <doctest/doctest.h>

#include "simulator/tests/races/machine.hpp"

using namespace simulator;
using namespace race_kernels;

TEST_CASE("hand-over by a flag: store, fence, flag; flag, fence, load") {
  for (const Strength strength : {volatile_, device}) {
    Machine m(2, 64);
    m.store(0, 0, data, 1);
    m.fence(0, 0);
    CHECK_FALSE(m.store(0, 0, flag, 1, strength));
    CHECK_FALSE(m.load(1, 0, flag, strength));
    m.fence(1, 0);
    CHECK_FALSE(m.load(1, 0, data));
    CHECK(m.load(1, 32, data));  // another warp knows nothing yet
  }
}

TEST_CASE("hand-over without the writer's fence, without the reader's, or with too small a scope") {
  Machine writer(2, 32);
  writer.store(0, 0, data, 1);
  writer.store(0, 0, flag, 1, volatile_);
  writer.load(1, 0, flag, volatile_);
  writer.block[1]->fence(0, device);
  CHECK(writer.load(1, 0, data));

  Machine reader(2, 32);
  reader.store(0, 0, data, 1);
  reader.block[0]->fence(0, device);
  reader.store(0, 0, flag, 1, volatile_);
  reader.load(1, 0, flag, volatile_);
  CHECK(reader.load(1, 0, data));

  Machine scope(2, 64);
  scope.store(0, 0, data, 1);
  scope.block[0]->fence(0, Strength::block);
  scope.store(0, 0, flag, 1, volatile_);
  scope.load(1, 0, flag, volatile_);
  scope.block[1]->fence(0, device);
  CHECK(scope.load(1, 0, data));
  scope.load(0, 32, flag, volatile_);
  scope.block[0]->fence(32, Strength::block);
  CHECK_FALSE(scope.load(0, 32, data));
}

TEST_CASE("another lane's fence acquires nothing for a lane that has read the flag") {
  for (const bool barrier : {false, true}) {
    Machine m(2, 64);
    m.store(0, 0, data, 1);
    m.fence(0, 0);
    m.store(0, 0, flag, 1, volatile_);
    m.load(1, 5, flag, volatile_);
    if (barrier) m.block[1]->sync_warp(0, ~0u);
    m.fence(1, 6);
    CHECK(m.load(1, 5, data));
    CHECK(bool(m.load(1, 6, data)) == !barrier);  // it comes after the read, and fences
  }
}

TEST_CASE("a barrier is no fence for what was read before it") {
  for (const bool block : {false, true})
    for (const bool fence : {false, true}) {
      Machine m(2, 64);
      m.store(0, 0, data, 1);
      m.store(0, 0, flag, 1, device, MemoryOrder::release);
      m.load(1, 0, flag, device);
      if (fence) m.fence(1, 0);
      if (block)
        m.block[1]->sync_block();
      else
        m.block[1]->sync_warp(0, ~0u);
      CHECK(bool(m.load(1, 0, data)) == !fence);
      CHECK(bool(m.load(1, 7, data)) == !fence);
      CHECK(bool(m.load(1, 40, data)) == !(fence && block));
    }
}

TEST_CASE("a fence that comes too early, on either side, orders nothing") {
  Machine m(2, 64);
  m.store(0, 0, data, 1);
  m.fence(0, 0);
  m.store(0, 0, flag, 1, volatile_);
  m.fence(1, 0);
  m.load(1, 0, flag, volatile_);
  CHECK(m.load(1, 0, data));
  Machine n(2, 64);
  n.store(0, 0, data, 1);
  n.store(0, 0, flag, 1, volatile_);
  n.fence(0, 0);
  n.load(1, 0, flag, volatile_);
  n.fence(1, 0);
  CHECK(n.load(1, 0, data));
}

TEST_CASE("a release or an acquire concerns its own variable only, a fence all") {
  Machine m(2, 64);
  m.store(0, 0, data, 1);
  m.store(0, 0, flag + 4, 1, device, MemoryOrder::release);
  m.store(0, 0, flag, 1, device);
  m.load(1, 0, flag, device, MemoryOrder::acquire);
  CHECK(m.load(1, 0, data));
  Machine n(2, 64);
  n.store(0, 0, data, 1);
  n.store(0, 0, flag, 1, device, MemoryOrder::release);
  n.load(1, 0, flag, device);
  n.load(1, 0, flag + 4, device, MemoryOrder::acquire);
  CHECK(n.load(1, 0, data));
  n.load(1, 0, flag, device, MemoryOrder::acquire);
  CHECK_FALSE(n.load(1, 0, data));
}

TEST_CASE("a relaxed write after a release of the same variable hands on as much") {
  Machine m(2, 64);
  m.store(0, 0, data, 1);
  m.store(0, 0, flag, 1, device, MemoryOrder::release);
  m.store(0, 0, flag, 2, device);
  m.load(1, 0, flag, device, MemoryOrder::acquire);
  CHECK_FALSE(m.load(1, 0, data));
}

TEST_CASE(
    "what is handed on through atomics arrives; through a store by somebody else it does not") {
  for (const bool atomic : {true, false}) {
    Machine m(3, 64);
    m.store(0, 0, data, 1);
    m.atomic(0, 0, flag, device, MemoryOrder::release);
    if (atomic)
      m.atomic(1, 0, flag);
    else
      m.store(1, 0, flag, 2, device);
    m.load(2, 0, flag, device, MemoryOrder::acquire);
    CHECK(bool(m.load(2, 0, data)) == !atomic);
  }
}

TEST_CASE(
    "what was read, but not acquired, is not handed on by a release, unless from fence.sc to "
    "fence.sc") {
  for (const bool sequential : {false, true})
    for (const bool first : {false, true})
      for (const bool last : {false, true}) {
        CAPTURE(sequential);
        CAPTURE(first);
        CAPTURE(last);
        Machine m(3, 32);
        m.store(0, 0, data, 1);
        if (sequential) m.fence(0, 0);
        m.store(0, 0, flag, 1, device, sequential ? MemoryOrder::relaxed : MemoryOrder::release);
        m.load(1, 0, flag, device);
        if (first) m.fence(1, 0, device, MemoryOrder::acquire_release);
        m.store(1, 0, flag + 4, 1, device, MemoryOrder::release);
        m.load(2, 0, flag + 4, device, MemoryOrder::acquire);
        if (last) m.fence(2, 0);
        CHECK(bool(m.load(2, 0, data)) == !(first || (last && sequential)));
      }
}

namespace {

/// Thread 1 of the block waits for thread 0, by a barrier of the block, of some of its warps, of
/// the warp or of some of its lanes.
void meet(Machine& m, unsigned block, unsigned barrier) {
  if (barrier == 0) m.block[block]->sync_block();
  if (barrier == 1) m.block[block]->sync_warps(0b01, 0b01);
  if (barrier == 2) m.block[block]->sync_warp(0, 0xffffffff);
  if (barrier == 3) m.block[block]->sync_warp(0, 0b11);
}

}  // namespace

TEST_CASE("a fence works for a write of another thread only if it is a fence.sc") {
  for (unsigned barrier = 0; barrier < 4; ++barrier)
    for (const auto way :
         {MemoryOrder::release, MemoryOrder::acquire_release, MemoryOrder::sequential}) {
      CAPTURE(barrier);
      CAPTURE(int(way));
      Machine m(2, 64);
      m.store(0, 0, data, 1);
      m.fence(0, 0, device, way);
      meet(m, 0, barrier);
      m.store(0, 1, flag, 1, device);
      m.load(1, 0, flag, device);
      m.fence(1, 0);
      CHECK(bool(m.load(1, 0, data)) == (way != MemoryOrder::sequential));
    }
}

TEST_CASE("a fence works for a read of another thread only if it and the writer's are fence.sc") {
  enum class Writer { releases, fences, sequential };
  for (unsigned barrier = 0; barrier < 4; ++barrier)
    for (const auto writer : {Writer::releases, Writer::fences, Writer::sequential})
      for (const auto way :
           {MemoryOrder::acquire, MemoryOrder::acquire_release, MemoryOrder::sequential}) {
        CAPTURE(barrier);
        CAPTURE(int(writer));
        CAPTURE(int(way));
        Machine m(2, 64);
        m.store(0, 0, data, 1);
        if (writer == Writer::fences) m.fence(0, 0, device, MemoryOrder::acquire_release);
        if (writer == Writer::sequential) m.fence(0, 0);
        m.store(0, 0, flag, 1, device,
                writer == Writer::releases ? MemoryOrder::release : MemoryOrder::relaxed);
        m.load(1, 0, flag, device);
        meet(m, 1, barrier);
        m.fence(1, 1, device, way);
        CHECK(bool(m.load(1, 1, data)) !=
              (writer == Writer::sequential && way == MemoryOrder::sequential));
        m.fence(1, 0, device, way);  // the reader's own
        CHECK_FALSE(m.load(1, 0, data));
      }
}

TEST_CASE(
    "what was only read is handed on by a release or behind a fence, until others write there") {
  for (const bool fence : {false, true})
    for (const bool overwritten : {false, true})
      for (const bool again : {false, true}) {
        CAPTURE(fence);
        CAPTURE(overwritten);
        CAPTURE(again);
        Machine m(4, 32);
        m.store(0, 0, data, 1);
        m.fence(0, 0);
        m.store(0, 0, flag, 1, device);
        m.load(1, 0, flag, device);
        if (fence) m.fence(1, 0, device, MemoryOrder::release);
        const MemoryOrder order = fence ? MemoryOrder::relaxed : MemoryOrder::release;
        m.store(1, 0, flag + 4, 1, device, order);
        if (overwritten) m.store(2, 0, flag + 4, 2, device);
        if (again) m.store(1, 0, flag + 4, 3, device);
        m.load(3, 0, flag + 4, device, MemoryOrder::acquire);
        m.fence(3, 0);
        CHECK(bool(m.load(3, 0, data)) == (overwritten && !again));
      }
}

TEST_CASE("what is handed on by a plain store does not arrive") {
  Machine m(2, 64);
  m.store(0, 0, data, 1);
  m.store(0, 0, flag, 1, device, MemoryOrder::release);
  m.store(0, 0, flag, 2);
  m.load(1, 0, flag, device, MemoryOrder::acquire);
  CHECK(m.load(1, 0, data));
}

TEST_CASE("a hand-over within a block is no hand-over to another one") {
  for (const Strength release : {Strength::block, device})
    for (const Strength acquire : {Strength::block, device}) {
      Machine far(2, 64), near(1, 64);
      far.store(0, 0, data, 1);
      far.store(0, 0, flag, 1, release, MemoryOrder::release);
      far.load(1, 0, flag, acquire, MemoryOrder::acquire);
      CHECK(bool(far.load(1, 0, data)) == !(release == device && acquire == device));
      near.store(0, 0, data, 1);
      near.store(0, 0, flag, 1, release, MemoryOrder::release);
      near.load(0, 40, flag, acquire, MemoryOrder::acquire);
      CHECK_FALSE(near.load(0, 40, data));
    }
}

TEST_CASE("a reduction reads nothing that a fence could acquire") {
  for (const bool returns : {true, false}) {
    Machine m(2, 64);
    m.store(0, 0, data, 1);
    m.atomic(0, 0, flag, device, MemoryOrder::release);
    m.atomic(1, 0, flag, device, MemoryOrder::relaxed, returns);
    m.fence(1, 0);
    CHECK(bool(m.load(1, 0, data)) == !returns);
  }
}

TEST_CASE("a fence in one direction only") {
  for (const MemoryOrder writer : {MemoryOrder::acquire, MemoryOrder::release})
    for (const MemoryOrder reader : {MemoryOrder::acquire, MemoryOrder::release}) {
      Machine m(2, 64);
      m.store(0, 0, data, 1);
      m.fence(0, 0, device, writer);
      m.store(0, 0, flag, 1, device);
      m.load(1, 0, flag, device);
      m.fence(1, 0, device, reader);
      CHECK(bool(m.load(1, 0, data)) ==
            !(writer == MemoryOrder::release && reader == MemoryOrder::acquire));
    }
}

TEST_CASE("a flag may be set back by who has seen it, acquired or not") {
  for (const bool sees : {true, false}) {
    Machine m(2, 64);
    m.store(0, 0, flag, 1, device);
    if (sees) m.load(1, 0, flag, device);
    m.block[1]->sync_block();
    CHECK(bool(m.store(1, 5, flag, 0)) == !sees);
  }
}

TEST_CASE("what was handed on, not what came to it later, is acquired") {
  Machine m(3, 64);
  m.fence(1, 0);
  m.store(0, 0, data, 1);
  m.store(0, 0, flag, 1, device, MemoryOrder::release);
  m.load(1, 0, flag, device, MemoryOrder::acquire);
  m.store(1, 0, flag + 4, 1, device);  // after its own fence, of before the acquire
  m.load(2, 0, flag + 4, device, MemoryOrder::acquire);
  CHECK(m.load(2, 0, data));
}

TEST_CASE("readers of different scopes raise an alarm only where one is too narrow") {
  for (const unsigned writer : {0u, 1u}) {
    Machine m(2, 64);
    m.load(0, 1, flag, device);
    m.load(1, 2, flag, Strength::block);
    m.load(0, 3, flag, device);
    CHECK(bool(m.store(writer, 33, flag, 1, device)) == (writer == 0));
  }
}

TEST_CASE("a wait for an mbarrier acquires what was released in phases that are over") {
  for (const bool over : {true, false}) {
    Machine m(1, 64);
    m.space = StateSpace::shared;
    m.store(0, 0, data, 1);
    m.atomic(0, 0, flag, Strength::block, MemoryOrder::release);
    if (over) m.block[0]->complete_phase(flag);
    m.block[0]->acquire_phase(40, flag, Strength::block);
    CHECK(bool(m.load(0, 40, data)) == !over);
  }
}

TEST_CASE("release and acquire need no fences") {
  Machine m(2, 32);
  m.store(0, 0, data, 1);
  m.store(0, 0, flag, 1, device, MemoryOrder::release);
  m.load(1, 0, flag, device, MemoryOrder::acquire);
  CHECK_FALSE(m.load(1, 0, data));
  m.store(1, 0, data, 2);
  m.atomic(1, 0, flag, device, MemoryOrder::acquire_release);
  m.atomic(0, 7, flag, device, MemoryOrder::acquire_release);
  CHECK_FALSE(m.store(0, 7, data, 3));
}

TEST_CASE("what was stored after the fence is not handed over") {
  Machine m(2, 32);
  m.fence(0, 0);
  m.store(0, 0, data, 1);
  m.store(0, 0, flag, 1, volatile_);
  m.load(1, 0, flag, volatile_);
  m.fence(1, 0);
  CHECK(m.load(1, 0, data));
}

TEST_CASE(
    "a lane hands on what others of its warp did before they met, and not what they did since") {
  for (const bool fence : {false, true}) {
    Machine m(2, 64);
    m.store(0, 1, data, 1);
    m.block[0]->sync_warp(0, ~0u);
    m.store(0, 1, data + 4, 1);
    if (fence) m.fence(0, 0);
    m.store(0, 0, flag, 1, device, fence ? MemoryOrder::relaxed : MemoryOrder::release);
    m.load(1, 0, flag, device, MemoryOrder::acquire);
    CHECK_FALSE(m.load(1, 0, data));
    CHECK(m.load(1, 0, data + 4));
    // Nor is it known within the block.
    m.load(0, 32, flag, device, MemoryOrder::acquire);
    CHECK_FALSE(m.load(0, 32, data));
    CHECK(m.load(0, 32, data + 4));
  }
}
