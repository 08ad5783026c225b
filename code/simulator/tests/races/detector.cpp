#include "simulator/races/detector.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "simulator/races/race_fault.hpp"
#include "simulator/tests/races/machine.hpp"

using namespace simulator;

namespace {

using enum Strength;

using Machine = RaceMachine;

constexpr unsigned data = 0, flag = 512;

}  // namespace

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

TEST_CASE("two lanes write one place: different values race, the same value does not") {
  Machine m(1, 64);
  CHECK_FALSE(m.store(0, 0, data, 7));
  CHECK_FALSE(m.store(0, 1, data, 7));
  CHECK_FALSE(m.store(0, 40, data, 7));
  CHECK(m.store(0, 2, data, 8).other == Conflict::Other::wrote);
}

TEST_CASE("bytes of one word are apart") {
  Machine m(1, 32);
  for (unsigned t = 0; t < 4; ++t)
    CHECK_FALSE(m.store(0, t, data + t, 1 + t, weak, Order::relaxed, 1));
  CHECK_FALSE(m.load(0, 2, data + 2, weak, Order::relaxed, 1));
  CHECK(m.load(0, 2, data + 3, weak, Order::relaxed, 1).thread == 3);
  CHECK(m.load(0, 2, data, weak, Order::relaxed, 2));
  m.block[0]->sync_block();
  CHECK_FALSE(m.load(0, 9, data));
  CHECK(m.store(0, 8, data + 1, 9, weak, Order::relaxed, 1).thread == 9);
}

TEST_CASE("wide accesses touch every word") {
  Machine m(1, 32);
  m.store(0, 1, data + 12, 1);
  CHECK(m.load(0, 0, data, weak, Order::relaxed, 16).thread == 1);
  CHECK_FALSE(m.load(0, 0, data, weak, Order::relaxed, 8));
}

TEST_CASE("blocks race on global memory; atomics do not race with each other") {
  Machine m(2, 32);
  m.store(0, 0, data, 1);
  CHECK(m.load(1, 0, data).block == 0);
  CHECK_FALSE(m.atomic(0, 0, flag));
  CHECK_FALSE(m.atomic(1, 5, flag));
  CHECK_FALSE(m.load(1, 5, flag, volatile_));
  CHECK(m.load(0, 1, flag).other == Conflict::Other::wrote);
  CHECK(m.store(0, 1, flag, 3));
}

TEST_CASE("atomics of block scope race across blocks") {
  Machine m(2, 32);
  CHECK_FALSE(m.atomic(0, 0, flag, Strength::block));
  CHECK_FALSE(m.atomic(0, 1, flag, Strength::block));
  CHECK(m.atomic(1, 0, flag, Strength::block));
}

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

namespace {

/// What one thread of block 0 left is read by one of block 1 that takes the lock after it. True if
/// there was an alarm.
struct Lock {
  Strength acquire_scope = device, release_scope = device;
  bool acquire_fence = true, release_fence = true;
  unsigned released = flag;          // the variable that is written in the end
  bool write_after_release = false;  // released too early
};

bool guarded(Lock how) {
  Machine m(2, 64);
  bool alarm = false;
  for (const unsigned b : {0u, 1u}) {
    alarm |= bool(m.atomic(b, 0, flag));
    if (how.acquire_fence) m.fence(b, 0, how.acquire_scope);
    alarm |= bool(m.load(b, 0, data));
    if (!how.write_after_release) alarm |= bool(m.store(b, 0, data, int(b) + 1));
    if (how.release_fence) m.fence(b, 0, how.release_scope);
    alarm |= bool(m.atomic(b, 0, how.released));
    if (how.write_after_release) alarm |= bool(m.store(b, 0, data, int(b) + 1));
  }
  return alarm;
}

}  // namespace

