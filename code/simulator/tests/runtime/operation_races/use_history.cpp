#include "simulator/runtime/operation_races/use_history.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <random>
#include <vector>

#include "simulator/tests/trials.hpp"

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

TEST_CASE("what is kept in a chain races as what is written down") {
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  unsigned races = 0, chains = 0;
  for (unsigned program = 0; program < 2000; ++program) {
    CAPTURE(program);
    Streams streams;
    UseHistory history, written;
    const unsigned calm = random() % 30;  // steps in one stream
    for (unsigned step = 0; step < 40; ++step) {
      const std::uint64_t begin = random() % 40, end = begin + 1 + random() % 20;
      if (random() % 8 == 0) {
        history.forget(begin, end);
        written.forget(begin, end);
        continue;
      }
      if (random() % 40 == 0) {
        history.clear();
        written.clear();
      }
      const unsigned stream = step < calm || random() % 2 == 0 ? streams.first : streams.second;
      const OperationPointer now = operation(streams.order.next(stream), Operation::Kind::kernel);
      const Ranges uses{{begin, end, random() % 2 == 0, random() % 2 == 0 ? strong : weak}};
      const std::vector<OperationPointer> met = history.partners(*now, uses);
      REQUIRE(met == written.partners(*now, uses));
      const std::vector<OperationRace> found = history.add(now, uses),
                                       same = written.add(now, uses);
      chains += history.keeps_a_chain();
      (void)written.size();  // writes it down
      REQUIRE(found.size() == same.size());
      for (std::size_t k = 0; k < found.size(); ++k) {
        REQUIRE(found[k].earlier == same[k].earlier);
        REQUIRE(found[k].use.begin == same[k].use.begin);
        REQUIRE(found[k].use.end == same[k].use.end);
      }
      races += unsigned(found.size());
    }
    REQUIRE(history.size() == written.size());
  }
  CHECK(races > 1000);
  CHECK(chains > 1000);
}

TEST_CASE("a chain does not grow without end") {
  Streams s;
  UseHistory history;
  for (unsigned k = 0; k < 1000; ++k)
    history.add(operation(s.order.next(s.first)), {{4 * k, 4 * k + 4, true}});
  CHECK_FALSE(history.keeps_a_chain());
  CHECK(history.add(operation(s.order.next(s.second)), {{0, 4000, false}}).size() == 1000);
  history.clear();
  history.add(operation(s.order.next(s.first)), {{0, 4, true}});
  CHECK(history.keeps_a_chain());
}

TEST_CASE("atomics of two devices race where nothing orders them, but for those of the system") {
  const auto kernel = [](OrderPlace place, unsigned device) {
    auto made = std::make_shared<Operation>(*operation(std::move(place), Operation::Kind::kernel));
    made->device = device;
    return made;
  };
  const auto races = [&](MemoryUse first, MemoryUse second, unsigned device, bool ordered) {
    Streams streams;
    UseHistory history;
    history.add(kernel(streams.order.next(streams.first), 0), {first});
    if (ordered)
      streams.order.stream_waits(streams.second, VectorClock(streams.order.now(streams.first)));
    return history.add(kernel(streams.order.next(streams.second), device), {second});
  };
  const MemoryUse narrow{0, 4, true, strong}, wide{0, 4, true, Strength::system},
      read{0, 4, false, strong}, plain{0, 4, true, weak};
  for (const auto& [first, second] : {std::pair{narrow, narrow}, {narrow, wide}, {wide, narrow}}) {
    REQUIRE(races(first, second, 1, false).size() == 1);
    CHECK(races(first, second, 1, false).front().narrow);
    CHECK(races(first, second, 1, true).empty());
    CHECK(races(first, second, 0, false).empty());
  }
  CHECK(races(wide, wide, 1, false).empty());
  CHECK(races(narrow, read, 1, false).empty());
  REQUIRE(races(plain, narrow, 1, false).size() == 1);
  CHECK_FALSE(races(plain, narrow, 1, false).front().narrow);
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
  const auto fill = [&](unsigned stream, std::int16_t byte) {
    return history.add(operation(s.order.next(stream)), {{100, 200, true, weak, byte}}).size();
  };
  CHECK(fill(s.first, 0) == 0);
  CHECK(fill(s.second, 0) == 0);
  CHECK(fill(s.third, 7) == 1);
  CHECK(fill(s.first, MemoryUse::unknown) == 1);
  CHECK(fill(s.second, MemoryUse::unknown) == 1);
  CHECK(history.add(operation(s.order.next(s.third)), {{150, 160, false}}).size() == 1);
}

namespace {

/// The same by a simple way: byte by byte.
class HistoryOfBytes {
 public:
  std::vector<OperationPointer> partners(const OperationPointer& operation, const Ranges& uses) {
    std::vector<OperationPointer> found;
    for (const MemoryUse& use : uses)
      for (std::uint64_t at = use.begin; at < use.end; ++at)
        for (const Access& each : met_by(use, bytes_[at]))
          if (!operation->place.follows(each.by->place) && is_meant(each, *operation, use) &&
              !(operation->is_kernel() && !is_strong(use.strength)) &&
              std::find(found.begin(), found.end(), each.by) == found.end())
            found.push_back(each.by);
    return found;
  }

