// Random programs of barriers, fences and accesses, judged by the detector and by the reference.
#include <doctest/doctest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "simulator/tests/races/machine.hpp"
#include "simulator/tests/races/reference.hpp"
#include "simulator/tests/trials.hpp"

using namespace simulator;

namespace {

using enum Strength;

constexpr unsigned blocks = 3, threads = 96, data = 0, flag = 512;

struct Verdicts {
  bool alarm = false, race = false;
  unsigned races = 0, found = 0;                  // accesses
  unsigned named = 0, misnamed = 0, unnamed = 0;  // threads that races are told to be with
};

/// What a program is made of. `mixed`: flags have weak accesses, too.
struct Style {
  bool scopes, orders, mixed;
  unsigned sync_share;  // in ten
};

class Program {
 public:
  Program(unsigned seed, Style style) : random_(seed), style_(style) {}

  Verdicts run() {
    for (int step = 0; step < 60; ++step)
      if (below(10) < style_.sync_share)
        synchronise();
      else
        access(step);
    return verdicts_;
  }

 private:
  unsigned below(unsigned n) { return unsigned(random_() % n); }
  unsigned thread() {
    constexpr unsigned active[] = {0, 1, 2, 33, 34, 70};
    return active[below(6)];
  }
  Strength scope() { return style_.scopes && below(3) == 0 ? Strength::block : device; }
  MemoryOrder order() { return style_.orders ? MemoryOrder(below(4)) : MemoryOrder::relaxed; }

  void synchronise() {
    const unsigned b = below(blocks), t = thread();
    std::vector<unsigned> members;
    const auto sync = [&](auto&& within) {
      for (unsigned i = 0; i < threads; ++i)
        if (within(i)) members.push_back(i);
      reference_.sync(b, members);
    };
    switch (below(4)) {
      case 0:
        machine_.block[b]->sync_block();
        sync([](unsigned) { return true; });
        break;
      case 1: {
        const std::uint32_t mask = below(2) ? 0xffffffff : 1 + below(7);
        machine_.block[b]->sync_warp(t / 32, mask);
        sync([&](unsigned i) { return i / 32 == t / 32 && (mask >> i % 32 & 1); });
        break;
      }
      case 2: {
        const std::uint32_t warps = 0b111 & ~(1u << below(3));
        machine_.block[b]->sync_warps(warps, warps);
        sync([&](unsigned i) { return warps >> (i / 32) & 1; });
        break;
      }
      default: {
        const Strength where = scope();
        const MemoryOrder way = style_.orders && below(2) ? MemoryOrder(1 + below(3))
                                : below(2)                ? MemoryOrder::acquire_release
                                                          : MemoryOrder::sequential;
        machine_.fence(b, t, where, way);
        reference_.fence(b, t, where, way);
      }
    }
  }

  void access(int step) {
    const unsigned b = below(blocks), t = thread();
    const Strength strength = below(2) ? weak : below(2) ? volatile_ : scope();
    const bool plain = strength == weak;
    const unsigned bytes = below(4) ? 4 : 1;
    const bool of_flag = !plain || (style_.mixed && below(8) == 0);
    const unsigned address =
        of_flag ? flag + 4 * below(2) : data + 4 * below(3) + (bytes == 1 ? below(4) : 0);
    const unsigned width = of_flag ? 4 : bytes;
    const MemoryOrder way = plain || strength == volatile_ ? MemoryOrder::relaxed : order();
    Conflict conflict;
    std::set<unsigned> others;
    switch (below(plain ? 2 : 3)) {
      case 0: {
        const MemoryOrder acquiring = acquires(way) ? MemoryOrder::acquire : MemoryOrder::relaxed;
        conflict = machine_.load(b, t, address, strength, acquiring, width);
        others = reference_.access(b, t, address, width, true, false, strength, acquiring);
        break;
      }
      case 1: {
        // A new value in every byte: writes of what is there already are not reported.
        const MemoryOrder releasing = releases(way) ? MemoryOrder::release : MemoryOrder::relaxed;
        conflict =
            machine_.store(b, t, address, (step + 1) * 0x01010101, strength, releasing, width);
        others = reference_.access(b, t, address, width, false, true, strength, releasing);
        break;
      }
      default: {
        const Strength atomic = strength == volatile_ ? device : strength;
        const bool returns = below(4) != 0;
        const MemoryOrder possible = returns || !acquires(way) ? way : MemoryOrder::relaxed;
        conflict = machine_.atomic(b, t, address, atomic, possible, returns);
        others = reference_.access(b, t, address, 4, true, true, atomic, possible, returns);
      }
    }
    verdicts_.alarm |= bool(conflict);
    verdicts_.race |= !others.empty();
    verdicts_.races += !others.empty();
    verdicts_.found += bool(conflict);
    INFO("step " << step << ": thread " << t << " of block " << b << " at " << address);
    REQUIRE((!conflict || !others.empty()));  // never a false alarm
    if (!conflict) return;
    const auto named = unsigned(conflict.block * threads + conflict.thread);
    ++(!conflict.known          ? verdicts_.unnamed
       : others.contains(named) ? verdicts_.named
                                : verdicts_.misnamed);
    REQUIRE((!conflict.known || named != b * threads + t));
  }

  std::mt19937 random_;
  Style style_;
  RaceMachine machine_{blocks, threads};
  Reference reference_{blocks, threads};
  Verdicts verdicts_;
};

}  // namespace

TEST_CASE("random programs against the reference: never a false alarm, few races missed") {
  struct {
    std::string name;
    bool scopes, orders, mixed;
  } const kinds[] = {{"fences", false, false, false},
                     {"fences and scopes", true, false, false},
                     {"orders", false, true, false},
                     {"orders and scopes", true, true, false},
                     {"with plain accesses to flags", true, true, true}};
  for (const auto& kind : kinds) {
    unsigned racy = 0, alarms = 0, races = 0, found = 0, named = 0, misnamed = 0, unnamed = 0;
    for (unsigned seed = 0; seed < trials(1000); ++seed) {
      CAPTURE(kind.name);
      CAPTURE(seed);
      std::mt19937 random(seed);
      const Verdicts verdicts =
          Program(seed, {kind.scopes, kind.orders, kind.mixed, 1 + unsigned(random()) % 8}).run();
      racy += verdicts.race, alarms += verdicts.alarm;
      races += verdicts.races, found += verdicts.found;
      named += verdicts.named, misnamed += verdicts.misnamed, unnamed += verdicts.unnamed;
    }
    MESSAGE(kind.name << ": of " << racy << " racy programs " << racy - alarms << " missed, of "
                      << races << " racy accesses " << races - found);
    CHECK(racy > trials(300));
    CHECK(alarms > racy * 0.95);
    // An epoch stands for several readers, of which the last may happen to be in order.
    CHECK(misnamed + unnamed < named * (kind.scopes ? 0.02 : 0.01));
  }
}
