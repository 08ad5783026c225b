#include "simulator/races/detector.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <utility>
#include <vector>

using namespace simulator;

namespace {

using Space = BlockRaces::Space;
using enum Strength;

/// Kernels written as calls: memory of 32-bit words at byte addresses, and blocks of threads.
struct Machine {
  Machine(unsigned blocks, unsigned threads, bool copies = false)
      : races(clock, {blocks}, {threads}, copies) {
    for (unsigned b = 0; b < blocks; ++b) block.push_back(std::make_unique<BlockRaces>(races, b));
  }

  Conflict load(unsigned b, unsigned t, unsigned address, Strength strength = weak,
                Order order = Order::relaxed, unsigned bytes = 4) {
    return block[b]->read(space, t, address, bytes, cells + address / 4, strength, order);
  }
  Conflict store(unsigned b, unsigned t, unsigned address, int value, Strength strength = weak,
                 Order order = Order::relaxed, unsigned bytes = 4) {
    const Conflict conflict = block[b]->write(space, t, address, bytes, cells + address / 4,
                                              memory + address, &value, strength, order);
    std::memcpy(memory + address, &value, bytes);
    return conflict;
  }
  Conflict atomic(unsigned b, unsigned t, unsigned address, Strength strength = device,
                  Order order = Order::relaxed) {
    return block[b]->update(space, t, address, 4, cells + address / 4, strength, order);
  }

  RaceClock clock;
  Races races;
  std::vector<std::unique_ptr<BlockRaces>> block;
  Space space = Space::global;
  Cell cells[4096];
  char memory[4096 * 4] = {};
};

constexpr unsigned data = 0, flag = 512;

}  // namespace

TEST_CASE("lanes of a warp race across instructions unless a warp barrier stands between") {
  Machine m(1, 32);
  m.space = Space::shared;
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
  m.space = Space::shared;
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
    m.block[0]->fence(0, device);
    CHECK_FALSE(m.store(0, 0, flag, 1, strength));
    CHECK_FALSE(m.load(1, 0, flag, strength));
    m.block[1]->fence(0, device);
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
  m.block[0]->fence(0, device);
  m.store(0, 0, data, 1);
  m.store(0, 0, flag, 1, volatile_);
  m.load(1, 0, flag, volatile_);
  m.block[1]->fence(0, device);
  CHECK(m.load(1, 0, data));
}

