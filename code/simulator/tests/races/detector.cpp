// Accesses that nothing orders.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "simulator/tests/races/machine.hpp"

using namespace simulator;
using namespace race_kernels;

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
    CHECK_FALSE(m.store(0, t, data + t, 1 + t, weak, MemoryOrder::relaxed, 1));
  CHECK_FALSE(m.load(0, 2, data + 2, weak, MemoryOrder::relaxed, 1));
  CHECK(m.load(0, 2, data + 3, weak, MemoryOrder::relaxed, 1).thread == 3);
  CHECK(m.load(0, 2, data, weak, MemoryOrder::relaxed, 2));
  m.block[0]->sync_block();
  CHECK_FALSE(m.load(0, 9, data));
  CHECK(m.store(0, 8, data + 1, 9, weak, MemoryOrder::relaxed, 1).thread == 9);
}

TEST_CASE("of several readers the race is told with one that did not come before") {
  Machine m(2, 64);
  m.load(0, 33, data);
  m.load(1, 33, data);
  m.block[1]->sync_block();
  const Conflict conflict = m.store(1, 0, data, 1);
  CHECK(conflict);
  CHECK(conflict.known);
  CHECK(conflict.block == 0);
  CHECK(conflict.thread == 33);
}

TEST_CASE("of several readers, an acquire from some does not bring the last") {
  for (const bool last : {false, true}) {
    CAPTURE(last);
    Machine m(3, 32);
    m.load(1, 0, data);
    m.atomic(1, 0, flag, device, MemoryOrder::release);
    m.load(2, 0, data);
    if (last) m.atomic(2, 0, flag, device, MemoryOrder::release);
    m.load(0, 0, flag, device, MemoryOrder::acquire);
    CHECK(bool(m.store(0, 0, data, 1)) == !last);
  }
}

TEST_CASE("an update of a part of a word races with nothing in the rest") {
  for (unsigned byte = 0; byte < 4; ++byte)
    for (const bool first : {false, true}) {
      CAPTURE(byte);
      CAPTURE(first);
      Machine m(2, 32);
      const auto update = [&] {
        return m.block[0]->update(m.space, 0, data, 4, m.cells + data / 4, device,
                                  MemoryOrder::relaxed, true, {1, 1});
      };
      if (first) CHECK_FALSE(update());
      const bool stored = bool(m.store(1, 0, data + byte, 7, weak, MemoryOrder::relaxed, 1));
      CHECK((first ? stored : bool(update())) == (byte == 1));
    }
}

TEST_CASE("a volatile word of shared memory that two warps poll is no race") {
  for (const unsigned other : {1u, 32u}) {
    CAPTURE(other);
    Machine m(1, 64);
    m.space = StateSpace::shared;
    for (const unsigned first : {0u, other}) {
      m.load(0, other - first, flag, volatile_);
      m.load(0, first, flag, volatile_);
      CHECK(bool(m.store(0, 0, flag, int(7 + first), volatile_)) == (other == 1));
      m.block[0]->sync_block();
    }
  }
}

TEST_CASE("wide accesses touch every word") {
  Machine m(1, 32);
  m.store(0, 1, data + 12, 1);
  CHECK(m.load(0, 0, data, weak, MemoryOrder::relaxed, 16).thread == 1);
  CHECK_FALSE(m.load(0, 0, data, weak, MemoryOrder::relaxed, 8));
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

TEST_CASE("volatile in shared memory is no cure within a warp, and a flag between warps") {
  Machine m(1, 64);
  m.space = StateSpace::shared;
  m.store(0, 0, data, 1, volatile_);
  CHECK(m.load(0, 1, data, volatile_));
  CHECK_FALSE(m.load(0, 32, data, volatile_));
}

TEST_CASE("launches are ordered") {
  RaceClock clock;
  ShadowCell cell;
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
