// What the race detector makes of a warp's accesses at once, against lane by lane.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include "simulator/races/detector.hpp"
#include "simulator/tests/races/machine.hpp"

using namespace simulator;

namespace {

constexpr unsigned blocks = 2, warps = 2, words = 512;

enum class Kind { read, write, update };

struct Request {
  Kind kind;
  unsigned block, warp, bytes;
  unsigned lanes;  // the warp's first so many; fewer than 32 in rows only
  StateSpace space;
  std::array<unsigned, 32> addresses;
};

/// Launches one after the other on one memory.
struct Launches {
  RaceClock clock;
  std::optional<Races> races;
  std::vector<std::unique_ptr<BlockRaces>> block;
  std::vector<ShadowCell> cells = std::vector<ShadowCell>(words + 4);
  std::uint32_t start = 0;  // of the launch

  Launches() { launch(); }
  void launch() {
    block.clear();
    races.emplace(clock, Dim3{blocks}, Dim3{32 * warps});
    for (unsigned b = 0; b < blocks; ++b) block.push_back(std::make_unique<BlockRaces>(*races, b));
    start = clock.now;
  }

  /// Epochs but for those of earlier launches, in the place of which a reader may stand.
  bool agrees(const Launches& other) const {
    const auto known = [&](std::uint64_t write) {
      return epoch::time_of(write) < start ? 0 : write;
    };
    return std::equal(cells.begin(), cells.end(), other.cells.begin(),
                      [&](const ShadowCell& a, const ShadowCell& b) {
                        return known(a.write) == known(b.write) && a.read == b.read;
                      });
  }