TEST_CASE("a lock orders by both fences, of device scope, on the lock, after the last write") {
  CHECK_FALSE(guarded({}));
  CHECK(guarded({.acquire_scope = Strength::block}));
  CHECK(guarded({.release_scope = Strength::block}));
  CHECK(guarded({.acquire_fence = false}));
  CHECK(guarded({.release_fence = false}));
  CHECK(guarded({.released = flag + 4}));
  CHECK(guarded({.write_after_release = true}));
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
      m.store(0, 0, flag, 1, device, Order::release);
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
  m.store(0, 0, flag + 4, 1, device, Order::release);
  m.store(0, 0, flag, 1, device);
  m.load(1, 0, flag, device, Order::acquire);
  CHECK(m.load(1, 0, data));
  Machine n(2, 64);
  n.store(0, 0, data, 1);
  n.store(0, 0, flag, 1, device, Order::release);
  n.load(1, 0, flag, device);
  n.load(1, 0, flag + 4, device, Order::acquire);
  CHECK(n.load(1, 0, data));
  n.load(1, 0, flag, device, Order::acquire);
  CHECK_FALSE(n.load(1, 0, data));
}

TEST_CASE("a relaxed write after a release of the same variable hands on as much") {
  Machine m(2, 64);
  m.store(0, 0, data, 1);
  m.store(0, 0, flag, 1, device, Order::release);
  m.store(0, 0, flag, 2, device);
  m.load(1, 0, flag, device, Order::acquire);
  CHECK_FALSE(m.load(1, 0, data));
}

TEST_CASE(
    "what is handed on through atomics arrives; through a store by somebody else it does not") {
  for (const bool atomic : {true, false}) {
    Machine m(3, 64);
    m.store(0, 0, data, 1);
    m.atomic(0, 0, flag, device, Order::release);
    if (atomic)
      m.atomic(1, 0, flag);
    else
      m.store(1, 0, flag, 2, device);
    m.load(2, 0, flag, device, Order::acquire);
    CHECK(bool(m.load(2, 0, data)) == !atomic);
  }
}

TEST_CASE("what is handed on by a plain store does not arrive") {
  Machine m(2, 64);
  m.store(0, 0, data, 1);
  m.store(0, 0, flag, 1, device, Order::release);
  m.store(0, 0, flag, 2);
  m.load(1, 0, flag, device, Order::acquire);
  CHECK(m.load(1, 0, data));
}

TEST_CASE("a hand-over within a block is no hand-over to another one") {
  for (const Strength release : {Strength::block, device})
    for (const Strength acquire : {Strength::block, device}) {
      Machine far(2, 64), near(1, 64);
      far.store(0, 0, data, 1);
      far.store(0, 0, flag, 1, release, Order::release);
      far.load(1, 0, flag, acquire, Order::acquire);
      CHECK(bool(far.load(1, 0, data)) == !(release == device && acquire == device));
      near.store(0, 0, data, 1);
      near.store(0, 0, flag, 1, release, Order::release);
      near.load(0, 40, flag, acquire, Order::acquire);
      CHECK_FALSE(near.load(0, 40, data));
    }
}

TEST_CASE("a reduction reads nothing that a fence could acquire") {
  for (const bool returns : {true, false}) {
    Machine m(2, 64);
    m.store(0, 0, data, 1);
    m.atomic(0, 0, flag, device, Order::release);
    m.atomic(1, 0, flag, device, Order::relaxed, returns);
    m.fence(1, 0);
    CHECK(bool(m.load(1, 0, data)) == !returns);
  }
}

TEST_CASE("a fence in one direction only") {
  for (const Order writer : {Order::acquire, Order::release})
    for (const Order reader : {Order::acquire, Order::release}) {
      Machine m(2, 64);
      m.store(0, 0, data, 1);
      m.fence(0, 0, device, writer);
      m.store(0, 0, flag, 1, device);
      m.load(1, 0, flag, device);
      m.fence(1, 0, device, reader);
      CHECK(bool(m.load(1, 0, data)) == !(writer == Order::release && reader == Order::acquire));
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
  m.store(0, 0, flag, 1, device, Order::release);
  m.load(1, 0, flag, device, Order::acquire);
  m.store(1, 0, flag + 4, 1, device);  // after its own fence, of before the acquire
  m.load(2, 0, flag + 4, device, Order::acquire);
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
    m.atomic(0, 0, flag, Strength::block, Order::release);
    if (over) m.block[0]->complete_phase(flag);
    m.block[0]->acquire_phase(40, flag, Strength::block);
    CHECK(bool(m.load(0, 40, data)) == !over);
  }
}

