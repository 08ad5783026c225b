#include "simulator/runtime/use_history.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

using namespace simulator;
using namespace simulator::runtime;

namespace {

using Ranges = std::vector<MemoryUse>;

OperationPointer operation(OrderPlace place, Operation::Kind kind = Operation::Kind::copy) {
  auto made = std::make_shared<Operation>();
  made->place = std::move(place);
  made->kind = kind;
  return made;
}

/// The bytes that both use, one of them to write.
std::vector<std::uint64_t> clashes(const Ranges& a, const Ranges& b) {
  std::vector<std::uint64_t> found;
  for (const MemoryUse& one : a)
    for (const MemoryUse& other : b)
      for (std::uint64_t at = std::max(one.begin, other.begin); at < std::min(one.end, other.end);
           ++at)
        if (one.writes || other.writes) found.push_back(at);
  return found;
}

struct Streams {
  StreamOrder order;
  unsigned first = order.make(false), second = order.make(false), third = order.make(false);
};

constexpr Strength weak = Strength::weak, strong = Strength::device, watched = Strength::volatile_;

}  // namespace

TEST_CASE("the first race of a program is found, and none where all pairs are ordered") {
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  unsigned races = 0;
  for (unsigned program = 0; program < 2000; ++program) {
    CAPTURE(program);
    StreamOrder order;
    std::vector<unsigned> streams{StreamOrder::legacy};
    for (int k = 0; k < 3; ++k) streams.push_back(order.make(random() % 2 == 0));
    UseHistory history;
    std::vector<std::pair<OperationPointer, Ranges>> before;
    for (unsigned step = 0; step < 40; ++step) {
      const unsigned stream = streams[random() % streams.size()];
      if (random() % 2 == 0) {
        order.stream_waits(stream, VectorClock(order.now(streams[random() % streams.size()])));
        continue;
      }
      const OperationPointer now = operation(order.next(stream));
      Ranges uses;
      for (unsigned k = 0; k < 1 + random() % 3; ++k) {
        const std::uint64_t begin = random() % 40;
        const MemoryUse use{begin, begin + 1 + random() % 8, random() % 2 == 0};
        if (clashes({use}, uses).empty()) uses.push_back(use);
      }
      std::vector<OperationPointer> expected;
      for (const auto& [earlier, its] : before)
        if (!now->place.follows(earlier->place) && !clashes(uses, its).empty())
          expected.push_back(earlier);
      const std::vector<OperationRace> found = history.add(now, uses);
      REQUIRE(found.empty() == expected.empty());
      for (const OperationRace& race : found) {
        REQUIRE(std::find(expected.begin(), expected.end(), race.earlier) != expected.end());
        const auto its = std::find_if(before.begin(), before.end(),
                                      [&](const auto& each) { return each.first == race.earlier; });
        const std::vector<std::uint64_t> bytes = clashes(uses, its->second);
        for (std::uint64_t at = race.use.begin; at < race.use.end; ++at)
          REQUIRE(std::find(bytes.begin(), bytes.end(), at) != bytes.end());
      }
      before.push_back({now, uses});
      if (!found.empty()) {
        ++races;
        break;
      }
    }
  }
  CHECK(races > 100);
  CHECK(races < 2000);
}

TEST_CASE("pieces that tell the same are one") {
  Streams s;
  UseHistory history;
  Ranges words;
  for (std::uint64_t k = 0; k < 100; ++k) words.push_back({8 * k, 8 * k + 4, true});
  history.add(operation(s.order.next(s.first)), words);
  CHECK(history.size() == 100);
  history.add(operation(s.order.next(s.first)), {{0, 800, true}});
  CHECK(history.size() == 1);
  history.forget(100, 200);
  CHECK(history.size() == 2);
  CHECK(history.add(operation(s.order.next(s.second)), {{100, 200, true}}).empty());
  CHECK(history.add(operation(s.order.next(s.second)), {{100, 201, true}}).size() == 1);
}

TEST_CASE("kernels may meet in what both access by atomics or volatile accesses") {
  Streams s;
  UseHistory history;
  const auto kernel = Operation::Kind::kernel;
  const OperationPointer producer = operation(s.order.next(s.first), kernel);
  history.add(producer, {{0, 4, true, strong}, {4, 8, true, weak}, {8, 12, true, watched}});
  const OperationPointer consumer = operation(s.order.next(s.second), kernel);
  CHECK(history.add(consumer, {{0, 4, false, strong}}).empty());
  CHECK(history.partners(*consumer, {{0, 4, false, strong}}).size() == 1);
  CHECK(history.partners(*consumer, {{0, 4, false, weak}}).empty());
  CHECK(history.partners(*consumer, {{4, 8, false, strong}}).empty());
  CHECK(history.add(consumer, {{4, 8, false, strong}}).size() == 1);
  // What is strong within a block alone is weak to another kernel.
  CHECK(history.add(consumer, {{0, 4, true, Strength::block}}).size() == 1);
}

TEST_CASE("a copy may look at what a kernel tells by volatile stores") {
  Streams s;
  UseHistory history;
  const OperationPointer kernel = operation(s.order.next(s.first), Operation::Kind::kernel);
  history.add(kernel, {{0, 4, true, watched}, {4, 8, true, strong}});
  const OperationPointer copy = operation(s.order.next(s.second));
  CHECK(history.partners(*copy, {{0, 4, false}}).size() == 1);
  CHECK(history.add(copy, {{0, 4, false}}).empty());
  CHECK(history.add(copy, {{4, 8, false}}).size() == 1);
  CHECK(history.add(copy, {{0, 4, true}}).size() == 1);
}

TEST_CASE("fills with the same byte are no race, and others are") {
  Streams s;
  UseHistory history;
  const auto fill = [&](unsigned stream, int byte) {
    return history.add(operation(s.order.next(stream)), {{100, 200, true, weak, byte}}).size();
  };
  CHECK(fill(s.first, 0) == 0);
  CHECK(fill(s.second, 0) == 0);
  CHECK(fill(s.third, 7) == 1);
  CHECK(fill(s.first, MemoryUse::unknown) == 1);
  CHECK(fill(s.second, MemoryUse::unknown) == 1);
  CHECK(history.add(operation(s.order.next(s.third)), {{150, 160, false}}).size() == 1);
}