  std::array<Conflict, 32> lane_by_lane(const Request& r) {
    std::array<Conflict, 32> conflicts;
    constexpr char before[16] = {}, after[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    for (unsigned lane = 0; lane < r.lanes; ++lane) {
      BlockRaces& b = *block[r.block];
      const unsigned thread = r.warp * 32 + lane, address = r.addresses[lane];
      ShadowCell* const cell = &cells[address / 4];
      conflicts[lane] = r.kind == Kind::read ? b.read(r.space, thread, address, r.bytes, cell)
                        : r.kind == Kind::write
                            ? b.write(r.space, thread, address, r.bytes, cell, before, after)
                            : b.update(r.space, thread, address, r.bytes, cell);
    }
    return conflicts;
  }

  bool at_once(const Request& r) {
    BlockRaces& b = *block[r.block];
    bool row = r.addresses[0] % 4 == 0 && r.kind != Kind::update;
    for (unsigned lane = 0; lane < 32; ++lane)
      row = row && r.addresses[lane] == r.addresses[0] + lane * r.bytes;
    ShadowCell* const first = &cells[r.addresses[0] / 4];
    if (row)
      return r.kind == Kind::read ? b.read_row(r.space, r.warp, r.lanes, first, r.bytes)
                                  : b.write_row(r.space, r.warp, r.lanes, first, r.bytes);
    if (r.bytes < 4 || r.lanes < 32) return false;
    ShadowCell* at[32];
    for (unsigned lane = 0; lane < 32; ++lane) at[lane] = &cells[r.addresses[lane] / 4];
    return r.kind == Kind::read    ? b.read_all(r.space, r.warp, at, r.bytes / 4)
           : r.kind == Kind::write ? b.write_all(r.space, r.warp, at, r.bytes / 4)
                                   : b.update_all(r.space, r.warp, at, r.bytes / 4);
  }
};

bool same(const Conflict& a, const Conflict& b) {
  return a.other == b.other && a.block == b.block && a.thread == b.thread;
}

/// Rows, words that lanes share, strides, and anything else.
Request random_request(std::mt19937& random, StateSpace space, unsigned least_bytes) {
  Request r;
  r.kind = Kind(random() % 3);
  r.block = space == StateSpace::global && random() % 8 == 0;
  r.warp = random() % warps;
  r.space = space;
  do r.bytes = 1u << random() % 5;
  while (r.bytes < least_bytes || (r.kind == Kind::update && (r.bytes < 4 || r.bytes > 8)));
  const unsigned places = words * 4 / r.bytes, shape = random() % 6;
  const unsigned start = unsigned(random()) % (places - 31), step = 1 + random() % 33;
  for (unsigned lane = 0; lane < 32; ++lane) {
    const unsigned by_shape[] = {start + lane,
                                 start + lane,
                                 start,
                                 start + lane / 16,
                                 (start + lane * step) % places,
                                 unsigned(random()) % places};
    r.addresses[lane] = by_shape[shape] * r.bytes;
  }
  r.lanes = 32;
  if (shape <= 1 && random() % 2 == 0) {
    const unsigned sharing = std::max(4 / r.bytes, 1u);  // lanes a word
    r.lanes = sharing * (1 + unsigned(random()) % (32 / sharing));
  }
  return r;
}

/// The same accesses for both, with barriers, fences and launches between them. The share of
/// requests that went at once.
double compare(std::uint32_t seed, StateSpace space, unsigned least_bytes, bool calm) {
  CAPTURE(seed);
  std::mt19937 random(seed);
  Launches fast, slow;
  const auto both = [&](auto&& act) {
    act(fast);
    act(slow);
  };
  unsigned at_once = 0;
  constexpr unsigned steps = 300;
  for (unsigned step = 0; step < steps; ++step) {
    const unsigned b = random() % blocks, w = random() % warps, thread = random() % (32 * warps);
    const auto mask = std::uint32_t(random());
    switch (random() % (calm ? 8 : 24)) {
      case 0:
        both([&](Launches& m) { m.block[b]->sync_block(); });
        break;
      case 1:
        both([&](Launches& m) { m.block[b]->sync_warp(w, ~0u); });
        break;
      case 2:
        if (!calm) both([&](Launches& m) { m.block[b]->sync_warp(w, mask); });
        break;
      case 3:
        if (!calm) both([&](Launches& m) { m.block[b]->fence(thread, Strength::device); });
        break;
      case 4:
        if (!calm) both([&](Launches& m) { m.block[b]->sync_warps(3, 1 + mask % 3); });
        break;
      case 5:
        both([](Launches& m) { m.launch(); });
        break;
      default:
        break;
    }
    const Request r = random_request(random, space, least_bytes);
    const std::array<Conflict, 32> expected = slow.lane_by_lane(r);
    if (fast.at_once(r)) {
      ++at_once;
      CHECK(std::none_of(expected.begin(), expected.end(),
                         [](const Conflict& c) { return bool(c); }));
    } else {
      const std::array<Conflict, 32> found = fast.lane_by_lane(r);
      CHECK(std::equal(found.begin(), found.end(), expected.begin(), same));
    }
    if (least_bytes >= 4) CHECK(fast.agrees(slow));
  }
  return double(at_once) / steps;
}

}  // namespace

TEST_CASE("a warp's accesses at once are those of its lanes one by one") {
  for (const bool calm : {false, true})
    for (const auto space : {StateSpace::global, StateSpace::shared})
      for (const unsigned least_bytes : {4u, 1u}) {
        double share = 0;
        for (std::uint32_t seed = 1; seed <= 50; ++seed)
          share += compare(seed, space, least_bytes, calm) / 50;
        CHECK(share > 0.03);
        CHECK(share < 0.9);
      }
}

TEST_CASE("a whole warp's access notes what its lanes' accesses would, or nothing") {
  std::mt19937 random(7);
  const auto below = [&](unsigned n) { return unsigned(random() % n); };
  unsigned whole = 0, refused = 0;
  for (unsigned trial = 0; trial < 1000; ++trial) {
    auto by_warps = std::make_unique<RaceMachine>(2, 64),
         by_lanes = std::make_unique<RaceMachine>(2, 64);
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
          both([&](RaceMachine& m) { m.block[b]->sync_block(); });
          break;
        case 1:
          both([&](RaceMachine& m) { m.block[b]->sync_warp(w, ~0u); });
          break;
        case 2:
          both([&](RaceMachine& m) { m.block[b]->fence(thread, Strength::device); });
          break;
        case 3: {
          const unsigned address = below(256), strong = below(3);
          both([&](RaceMachine& m) {
            if (strong == 0)
              m.atomic(b, thread, address / 4 * 4);
            else if (writes)
              m.store(b, thread, address, 1 + int(step), Strength::weak, MemoryOrder::relaxed, 1);
            else
              m.load(b, thread, address, Strength::weak, MemoryOrder::relaxed, 1);
          });
          break;
        }
        default: {
          ShadowCell* const cells = by_warps->cells + first / 4;
          BlockRaces& races = *by_warps->block[b];
          const bool all = writes ? races.write_row(space, w, 32, cells, 4 * words)
                                  : races.read_row(space, w, 32, cells, 4 * words);
          ++(all ? whole : refused);
          const int value[4] = {int(step), int(step), int(step), int(step)};
          for (unsigned lane = 0; lane < 32; ++lane) {
            const unsigned at = first + 4 * words * lane, t = 32 * w + lane;
            const auto access = [&](RaceMachine& m) {
              if (!writes) return m.load(b, t, at, Strength::weak, MemoryOrder::relaxed, 4 * words);
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

TEST_CASE("the only use of some words is that of each") {
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  const auto below = [&](unsigned n) { return unsigned(random() % n); };
  constexpr unsigned words = 40;
  using Use = Races::CellUse;
  std::array<unsigned, 4> told{};
  unsigned silent = 0;
  for (unsigned trial = 0; trial < 4000; ++trial) {
    Launches launches;
    // Long stretches of one kind, and some other accesses.
    const auto access = [&](unsigned kind, unsigned address, unsigned bytes) {
      BlockRaces& races = *launches.block[0];
      ShadowCell* const cell = &launches.cells[address / 4];
      const char before[4] = {}, after[4] = {1, 1, 1, 1};
      const auto strength = kind % 2 == 0 ? Strength::weak : Strength::volatile_;
      if (kind / 2 == 0) races.read(StateSpace::global, 0, address, bytes, cell, strength);
      if (kind / 2 == 1)
        races.write(StateSpace::global, 0, address, bytes, cell, before, after, strength);
      if (kind / 2 == 2) races.update(StateSpace::global, 0, address / 4 * 4, 4, cell);
    };
    for (unsigned launch = 0; launch < 2; ++launch) {
      if (launch > 0) launches.launch();
      const unsigned kind = below(7), end = below(words);
      for (unsigned word = 0; word < end; ++word) access(kind, 4 * word, 4);
      for (unsigned k = 0; k < below(3); ++k) access(below(7), below(4 * words), 1);
    }
    const unsigned first = below(words), count = 1 + below(words - first);
    std::array<Use, words> uses;
    launches.races->find_last_uses(&launches.cells[first], count, uses.data());
    const auto only = launches.races->only_use(&launches.cells[first], count);
    const bool alike = std::all_of(uses.begin(), uses.begin() + count,
                                   [&](const Use& use) { return use == uses[0]; });
    if (only) {
      REQUIRE(alike);
      REQUIRE(*only == uses[0]);
      ++told[only->what];
    } else if (alike && uses[0].what != Use::byte_by_byte) {
      ++silent;
    }
  }
  CHECK(told[Use::nothing] > 100);
  CHECK(told[Use::only_read] > 100);
  CHECK(told[Use::written] > 100);
  CHECK(silent < 200);
}