namespace {

/// The last block to take a ticket sums what every block left. True if there was an alarm.
bool last_block_sums(unsigned blocks, bool fence, bool barrier_before) {
  Machine m(blocks, 64);
  bool alarm = false;
  for (unsigned b = 0; b < blocks; ++b) {
    const unsigned writer = barrier_before ? 33 : 0;
    alarm |= bool(m.store(b, writer, data + 4 * b, int(b) + 1));
    if (barrier_before && fence) m.block[b]->sync_block();
    if (fence) m.block[b]->fence(0, device);
    alarm |= bool(m.atomic(b, 0, flag));
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
  }
}

TEST_CASE("one thread's fence hands on its block only after a barrier") {
  for (const bool barrier : {true, false}) {
    Machine m(2, 64);
    m.store(0, 40, data, 1);
    if (barrier) m.block[0]->sync_block();
    m.block[0]->fence(0, device);
    m.atomic(0, 0, flag);
    m.atomic(1, 0, flag);
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
  m.space = Space::shared;
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
    CHECK_FALSE(block.write(Space::global, 7 + launch, 0, 4, &cell, &old, &value));
  }
}

TEST_CASE("random programs with a barrier between their phases raise no alarm, and without do") {
  std::mt19937 random(20240229);
  for (int program = 0; program < 60; ++program) {
    for (const bool barriers : {true, false}) {
      const unsigned threads = 32u << random() % 4;
      Machine m(1, threads);
      m.space = random() % 2 ? Space::shared : Space::global;
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

namespace {

/// The same questions answered the long way: vector clocks for every thread, every access
/// remembered, and only the hand-overs that PTX grants.
class Reference {
 public:
  using Clock = std::vector<unsigned>;

  Reference(unsigned blocks, unsigned threads)
      : threads_(threads), clocks_(blocks * threads, Clock(blocks * threads)) {
    for (unsigned i = 0; i < clocks_.size(); ++i) clocks_[i][i] = 1;
    device_fences_.resize(clocks_.size());
    fences_ = pending_ = device_fences_;
  }

  /// The threads, numbered through all blocks, whose earlier accesses race with it.
  std::set<unsigned> access(unsigned b, unsigned t, unsigned address, unsigned bytes, bool writes,
                            Strength strength) {
    const unsigned me = b * threads_ + t;
    std::set<unsigned> others;
    for (unsigned byte = address; byte < address + bytes; ++byte) {
      for (const Access& other : history_[byte]) {
        const bool strong = strength != weak && other.strength != weak &&
                            (other.thread / threads_ == b ||
                             (strength != Strength::block && other.strength != Strength::block));
        if ((writes || other.writes) && !strong && other.time > clocks_[me][other.thread])
          others.insert(other.thread);
      }
      history_[byte].push_back({me, clocks_[me][me], writes, strength});
    }
    return others;
  }
  void fence(unsigned b, unsigned t, Strength scope) {
    const unsigned me = b * threads_ + t;
    join(clocks_[me], pending_[me]);
    fences_[me] = clocks_[me];
    if (scope == device) device_fences_[me] = clocks_[me];
    ++clocks_[me][me];
  }
  void strong_write(unsigned b, unsigned t, unsigned address, bool update) {
    const unsigned me = b * threads_ + t;
    Clock& wide = wide_[address];
    Clock& narrow = narrow_[{address, b}];
    if (!update) wide = narrow = {};
    join(wide, device_fences_[me]);
    join(narrow, fences_[me]);
  }
  void strong_read(unsigned b, unsigned t, unsigned address) {
    const unsigned me = b * threads_ + t;
    join(pending_[me], wide_[address]);
    join(pending_[me], narrow_[{address, b}]);
  }
  void sync(unsigned b, const std::vector<unsigned>& members) {
    Clock all;
    for (const unsigned t : members) join(all, clocks_[b * threads_ + t]);
    for (const unsigned t : members) {
      join(clocks_[b * threads_ + t], all);
      ++clocks_[b * threads_ + t][b * threads_ + t];
    }
  }

 private:
  struct Access {
    unsigned thread, time;
    bool writes;
    Strength strength;
  };

  static void join(Clock& mine, const Clock& other) {
    if (mine.size() < other.size()) mine.resize(other.size());
    for (std::size_t i = 0; i < other.size(); ++i) mine[i] = std::max(mine[i], other[i]);
  }

  unsigned threads_;
  std::vector<Clock> clocks_, device_fences_, fences_, pending_;
  std::map<unsigned, Clock> wide_;                         // by address
  std::map<std::pair<unsigned, unsigned>, Clock> narrow_;  // by address and block
  std::map<unsigned, std::vector<Access>> history_;        // by byte
};

struct Verdicts {
  bool alarm = false, race = false, false_alarm = false;
  unsigned named = 0, misnamed = 0, unnamed = 0;  // threads that races are told to be with
};

Verdicts random_program(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned n) { return unsigned(random() % n); };
  constexpr unsigned threads = 96;
  const unsigned active[] = {0, 1, 2, 33, 34, 70};
  Machine m(2, threads);
  Reference reference(2, threads);
  Verdicts verdicts;
  const unsigned sync_share = 1 + below(8);
  for (int step = 0; step < 60; ++step) {
    const unsigned b = below(2), t = active[below(6)];
    if (below(10) < sync_share) {
      std::vector<unsigned> members;
      switch (below(4)) {
        case 0:
          m.block[b]->sync_block();
          for (unsigned i = 0; i < threads; ++i) members.push_back(i);
          reference.sync(b, members);
          break;
        case 1: {
          const std::uint32_t mask = below(2) ? 0xffffffff : 1 + below(7);
          const unsigned warp = t / 32;
          m.block[b]->sync_warp(warp, mask);
          for (unsigned i = 0; i < 32; ++i)
            if (mask >> i & 1) members.push_back(warp * 32 + i);
          reference.sync(b, members);
          break;
        }
        case 2: {
          const std::uint32_t warps = 0b111 & ~(1u << below(3));
          m.block[b]->sync_warps(warps, warps);
          for (unsigned i = 0; i < threads; ++i)
            if (warps >> (i / 32) & 1) members.push_back(i);
          reference.sync(b, members);
          break;
        }
        default: {
          const Strength scope = below(3) ? device : Strength::block;
          m.block[b]->fence(t, scope);
          reference.fence(b, t, scope);
        }
      }
      continue;
    }
    const Strength strength = below(2) ? weak : below(2) ? volatile_ : device;
    const unsigned bytes = below(4) ? 4 : 1;
    const unsigned address = (strength == weak ? data + 4 * below(3) : flag + 4 * below(2)) +
                             (strength == weak && bytes == 1 ? below(4) : 0);
    const unsigned width = strength == weak ? bytes : 4;
    Conflict conflict;
    std::set<unsigned> others;
    switch (below(strength == weak ? 2 : 3)) {
      case 0:
        conflict = m.load(b, t, address, strength, Order::relaxed, width);
        others = reference.access(b, t, address, width, false, strength);
        if (strength != weak) reference.strong_read(b, t, address);
        break;
      case 1:
        // A new value in every byte: writes of what is there already are not reported.
        conflict = m.store(b, t, address, (step + 1) * 0x01010101, strength, Order::relaxed, width);
        others = reference.access(b, t, address, width, true, strength);
        if (strength != weak) reference.strong_write(b, t, address, false);
        break;
      default:
        conflict = m.atomic(b, t, address);
        others = reference.access(b, t, address, 4, true, device);
        reference.strong_read(b, t, address);
        reference.strong_write(b, t, address, true);
    }
    verdicts.alarm |= bool(conflict);
    verdicts.race |= !others.empty();
    verdicts.false_alarm |= conflict && others.empty();
    if (!conflict) continue;
    const auto named = unsigned(conflict.block * threads + conflict.thread);
    ++(!conflict.known          ? verdicts.unnamed
       : others.contains(named) ? verdicts.named
                                : verdicts.misnamed);
    REQUIRE((!conflict.known || named != b * threads + t));
  }
  return verdicts;
}

}  // namespace

TEST_CASE("against vector clocks: never a false alarm, and few racy programs pass") {
  int racy = 0, found = 0;
  unsigned named = 0, misnamed = 0, unnamed = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const Verdicts verdicts = random_program(seed);
    CAPTURE(seed);
    REQUIRE_FALSE(verdicts.false_alarm);
    racy += verdicts.race;
    found += verdicts.alarm;
    named += verdicts.named, misnamed += verdicts.misnamed, unnamed += verdicts.unnamed;
  }
  CHECK(racy > 1000);
  CHECK(found > racy * 0.95);
  // A label stands for several readers, of which the last may happen to be in order.
  CHECK(misnamed + unnamed < named * 0.01);
}

TEST_CASE("a thread that reads and writes races with the others that read, whoever came first") {
  for (const Space space : {Space::shared, Space::global})
    for (const bool first : {false, true})
      for (const bool written : {false, true}) {
        if (written && space == Space::global) continue;
        Machine m(2, 64);
        m.space = space;
        if (written) {
          m.store(0, 7, data, 1);
          m.block[0]->sync_block();
        }
        const unsigned b = space == Space::shared ? 0 : 1, t = 40;
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
    const Space space = trial % 2 == 0 ? Space::shared : Space::global;
    by_warps->space = by_lanes->space = space;
    const unsigned blocks = space == Space::shared ? 1 : 2;
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
  m.space = Space::shared;
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
  const Fault fault = race_fault(conflict, Space::global, m.races, 0, 5, "reads 4 bytes", "sum",
                                 "chapters/x.md", 12);
  CHECK(
      describe(fault) ==
      "chapters/x.md:12: simulator: race in global memory: kernel sum, block (0,0,0), thread "
      "(5,0,0) reads 4 bytes, which thread (3,0,0) of block (1,0,0) wrote, and nothing orders the "
      "two");
}
