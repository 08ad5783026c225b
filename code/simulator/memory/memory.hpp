#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "footprint.hpp"
#include "lazy_bytes.hpp"
#include "races.hpp"

namespace simulator {

class Snapshot;

/// One bit for every byte of a piece of memory: has it been written? Once all have, the bits are
/// given back.
class WrittenBits {
 public:
  WrittenBits() = default;
  explicit WrittenBits(std::size_t bytes)
      : bits_(storage_for(bytes)), bytes_(bytes), unwritten_(bytes) {}

  WrittenBits(const WrittenBits& other);
  WrittenBits(WrittenBits&& other) = default;
  WrittenBits& operator=(WrittenBits&& other) = default;

  /// Does [offset, offset + count) hold only bytes that were written? For count <= 16.
  bool test_few(std::size_t offset, unsigned count) const {
    if (all_) return true;
    const std::uint32_t wanted = (1u << count) - 1;
    return (window(offset) >> (offset & 7) & wanted) == wanted;
  }
  void set_few(std::size_t offset, unsigned count) {
    if (!all_ && !test_few(offset, count)) set_bits(offset, count);
  }

  bool all() const { return all_; }
  bool test(std::size_t offset, std::size_t count) const;
  void set(std::size_t offset, std::size_t count);
  /// Adds those of as many bytes, from a multiple of 8 on; the rest of the last 8 may come along.
  void add(std::size_t offset, std::size_t count, const WrittenBits& other);
  /// Takes the bits of `source`, as a copy of the bytes does.
  void copy(std::size_t offset, const WrittenBits& source, std::size_t source_offset,
            std::size_t count);

 private:
  std::uint32_t window(std::size_t offset) const {
    std::uint32_t bits;
    std::memcpy(&bits, bits_.data() + offset / 8, sizeof bits);
    return bits;
  }
  void set_bits(std::size_t offset, unsigned count);
  void clear(std::size_t offset, std::size_t count);
  bool get(std::size_t offset) const { return window(offset) >> (offset & 7) & 1; }

  static std::size_t storage_for(std::size_t bytes) { return (bytes + 7) / 8 + 8; }
  void wrote(std::size_t count);  // so many more

  LazyBytes bits_;
  std::size_t bytes_ = 0, unwritten_ = 0;
  bool all_ = false;
};

/// Why an address cannot be accessed.
enum class MemoryStatus : std::uint8_t {
  ok,
  null_pointer,
  out_of_bounds,
  misaligned,
  use_after_free,
  uninitialised,
  read_only
};

/// The kind of fault (simulator::fault) for a status other than ok.
const char* fault_kind(MemoryStatus status);

/// Where an access goes on the host. Uninitialised reads have a place as well, so that a program
/// can go on.
struct Place {
  std::byte* host = nullptr;  // null unless status is ok or uninitialised
  Cell* cell = nullptr;       // of the 4 bytes that hold the address, for BlockRaces
  MemoryStatus status = MemoryStatus::ok;
};

/// A piece of memory that can be accessed anywhere.
struct Region {
  std::uint64_t start = 0, bytes = 0;  // addresses
  std::byte* host = nullptr;           // null: there is none
  Cell* cells = nullptr;               // of the words from `start` on; null where races cannot be
  WrittenBits* written = nullptr;      // null where that does not matter
  Footprint* footprint = nullptr;      // the same

  bool holds(std::uint64_t address, std::uint64_t count) const {
    return address - start <= bytes && count <= bytes - (address - start);
  }
  Cell* cell(std::uint64_t address) const {
    return cells == nullptr ? nullptr : cells + (address / 4 - start / 4);
  }
};

enum class AllocationKind : std::uint8_t {
  device,
  variable,
  constant,
  managed,
  pinned,
  registered
};

struct Allocation {
  std::uint64_t address = 0, bytes = 0;
  AllocationKind kind = AllocationKind::device;
  bool freed = false;
  std::string name;  // of a variable
  std::byte* host = nullptr;
  Cell* cells = nullptr;
  WrittenBits written;
  Footprint footprint;
  LazyBytes storage, cell_storage;
  std::vector<LazyBytes> spare_cells;  // for views, with labels of earlier launches
  Allocation* original = nullptr;      // where this is a view

  bool on_host() const { return kind >= AllocationKind::managed; }
};

/// The device's memory. Device addresses lie in an arena of their own, from `arena` on, where no
/// host memory is; managed and pinned memory has the host's addresses. Device addresses are never
/// given out twice, so that a use after free is always seen. Not touched memory costs nothing.
/// Allocation is safe from several host threads; accesses take no lock.
class Memory {
 public:
  static constexpr std::uint64_t arena = std::uint64_t{1}
                                         << 44;  // free below for windows of other spaces
  static constexpr std::uint64_t capacity = std::uint64_t{64} << 30;  // bytes
  static constexpr std::uint64_t slot_bytes = std::uint64_t{1} << 20;
  static constexpr std::uint64_t alignment = 256;  // of allocations, and no more than that

