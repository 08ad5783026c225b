#include "simulator/memory/memory.hpp"

#include <doctest/doctest.h>
#include <malloc.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <new>
#include <set>

#include "simulator/hexadecimal.hpp"
#include "simulator/memory/snapshot.hpp"
#include "simulator/platform.hpp"
#include "simulator/races/detector.hpp"

using namespace simulator;

namespace {

MemoryStatus status(Memory& memory, std::uint64_t address, unsigned bytes, Use use = Use::read) {
  return memory.access(address, bytes, use).status;
}

}  // namespace

TEST_CASE("allocations are aligned to 256 bytes, and to no more") {
  Memory memory;
  for (int i = 0; i < 4; ++i) CHECK(memory.allocate(100) % 512 == 256);
}

TEST_CASE("bounds are exact to the byte") {
  Memory memory;
  const auto a = memory.allocate(401);
  CHECK(status(memory, a + 400, 1, Use::write) == MemoryStatus::ok);
  CHECK(status(memory, a + 401, 1, Use::write) == MemoryStatus::out_of_bounds);
  CHECK(status(memory, a + 400, 4, Use::write) == MemoryStatus::out_of_bounds);
  CHECK(status(memory, a - 4, 4, Use::write) == MemoryStatus::out_of_bounds);
  CHECK(memory.describe(a + 405) == "4 bytes past the end of the 401 bytes at 0x100000000100");
  CHECK(memory.describe(a - 1).starts_with("1 byte before the 401 bytes"));
}

TEST_CASE("several devices share an address space, and use each other's memory where they may") {
  Memory memory(1 << 20, 1 << 16);
  REQUIRE(memory.add_device(1 << 20, 1 << 16) == 1);
  const auto mine = memory.allocate(4), pinned = memory.allocate(4, AllocationKind::pinned);
  const auto variable = memory.allocate(4, AllocationKind::variable, "v");
  const auto on_second = [&](std::uint64_t address) {
    const Memory::Turn turn(memory, 1);
    const bool region = memory.region(address, Use::write).host != nullptr;
    const MemoryStatus found = status(memory, address, 4, Use::write);
    CHECK(region == (found == MemoryStatus::ok));
    return found;
  };
  std::uint64_t theirs = 0;
  {
    const Memory::Turn turn(memory, 1);
    theirs = memory.allocate(4);
    CHECK_THROWS_AS(memory.allocate(1 << 20), std::bad_alloc);
    memory.allocate_on_heap(100);
    CHECK(memory.heap().in_use);
  }
  CHECK(!memory.heap().in_use);
  CHECK(memory.find(mine)->device == 0);
  CHECK(memory.find(theirs)->device == 1);
  CHECK(memory.used(0) == 12);
  CHECK(memory.used(1) == 104);
  CHECK(memory.used() == 116);
  CHECK(status(memory, theirs, 4) == MemoryStatus::no_peer_access);
  CHECK(on_second(mine) == MemoryStatus::no_peer_access);
  CHECK(on_second(pinned) == MemoryStatus::ok);
  CHECK(on_second(theirs) == MemoryStatus::ok);

  memory.set_peer_access(1, 0, true);
  CHECK(memory.peer_access(1, 0));
  CHECK(!memory.peer_access(0, 1));
  const auto later = memory.allocate(4);
  CHECK(on_second(mine) == MemoryStatus::ok);
  CHECK(on_second(later) == MemoryStatus::ok);
  CHECK(on_second(variable) == MemoryStatus::no_peer_access);
  CHECK(status(memory, theirs, 4) == MemoryStatus::no_peer_access);

  // Of a pool.
  memory.open_to(later, 1);
  CHECK(on_second(later) == MemoryStatus::no_peer_access);
  memory.open_to(later, 3);
  memory.set_peer_access(1, 0, false);
  CHECK(on_second(later) == MemoryStatus::ok);
  CHECK(on_second(mine) == MemoryStatus::no_peer_access);
  CHECK(on_second(pinned) == MemoryStatus::ok);

  // Freed by whoever frees it.
  memory.free(theirs);
  CHECK(memory.used(1) == 100);
  CHECK(on_second(theirs) == MemoryStatus::use_after_free);
}