  std::vector<OperationRace> add(const OperationPointer& operation, const Ranges& uses) {
    std::vector<OperationRace> races;
    for (const MemoryUse& use : uses)
      for (std::uint64_t at = use.begin; at < use.end; ++at) {
        Byte& byte = bytes_[at];
        for (const Access& each : met_by(use, byte))
          if (races_with(each, *operation, use)) note(races, each, at, use);
        std::erase_if(byte.read, [&](const Access& each) {
          return use.writes || each.by == operation || operation->place.follows(each.by->place);
        });
        if (use.writes)
          byte.wrote = {operation, true, use.strength, use.filled};
        else
          byte.read.push_back({operation, false, use.strength, MemoryUse::unknown});
      }
    return races;
  }

  void forget(std::uint64_t begin, std::uint64_t end) {
    bytes_.erase(bytes_.lower_bound(begin), bytes_.lower_bound(end));
  }

 private:
  struct Access {
    OperationPointer by = nullptr;
    bool writes = false;
    Strength strength = weak;
    std::int16_t filled = MemoryUse::unknown;
  };
  struct Byte {
    Access wrote;
    std::vector<Access> read;
  };

  static std::vector<Access> met_by(const MemoryUse& use, const Byte& byte) {
    std::vector<Access> met;
    if (byte.wrote.by) met.push_back(byte.wrote);
    if (use.writes) met.insert(met.end(), byte.read.begin(), byte.read.end());
    return met;
  }
  static bool is_strong(Strength strength) { return strength == strong || strength == watched; }
  static bool is_meant(const Access& earlier, const Operation& later, const MemoryUse& use) {
    const bool kernel = earlier.by->is_kernel();
    if (kernel && later.is_kernel()) return is_strong(earlier.strength) && is_strong(use.strength);
    return (kernel && earlier.strength == watched && !use.writes) ||
           (later.is_kernel() && use.strength == watched && !earlier.writes);
  }
  static bool races_with(const Access& earlier, const Operation& later, const MemoryUse& use) {
    return earlier.by.get() != &later && !later.place.follows(earlier.by->place) &&
           !is_meant(earlier, later, use) &&
           (use.filled == MemoryUse::unknown || use.filled != earlier.filled);
  }
  static void note(std::vector<OperationRace>& races, const Access& earlier, std::uint64_t at,
                   const MemoryUse& use) {
    const auto known = std::find_if(races.begin(), races.end(),
                                    [&](const auto& race) { return race.earlier == earlier.by; });
    if (known == races.end())
      races.push_back({earlier.by, {at, at + 1, use.writes, use.strength}, earlier.writes});
    else if (known->use.end == at && known->earlier_wrote == earlier.writes &&
             known->use.writes == use.writes)
      ++known->use.end;
  }

  std::map<std::uint64_t, Byte> bytes_;
};

/// What an operation uses of a few pages: ranges of words, of bytes, or pages; words or bytes with
/// a step between them or strewn.
void add_random_uses(Ranges& uses, bool of_kernel, std::mt19937& random) {
  constexpr std::uint64_t first = 5 * 4096, extent = 4 * 4096;
  constexpr std::uint64_t units[] = {1, 4, 4, 4096};
  const std::uint64_t unit = units[random() % 4], count = extent / unit;
  MemoryUse use{0, 0, random() % 2 == 0};
  if (of_kernel) use.strength = std::array{weak, strong, watched}[random() % 3];
  if (!of_kernel && use.writes && random() % 2 == 0) use.filled = std::int16_t(random() % 2);
  const std::uint64_t step = 1 + random() % 4, begin = random() % count;
  const unsigned uses_of_it = unit > 4 ? 1 : 1 + unsigned(random() % 60);
  for (unsigned k = 0; k < uses_of_it; ++k) {
    const std::uint64_t at = (step == 4 ? random() : begin + k * step) % count;
    use.begin = first + at * unit;
    use.end = use.begin + std::min(1 + random() % 2, count - at) * unit;
    uses.push_back(use);
  }
}

bool is_same(const OperationRace& a, const OperationRace& b) {
  return a.earlier == b.earlier && a.earlier_wrote == b.earlier_wrote &&
         a.use.begin == b.use.begin && a.use.end == b.use.end && a.use.writes == b.use.writes &&
         a.use.strength == b.use.strength;
}

}  // namespace

