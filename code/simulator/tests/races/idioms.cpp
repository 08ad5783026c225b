// How kernels hand over what they have: locks, tickets, flags, barriers of the grid.
#include <doctest/doctest.h>

#include <random>

#include "simulator/tests/races/machine.hpp"

using namespace simulator;
using namespace race_kernels;

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
      CHECK_FALSE(m.load(b, 0, flag + 4 * (b - 1), device, MemoryOrder::acquire));
      for (unsigned earlier = 0; earlier < b; ++earlier)
        CHECK_FALSE(m.load(b, 0, data + 4 * earlier));
    }
    CHECK_FALSE(m.store(b, 0, flag + 4 * b, 1, device, MemoryOrder::release));
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