TEST_CASE("neighbouring allocations are far apart") {
  Memory memory;
  const auto first = memory.allocate(1 << 20);
  memory.allocate(4);
  for (std::uint64_t beyond : {1, 4096, 65536, 200000})
    CHECK(status(memory, first + (1 << 20) + beyond - 1, 1, Use::write) ==
          MemoryStatus::out_of_bounds);
}

TEST_CASE("null and wild pointers") {
  Memory memory;
  CHECK(status(memory, 0, 4) == MemoryStatus::null_pointer);
  CHECK(status(memory, 16, 4) == MemoryStatus::null_pointer);
  CHECK(status(memory, Memory::arena, 4) == MemoryStatus::out_of_bounds);
  CHECK(status(memory, 0x123456789000, 4) == MemoryStatus::out_of_bounds);
  CHECK(status(memory, ~std::uint64_t{3}, 4) == MemoryStatus::out_of_bounds);
}

TEST_CASE("misaligned") {
  Memory memory;
  const auto a = memory.allocate(64);
  for (unsigned bytes : {2u, 4u, 8u, 16u}) {
    CHECK(status(memory, a + bytes, bytes, Use::write) == MemoryStatus::ok);
    CHECK(status(memory, a + bytes / 2, bytes, Use::write) == MemoryStatus::misaligned);
  }
}

TEST_CASE("freed memory is told apart, for ever") {
  Memory memory;
  const auto a = memory.allocate(64);
  CHECK(memory.free(a + 4) == Memory::Freed::never_allocated);
  CHECK(memory.free(a) == Memory::Freed::ok);
  CHECK(memory.free(a) == Memory::Freed::twice);
  CHECK(memory.free(0x7000) == Memory::Freed::never_allocated);
  for (int i = 0; i < 100; ++i) CHECK(memory.allocate(64) != a);
  CHECK(status(memory, a, 4) == MemoryStatus::use_after_free);
  CHECK(status(memory, a + 64, 4) == MemoryStatus::out_of_bounds);
  CHECK_FALSE(memory.fill(a, 0, 4));
}

TEST_CASE("freed memory that is revived is new memory at the same address") {
  Memory memory(256);
  const auto a = memory.allocate(200);
  memory.fill(a, 7, 200);
  CHECK(memory.free(a) == Memory::Freed::ok);
  {
    const auto b = memory.allocate(100);
    CHECK_THROWS_AS(memory.revive(a), std::bad_alloc);
    CHECK_FALSE(memory.holds(a, 1));
    CHECK(memory.free(b) == Memory::Freed::ok);
  }
  memory.revive(a);
  CHECK(memory.holds(a, 200));
  CHECK_FALSE(memory.holds(a, 201));
  CHECK(status(memory, a, 4, Use::read) == MemoryStatus::uninitialised);
  CHECK(status(memory, a, 4, Use::write) == MemoryStatus::ok);
  CHECK(memory.used() == 200);
  CHECK(memory.leaks().size() == 1);
  CHECK(memory.free(a) == Memory::Freed::ok);
  CHECK(memory.free(a) == Memory::Freed::twice);
  CHECK(status(memory, a, 4, Use::read) == MemoryStatus::use_after_free);
  CHECK(memory.used() == 0);
}

TEST_CASE("what was never written is known byte by byte") {
  Memory memory;
  const auto a = memory.allocate(64);
  CHECK(status(memory, a, 4) == MemoryStatus::uninitialised);
  CHECK(status(memory, a, 4, Use::update) == MemoryStatus::uninitialised);
  const auto b = memory.allocate(64);
  CHECK(status(memory, b + 1, 1, Use::write) == MemoryStatus::ok);
  CHECK(status(memory, b + 1, 1) == MemoryStatus::ok);
  CHECK(status(memory, b, 1) == MemoryStatus::uninitialised);
  CHECK(status(memory, b, 2) == MemoryStatus::uninitialised);
  CHECK(status(memory, b, 2, Use::write) == MemoryStatus::ok);
  CHECK(status(memory, b, 2) == MemoryStatus::ok);
  CHECK(memory.written(b, 2));
  CHECK_FALSE(memory.written(b, 3));
}