  Memory();
  /// The same bytes as another worker sees them, who keeps to himself what he knows of them:
  /// labels, written bits, footprints. Chunks are saved before he writes. There is nothing to be
  /// allocated or freed, in either memory, while the view is used.
  Memory(Memory& original, Snapshot& snapshot, bool checked);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  /// Address of `bytes` (> 0) new bytes. Throws std::bad_alloc when the device or the host is full.
  std::uint64_t allocate(std::uint64_t bytes, AllocationKind kind = AllocationKind::device,
                         std::string name = {});
  /// Address of `bytes` (> 0) bytes that nobody is going to use: any number, and none of them
  /// there.
  std::uint64_t reserve(std::uint64_t bytes);
  /// Host memory at `host` that the device may use too.
  void adopt(void* host, std::uint64_t bytes);

  enum class Freed : std::uint8_t { ok, never_allocated, twice };
  Freed free(std::uint64_t address);

  /// An access by a kernel: `bytes` is 1, 2, 4, 8 or 16. A write or update marks the bytes as
  /// written.
  Place access(std::uint64_t address, unsigned bytes, Use use);

  /// The living allocation that holds the address and may be used so, if there is one.
  Region region(std::uint64_t address, Use use) {
    Allocation* const found = locate(address);
    if (!found || !found->host || address - found->address >= found->bytes) return {};
    if (watches_ && !found->footprint.watched()) return {};  // not before access() has seen it
    if (use != Use::read && found->kind == AllocationKind::constant) return {};
    return {found->address,
            found->bytes,
            found->host,
            found->cells,
            found->written.all() ? nullptr : &found->written,
            found->footprint.watched() ? &found->footprint : nullptr};
  }

  /// Is the range all inside one living allocation?
  bool holds(std::uint64_t address, std::uint64_t bytes) const { return living(address, bytes); }
  /// The host's view of a range, whether written or not; null if it is not all inside one living
  /// allocation.
  std::byte* host(std::uint64_t address, std::uint64_t bytes);
  /// Has every byte of a living range been written?
  bool written(std::uint64_t address, std::uint64_t bytes);

  /// The copies and the fill say false, and do nothing, where a range is not valid.
  bool fill(std::uint64_t address, int byte, std::uint64_t bytes);
  bool copy_in(std::uint64_t to, const void* from, std::uint64_t bytes);
  bool copy_out(void* to, std::uint64_t from, std::uint64_t bytes);
  bool copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes);

  /// The allocation, living or freed, that holds or (in the arena) lies nearest below the address.
  /// May be null.
  const Allocation* find(std::uint64_t address) const;
  /// "4 bytes past the end of the 400 bytes at 0x…", for messages.
  std::string describe(std::uint64_t address) const;

  /// All memory counts as written from now on.
  void assume_written();

  std::uint64_t used() const { return used_; }
  std::vector<const Allocation*> leaks() const;

  /// While one lives, footprints of what kernels use are kept.
  class Watch {
   public:
    explicit Watch(Memory& memory) : memory_(memory) { memory_.watches_ = true; }
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

   private:
    Memory& memory_;
  };

  /// All that there are, freed ones too; of a view, in the order of the original's.
  std::deque<Allocation>& allocations() { return allocations_; }

  /// For Races. renew_clock() is to be called between launches: it starts afresh when time runs
  /// out.
  RaceClock& clock() { return clock_; }
  void renew_clock();

 private:
  Allocation* locate(std::uint64_t address) const {
    const std::uint64_t slot = (address - arena) / slot_bytes;
    return slot < slots_.size() ? slots_[slot] : locate_on_host(address);
  }
  Allocation* locate_on_host(std::uint64_t address) const;
  void put_in_arena(Allocation& made);
  Allocation* living(std::uint64_t address, std::uint64_t bytes) const;
  void open(Allocation& view);

  mutable std::mutex mutex_;
  std::deque<Allocation> allocations_;
  std::vector<Allocation*> slots_;                // by (address - arena) / slot_bytes
  std::map<std::uint64_t, Allocation*> on_host_;  // by address
  std::uint64_t used_ = 0;
  RaceClock clock_;
  bool watches_ = false;
  Memory* original_ = nullptr;    // of a view
  Snapshot* snapshot_ = nullptr;  // the same
  bool checked_ = true;           // the same: are there labels?
};

/// The memory of the one device.
Memory& device_memory();

}  // namespace simulator