TEST_CASE("release and acquire need no fences") {
  Machine m(2, 32);
  m.store(0, 0, data, 1);
  m.store(0, 0, flag, 1, device, Order::release);
  m.load(1, 0, flag, device, Order::acquire);
  CHECK_FALSE(m.load(1, 0, data));
  m.store(1, 0, data, 2);
  m.atomic(1, 0, flag, device, Order::acquire_release);
  m.atomic(0, 7, flag, device, Order::acquire_release);
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

namespace {

/// The last block to take a ticket sums what every block left. True if there was an alarm.
bool last_block_sums(unsigned blocks, bool fence, bool barrier_before, bool fence_after = true) {
  Machine m(blocks, 64);
  bool alarm = false;
  for (unsigned b = 0; b < blocks; ++b) {
    const unsigned writer = barrier_before ? 33 : 0;
    alarm |= bool(m.store(b, writer, data + 4 * b, int(b) + 1));
    if (barrier_before && fence) m.block[b]->sync_block();
    if (fence) m.block[b]->fence(0, device);
    alarm |= bool(m.atomic(b, 0, flag));
    if (fence_after) m.fence(b, 0);
    m.block[b]->sync_block();
    if (b + 1 == blocks)
      for (unsigned i = 0; i < blocks; ++i) alarm |= bool(m.load(b, i % 64, data + 4 * i));
  }
  return alarm;
}

}  // namespace

TEST_CASE("the last block sums the partial sums") {
  for (const unsigned blocks : {2u, 5u, 64u, 100u}) {
    CHECK_FALSE(last_block_sums(blocks, true, false));
    CHECK_FALSE(last_block_sums(blocks, true, true));
    CHECK(last_block_sums(blocks, false, false));
    CHECK(last_block_sums(blocks, true, true, false));  // a barrier is no fence
  }
}

TEST_CASE("one thread's fence hands on its block only after a barrier") {
  for (const bool barrier : {true, false}) {
    Machine m(2, 64);
    m.store(0, 40, data, 1);
    if (barrier) m.block[0]->sync_block();
    m.fence(0, 0);
    m.atomic(0, 0, flag);
    m.atomic(1, 0, flag);
    m.fence(1, 0);
    m.block[1]->sync_block();
    CHECK(bool(m.load(1, 40, data)) == !barrier);
  }
}

TEST_CASE("all fence, then a barrier, then one signals") {
  Machine m(2, 64);
  m.store(0, 40, data, 1);
  for (unsigned t = 0; t < 64; ++t) m.block[0]->fence(t, device);
  m.block[0]->sync_block();
  m.atomic(0, 0, flag);
  m.atomic(1, 0, flag);
  m.block[1]->sync_block();
  for (unsigned t = 0; t < 64; ++t) m.fence(1, t);
  CHECK_FALSE(m.load(1, 3, data));
}

TEST_CASE("decoupled look-back: each block hears of all before it through its predecessor") {
  constexpr unsigned blocks = 80;
  Machine m(blocks, 32);
  for (unsigned b = 0; b < blocks; ++b) {
    m.store(b, 0, data + 4 * b, int(b) + 1);
    if (b > 0) {
      CHECK_FALSE(m.load(b, 0, flag + 4 * (b - 1), device, Order::acquire));
      for (unsigned earlier = 0; earlier < b; ++earlier)
        CHECK_FALSE(m.load(b, 0, data + 4 * earlier));
    }
    CHECK_FALSE(m.store(b, 0, flag + 4 * b, 1, device, Order::release));
  }
}

TEST_CASE("grid barriers order everything, round after round") {
  constexpr unsigned blocks = 6, threads = 64;
  Machine m(blocks, threads);
  for (unsigned round = 0; round < 4; ++round) {
    for (unsigned b = 0; b < blocks; ++b)
      for (unsigned t = 0; t < threads; ++t) {
        const unsigned all = blocks * threads, me = b * threads + t;
        CHECK_FALSE(m.load(b, t, 4 * ((me + round * 7) % all)));
      }
    const auto barrier = [&] {
      for (unsigned b = 0; b < blocks; ++b) {
        m.block[b]->sync_block();
        m.block[b]->fence(0, device);
        CHECK_FALSE(m.atomic(b, 0, 4096));
      }
      for (unsigned b = 0; b < blocks; ++b) {
        CHECK_FALSE(m.load(b, 0, 4096, volatile_));
        m.block[b]->fence(0, device);
        m.block[b]->sync_block();
      }
    };
    barrier();
    for (unsigned b = 0; b < blocks; ++b)
      for (unsigned t = 0; t < threads; ++t)
        CHECK_FALSE(m.store(b, t, 4 * (b * threads + t), int(round * 1000 + t)));
    barrier();
  }
  m.load(0, 0, data + 4);
  CHECK(m.store(1, 0, data + 4, -1));
}

TEST_CASE("a spin lock guards what is used under it") {
  Machine m(8, 64);
  std::mt19937 random(1);
  for (int i = 0; i < 500; ++i) {
    const unsigned b = random() % 8, t = random() % 64;
    CHECK_FALSE(m.atomic(b, t, flag));
    m.block[b]->fence(t, device);
    CHECK_FALSE(m.load(b, t, data));
    CHECK_FALSE(m.store(b, t, data, i));
    m.block[b]->fence(t, device);
    CHECK_FALSE(m.atomic(b, t, flag));
  }
}

TEST_CASE("volatile in shared memory is no cure within a warp, and a flag between warps") {
  Machine m(1, 64);
  m.space = StateSpace::shared;
  m.store(0, 0, data, 1, volatile_);
  CHECK(m.load(0, 1, data, volatile_));
  CHECK_FALSE(m.load(0, 32, data, volatile_));
}

TEST_CASE("launches are ordered") {
  RaceClock clock;
  Cell cell;
  const int old = 0, value = 1;
  for (int launch = 0; launch < 3; ++launch) {
    Races races(clock, {2}, {32});
    BlockRaces block(races, launch % 2);
    CHECK_FALSE(block.write(StateSpace::global, 7 + launch, 0, 4, &cell, &old, &value));
  }
}

TEST_CASE("random programs with a barrier between their phases raise no alarm, and without do") {
  std::mt19937 random(20240229);
  for (int program = 0; program < 60; ++program) {
    for (const bool barriers : {true, false}) {
      const unsigned threads = 32u << random() % 4;
      Machine m(1, threads);
      m.space = random() % 2 ? StateSpace::shared : StateSpace::global;
      bool alarm = false;
      for (unsigned phase = 0; phase < 8; ++phase) {
        const unsigned shift = 1 + random() % (threads - 1);
        std::vector<unsigned> order(threads);
        for (unsigned i = 0; i < threads; ++i) order[i] = i;
        std::shuffle(order.begin(), order.end(), random);
        for (const unsigned t : order) alarm |= bool(m.store(0, t, 4 * t, int(random())));
        if (barriers) m.block[0]->sync_block();
        for (const unsigned t : order)
          for (int i = 0; i < 3; ++i) alarm |= bool(m.load(0, t, 4 * ((t + shift * i) % threads)));
        if (barriers) m.block[0]->sync_block();
      }
      CHECK(alarm == !barriers);
    }
  }
}

TEST_CASE("a thread that reads and writes races with the others that read, whoever came first") {
  for (const StateSpace space : {StateSpace::shared, StateSpace::global})
    for (const bool first : {false, true})
      for (const bool written : {false, true}) {
        if (written && space == StateSpace::global) continue;
        Machine m(2, 64);
        m.space = space;
        if (written) {
          m.store(0, 7, data, 1);
          m.block[0]->sync_block();
        }
        const unsigned b = space == StateSpace::shared ? 0 : 1, t = 40;
        if (first) m.load(0, 3, data);
        m.load(b, t, data);
        if (!first) m.load(0, 3, data);
        const Conflict conflict = m.store(b, t, data, 2);
        CHECK(conflict.other == Conflict::Other::read);
        CHECK(conflict.known);
        CHECK(conflict.block == 0);
        CHECK(conflict.thread == 3);
      }
}

TEST_CASE("a whole warp's access notes what its lanes' accesses would, or nothing") {
  std::mt19937 random(7);
  const auto below = [&](unsigned n) { return unsigned(random() % n); };
  unsigned whole = 0, refused = 0;
  for (unsigned trial = 0; trial < 1000; ++trial) {
    auto by_warps = std::make_unique<Machine>(2, 64), by_lanes = std::make_unique<Machine>(2, 64);
    const StateSpace space = trial % 2 == 0 ? StateSpace::shared : StateSpace::global;
    by_warps->space = by_lanes->space = space;
    const unsigned blocks = space == StateSpace::shared ? 1 : 2;
    const auto both = [&](auto act) { act(*by_warps), act(*by_lanes); };
    for (unsigned step = 0; step < 20; ++step) {
      const unsigned b = below(blocks), w = below(2), words = 1u << below(3);
      const unsigned first = 4 * words * below(8), thread = 32 * w + below(32);
      const bool writes = below(2) == 0;
      switch (below(8)) {
        case 0:
        case 4:
          both([&](Machine& m) { m.block[b]->sync_block(); });
          break;
        case 1:
          both([&](Machine& m) { m.block[b]->sync_warp(w, ~0u); });
          break;
        case 2:
          both([&](Machine& m) { m.block[b]->fence(thread, device); });
          break;
        case 3: {
          const unsigned address = below(256), strong = below(3);
          both([&](Machine& m) {
            if (strong == 0)
              m.atomic(b, thread, address / 4 * 4);
            else if (writes)
              m.store(b, thread, address, 1 + int(step), weak, Order::relaxed, 1);
            else
              m.load(b, thread, address, weak, Order::relaxed, 1);
          });
          break;
        }
        default: {
          Cell* const cells = by_warps->cells + first / 4;
          BlockRaces& races = *by_warps->block[b];
          const bool all = writes ? races.write_row(space, w, 32, cells, 4 * words)
                                  : races.read_row(space, w, 32, cells, 4 * words);
          ++(all ? whole : refused);
          const int value[4] = {int(step), int(step), int(step), int(step)};
          for (unsigned lane = 0; lane < 32; ++lane) {
            const unsigned at = first + 4 * words * lane, t = 32 * w + lane;
            const auto access = [&](Machine& m) {
              if (!writes) return m.load(b, t, at, weak, Order::relaxed, 4 * words);
              const Conflict conflict = m.block[b]->write(space, t, at, 4 * words, m.cells + at / 4,
                                                          m.memory + at, value);
              std::memcpy(m.memory + at, value, 4 * words);
              return conflict;
            };
            const Conflict conflict = access(*by_lanes);
            if (all)
              CHECK(!conflict);
            else
              access(*by_warps);
          }
          if (all && writes)
            std::memcpy(by_warps->memory, by_lanes->memory, sizeof by_lanes->memory);
        }
      }
      REQUIRE(std::memcmp(by_warps->cells, by_lanes->cells, sizeof by_lanes->cells) == 0);
    }
  }
  CHECK(whole > 1000);
  CHECK(refused > 1000);
}

TEST_CASE("a proxy fence shows the bytes that were written before it, and no others") {
  Machine m(1, 64, true);
  m.space = StateSpace::shared;
  const auto unfenced = [&](unsigned address, unsigned bytes) {
    return m.block[0]->unfenced(0, address, bytes, m.cells + address / 4);
  };
  m.store(0, 1, data, 7, weak, Order::relaxed, 2);
  m.store(0, 2, data + 4, 7);
  CHECK(unfenced(data, 2).thread == 1);
  m.block[0]->fence_proxy(1);
  m.block[0]->fence_proxy(2);
  CHECK_FALSE(unfenced(data, 8));
  m.store(0, 33, data + 2, 7, weak, Order::relaxed, 2);
  CHECK_FALSE(unfenced(data, 2));
  CHECK_FALSE(unfenced(data + 4, 4));
  CHECK(unfenced(data + 2, 2).thread == 33);
  CHECK(unfenced(data, 16).thread == 33);
}

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