TEST_CASE("every range of fills agrees with a plain model") {
  for (unsigned first = 0; first < 20; ++first)
    for (unsigned count = 0; count < 40; ++count) {
      WrittenBits bits(64);
      bits.set(first, count);
      for (unsigned i = 0; i < 64; ++i)
        REQUIRE(bits.test(i, 1) == (i >= first && i < first + count));
    }
}

TEST_CASE("copies carry what was never written along") {
  Memory memory;
  const auto from = memory.allocate(100), to = memory.allocate(100);
  memory.fill(to, 1, 100);
  memory.fill(from + 10, 7, 20);
  CHECK(memory.copy(to + 3, from + 3, 50));
  CHECK(memory.written(to, 3));
  CHECK_FALSE(memory.written(to + 9, 1));
  CHECK(memory.written(to + 10, 20));
  CHECK_FALSE(memory.written(to + 30, 1));
  CHECK(memory.written(to + 53, 47));
  char value = 0;
  CHECK(memory.copy_out(&value, to + 12, 1));
  CHECK(value == 7);
}

TEST_CASE("bytes in a row that nobody wrote are found") {
  Memory memory;
  const auto a = memory.allocate(300), pinned = memory.allocate(300, AllocationKind::pinned);
  CHECK(memory.never_written(a + 5, 100, 16) == a + 5);
  CHECK(memory.never_written(pinned, 300, 16) == std::nullopt);
  memory.fill(a, 1, 170);
  CHECK(memory.never_written(a, 300, 16) == a + 170);
  CHECK(memory.never_written(a, 185, 16) == std::nullopt);
  CHECK(memory.never_written(a, 186, 16) == a + 170);
  memory.fill(a + 185, 1, 115);
  CHECK(memory.never_written(a, 300, 16) == std::nullopt);
  CHECK(memory.never_written(a, 300, 15) == a + 170);
  CHECK(memory.never_written(a, 301, 15) == std::nullopt);
}

TEST_CASE("copies that reach outside do nothing") {
  Memory memory;
  const auto a = memory.allocate(8);
  char bytes[16] = {};
  CHECK_FALSE(memory.copy_in(a, bytes, 9));
  CHECK_FALSE(memory.copy_in(a + 4, bytes, 5));
  CHECK_FALSE(memory.copy_in(a, bytes, ~std::uint64_t{0}));
  CHECK_FALSE(memory.written(a, 1));
  CHECK(memory.copy_in(a, bytes, 8));
}

TEST_CASE("constants cannot be written by kernels") {
  Memory memory;
  const auto a = memory.allocate(8, AllocationKind::constant, "table");
  CHECK(memory.fill(a, 0, 8));
  CHECK(status(memory, a, 8) == MemoryStatus::ok);
  CHECK(status(memory, a, 8, Use::write) == MemoryStatus::read_only);
  CHECK(memory.free(a) == Memory::Freed::never_allocated);
  CHECK(memory.describe(a + 4).find("of table") != std::string::npos);
}

TEST_CASE("managed, pinned and registered memory has the host's addresses") {
  Memory memory;
  for (const auto kind : {AllocationKind::managed, AllocationKind::pinned}) {
    const auto a = memory.allocate(40, kind);
    std::memset(reinterpret_cast<void*>(a), 3, 40);
    const Place place = memory.access(a + 4, 4, Use::read);
    CHECK(place.status == MemoryStatus::ok);
    CHECK(reinterpret_cast<std::uintptr_t>(place.host) == a + 4);
    CHECK(status(memory, a + 40, 4) == MemoryStatus::out_of_bounds);
    CHECK(memory.free(a) == Memory::Freed::ok);
  }
  alignas(16) char own[32] = {};
  const auto address = reinterpret_cast<std::uintptr_t>(own);
  CHECK(status(memory, address, 4) == MemoryStatus::out_of_bounds);
  memory.adopt(own, sizeof own);
  CHECK(status(memory, address + 28, 4, Use::write) == MemoryStatus::ok);
}