TEST_CASE("strewn uses race as they do byte by byte") {
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  std::size_t races = 0, partners = 0, silent = 0, put_off = 0, looked_up = 0;
  for (unsigned program = 0; program < trials(100); ++program) {
    CAPTURE(program);
    StreamOrder order;
    std::vector<unsigned> streams{StreamOrder::legacy};
    for (int k = 0; k < 3; ++k) streams.push_back(order.make(random() % 2 == 0));
    UseHistory history;
    HistoryOfBytes bytes;
    for (unsigned step = 0; step < 30; ++step) {
      CAPTURE(step);
      const unsigned stream = streams[random() % streams.size()];
      if (random() % 3 > 0)
        order.stream_waits(stream, VectorClock(order.now(streams[random() % 4])));
      if (random() % 8 == 0) {
        const std::uint64_t begin = random() % (10 * 4096), end = begin + random() % 9000;
        history.forget(begin, end);
        bytes.forget(begin, end);
      }
      const bool kernel = random() % 3 > 0;
      const OperationPointer now =
          operation(order.next(stream), kernel ? Operation::Kind::kernel : Operation::Kind::copy);
      Ranges strewn;
      for (unsigned k = 0; k < 1 + random() % 3; ++k) add_random_uses(strewn, kernel, random);
      // In order and without overlaps, as operations tell them.
      auto all = std::make_unique<Uses>();
      for (const MemoryUse& use : strewn) all->add(use);
      const Ranges uses = all->take();
      if (kernel) history.look_up();  // as before every kernel
      if (kernel && random() % 2 == 0 && history.follows_all(*now)) {
        REQUIRE(bytes.add(now, uses).empty());
        all->add_later([&looked_up, uses, to = all.get()] {
          for (const MemoryUse& use : uses) to->add(use);
          ++looked_up;
        });
        history.add_later(now, std::move(all));
        ++put_off;
        continue;
      }
      const auto met = history.partners(*now, uses);
      REQUIRE(met == bytes.partners(now, uses));
      const auto found = history.add(now, uses);
      const auto expected = bytes.add(now, uses);
      REQUIRE(std::equal(found.begin(), found.end(), expected.begin(), expected.end(), is_same));
      partners += met.size();
      races += found.size();
      silent += found.empty();
    }
  }
  CHECK(races > 100);
  CHECK(partners > 10);
  CHECK(silent > 100);
  CHECK(put_off > 2);
  CHECK(looked_up > 2);
  CHECK(looked_up <= put_off);
}

TEST_CASE("what a kernel used is looked up once, and only if it matters") {
  Streams s;
  UseHistory history;
  unsigned times = 0;
  const auto give = [&] {
    const OperationPointer kernel = operation(s.order.next(s.first), Operation::Kind::kernel);
    REQUIRE(history.follows_all(*kernel));
    auto uses = std::make_unique<Uses>();
    uses->add_later([&times, to = uses.get()] {
      to->add({0, 8, true});
      ++times;
    });
    history.add_later(kernel, std::move(uses));
  };
  give();
  history.clear();  // the host has waited
  CHECK(times == 0);
  SUBCASE("a copy that follows does not want it") {
    give();
    CHECK(history.add(operation(s.order.next(s.first)), {{0, 8, false}}).empty());
    history.clear();
    CHECK(times == 0);
  }
  SUBCASE("one that does not follow wants it") {
    give();
    CHECK(history.add(operation(s.order.next(s.first)), {{0, 8, false}}).empty());
    const OperationPointer other = operation(s.order.next(s.second));
    CHECK(history.partners(*other, {{4, 6, false}}).empty());
    CHECK(history.add(other, {{4, 6, false}}).size() == 1);
    CHECK(times == 1);
  }
  SUBCASE("another kernel does, and memory that goes") {
    give();
    history.look_up();
    CHECK(times == 1);
    give();
    history.forget(0, 4);
    CHECK(times == 2);
    CHECK(history.add(operation(s.order.next(s.second)), {{0, 4, false}}).empty());
    CHECK(history.add(operation(s.order.next(s.second)), {{4, 6, false}}).size() == 1);
    CHECK(times == 2);
  }
}

TEST_CASE("states that no byte is in any more are dropped") {
  Streams s;
  UseHistory history;
  for (std::uint64_t k = 0; k < 100000; ++k)
    history.add(operation(s.order.next(s.first)), {{4 * (k % 2000), 4 * (k % 2000) + 4, true}});
  CHECK(history.size() == 2000);
  CHECK(history.states() < 10000);
  CHECK(history.add(operation(s.order.next(s.second)), {{0, 8000, false}}).size() == 2000);
}

TEST_CASE("millions of scattered uses are kept apart") {
  constexpr std::uint64_t words = std::uint64_t{1} << 22;
  Ranges strewn;
  for (std::uint64_t k = 0; k < words; k += 2) strewn.push_back({4 * k, 4 * k + 4, true});
  Streams s;
  UseHistory history;
  history.add(operation(s.order.next(s.first)), strewn);
  history.add(operation(s.order.next(s.first)), strewn);
  CHECK(history.size() == words / 2);
  CHECK(history.add(operation(s.order.next(s.second)), {{4 * words - 8, 4 * words - 4, true}})
            .size() == 1);
}