TEST_CASE("memory of the host that was freed lately is known by that" *
          doctest::skip(!SIMULATOR_MMAP)) {
  Memory memory;
  const std::uint64_t first = memory.allocate(40, AllocationKind::pinned);
  memory.free(first);
  CHECK(status(memory, first + 36, 4) == MemoryStatus::use_after_free);
  CHECK(status(memory, first + 40, 4) == MemoryStatus::out_of_bounds);
  CHECK(memory.describe(first + 4).ends_with(", now freed"));
  const Allocation* const oldest = memory.find(first);
  CHECK(memory.free(first) == Memory::Freed::twice);
  memory.tell_release_by([](std::uint64_t) { return " by somebody"; });
  CHECK(memory.describe(first).ends_with(", now freed by somebody"));
  for (int k = 0; k < 2000; ++k) {
    const std::uint64_t other = memory.allocate(40, AllocationKind::managed);
    CHECK(status(memory, other, 4) == MemoryStatus::ok);
    memory.free(other);
  }
  CHECK(memory.find(first) != oldest);
}

TEST_CASE("an address outside all memory is said to be the host's if it is" *
          doctest::skip(!SIMULATOR_MMAP)) {
  Memory memory;
  alignas(16) static char own[8192] = {};
  const auto address = reinterpret_cast<std::uintptr_t>(own);
  const std::string host = ", in memory of the host that the GPU cannot access";
  CHECK(memory.describe(address) == "outside all device memory" + host);
  CHECK(memory.describe(8) == "outside all device memory");
  memory.adopt(own, 16);
  const std::string place = " the 16 bytes at " + hexadecimal(address);
  CHECK(memory.describe(address + 20) ==
        "outside all device memory, 4 bytes past the end of" + place + host);
  CHECK(memory.describe(address + 8000) == "outside all device memory" + host);
  const std::uint64_t pinned = memory.allocate(16, AllocationKind::pinned);
  CHECK(memory.describe(pinned + 16) ==
        "outside all device memory, just past the end of the 16 "
        "bytes at " +
            hexadecimal(pinned));
}

TEST_CASE("large allocations cost nothing until they are touched, and the device can be full" *
          doctest::skip(!SIMULATOR_MMAP)) {
  Memory memory(std::uint64_t{64} << 30);
  std::uint64_t last = 0;
  for (int i = 0; i < 16; ++i) {
    last = memory.allocate(std::uint64_t{4} << 30);
    memory.fill(last, 0, std::uint64_t{4} << 30);
  }
  CHECK(status(memory, last + (std::uint64_t{3} << 30), 4) == MemoryStatus::ok);
  CHECK_THROWS_AS(memory.allocate(1), std::bad_alloc);
  CHECK_THROWS_AS(memory.allocate(~std::uint64_t{0}), std::bad_alloc);
  CHECK(memory.free(last) == Memory::Freed::ok);
  CHECK_NOTHROW(memory.allocate(1));
}

TEST_CASE("leaks are what nobody freed, less variables") {
  Memory memory;
  memory.allocate(8, AllocationKind::variable, "v");
  const auto a = memory.allocate(8), b = memory.allocate(16);
  memory.free(a);
  REQUIRE(memory.leaks().size() == 1);
  CHECK(memory.leaks()[0]->address == b);
}

TEST_CASE("a region is a living allocation that may be used so") {
  Memory memory;
  const std::uint64_t at = memory.allocate(1000);
  const Region region = memory.region(at + 5, Use::read);
  CHECK(region.start == at);
  CHECK(region.host == memory.host(at, 1000));
  CHECK(region.holds(at + 990, 10));
  CHECK_FALSE(region.holds(at + 990, 11));
  CHECK_FALSE(region.holds(at - 1, 4));
  CHECK(region.cell(at + 260) == memory.access(at + 260, 4, Use::write).cell);
  CHECK(region.written != nullptr);
  CHECK(memory.region(at + 1000, Use::read).host == nullptr);
  memory.fill(at, 0, 1000);
  CHECK(memory.region(at, Use::read).written == nullptr);
  memory.free(at);
  CHECK(memory.region(at, Use::read).host == nullptr);
  const std::uint64_t constant = memory.allocate(128, AllocationKind::constant);
  CHECK(memory.region(constant, Use::read).host != nullptr);
  CHECK(memory.region(constant, Use::update).host == nullptr);
}

namespace {

std::size_t resident_bytes() {
  std::size_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * std::size_t(sysconf(_SC_PAGESIZE));
}

}  // namespace

TEST_CASE("a byte in use takes four bytes of shadow at most, and one not in use none") {
  constexpr std::uint64_t bytes = 64 << 20, slack = 2 << 20;
  Memory memory;
  RaceClock clock;
  Races races(clock, {1}, {32});
  BlockRaces block(races, 0);
#ifdef M_MMAP_THRESHOLD
  // Or else, without SIMULATOR_MMAP, what earlier tests freed decides what is zeroed at once.
  mallopt(M_MMAP_THRESHOLD, 1 << 18);
#endif
  const std::size_t before = resident_bytes();
  if (before == 0) return;  // no such system
  const std::uint64_t at = memory.allocate(bytes);
  CHECK(resident_bytes() - before < slack);
  for (std::uint64_t k = 0; k < bytes; k += 128)
    block.write_row(StateSpace::global, 0, 32, memory.region(at, Use::write).cell(at + k), 4);
  for (std::uint64_t k = 0; k < bytes; k += 16)
    std::memset(memory.access(at + k, 16, Use::write).host, 1, 16);
  const std::size_t used = resident_bytes() - before;
  CHECK(used > 4 * bytes);
  CHECK(used <= 5 * bytes + slack);
}

TEST_CASE("what was written stays known when all was, and some is unwritten again") {
  Memory memory;
  const std::uint64_t full = memory.allocate(100), empty = memory.allocate(100);
  for (unsigned k = 0; k < 100; k += 4) {
    CHECK(!memory.written(full, 100));
    memory.access(full + (k * 36 + 4) % 100, 4, Use::write);
  }
  CHECK(memory.written(full, 100));
  memory.copy(full + 30, empty, 3);
  CHECK(!memory.written(full, 100));
  CHECK(memory.written(full, 30));
  CHECK(!memory.written(full + 32, 1));
  CHECK(memory.written(full + 33, 67));
  memory.fill(full + 28, 0, 10);
  CHECK(memory.written(full, 100));
}

TEST_CASE("what was allocated once and is no more costs later launches nothing") {
  Memory memory;
  const std::uint64_t kept = memory.allocate(64);
  memory.fill(kept, 1, 64);
  std::uint64_t dead = 0;
  for (int k = 0; k < 20000; ++k) memory.free(dead = memory.allocate(64));
  const std::uint64_t unused = memory.allocate(64);
  CHECK(memory.living().size() == 2);
  const Memory::Watch watch(memory);
  Snapshot snapshot;
  Memory view(memory, snapshot, true);
  CHECK(view.living() == std::vector<Allocation*>(2));
  CHECK(status(view, kept, 8) == MemoryStatus::ok);
  CHECK(status(view, dead, 8) == MemoryStatus::use_after_free);
  REQUIRE(view.living().size() == 2);
  CHECK((view.living()[0] != nullptr && view.living()[0]->address == kept));
  CHECK(view.living()[1] == nullptr);
  CHECK(memory.living()[1]->address == unused);
  CHECK(view.describe(dead).ends_with("now freed"));
}

TEST_CASE("places among what lives are taken over by others") {
  Memory memory;
  std::vector<std::uint64_t> at;
  for (int k = 0; k < 5; ++k) at.push_back(memory.allocate(64));
  CHECK(memory.free(at[1]) == Memory::Freed::ok);
  CHECK(memory.free(at[4]) == Memory::Freed::ok);
  CHECK(memory.free(at[1]) == Memory::Freed::twice);
  at[1] = memory.allocate(64);
  std::set<std::uint64_t> living;
  for (std::size_t k = 0; k < memory.living().size(); ++k) {
    living.insert(memory.living()[k]->address);
    CHECK(memory.living()[k]->place == k);
  }
  CHECK(living == std::set<std::uint64_t>{at[0], at[1], at[2], at[3]});
}
