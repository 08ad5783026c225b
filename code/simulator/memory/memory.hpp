#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simulator/memory/allocation.hpp"
#include "simulator/memory/freed_on_host.hpp"
#include "simulator/memory/place.hpp"
#include "simulator/memory/undefined_words.hpp"
#include "simulator/races/epochs.hpp"

namespace simulator {

struct Neighbour;
struct NeighbourPiece;
class Snapshot;

/// Of device code's malloc().
struct Heap {
  std::uint64_t bytes = 0, used = 0;
  bool in_use = false;  // since somebody asked it for memory
};

/// The memory of a device, or of several in one address space. Device addresses lie in an arena of
/// their own, from `arena` on, where no host memory is; managed and pinned memory has the host's
/// addresses. Device addresses are never given out twice, so that a use after free is always seen.
/// Not touched memory costs nothing. Allocation is safe from several host threads; accesses take no
/// lock.
///
/// One device at a time has its turn: what is allocated is its, and kernels access what it may.
class Memory {
 public:
  static constexpr std::uint64_t arena = std::uint64_t{1}
                                         << 44;  // free below for windows of other spaces
  static constexpr std::uint64_t slot_bytes = std::uint64_t{1} << 20;
  static constexpr std::uint64_t alignment = 256;  // of allocations, and no more than that

  static constexpr bool is_on_device(std::uint64_t address) {
    return address >= arena && address < 2 * arena;
  }

  /// So many bytes, and a heap of which device code may take so many of them.
  explicit Memory(std::uint64_t capacity = ~std::uint64_t{0}, std::uint64_t heap_bytes = 0)
      : banks_{{capacity, 0, {heap_bytes}, 1}} {}
  /// The same bytes as another worker sees them, who keeps to himself what he knows of them:
  /// epochs, written bits, footprints. Chunks are saved before he writes. There is nothing to be
  /// allocated or freed, in either memory, while the view is used.
  Memory(Memory& original, Snapshot& snapshot, bool checked);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  /// At most so many devices share an address space.
  static constexpr unsigned most_devices = 32;
  /// The memory of a further device. Returns the device's number; the first is 0.
  unsigned add_device(std::uint64_t capacity, std::uint64_t heap_bytes);
  unsigned devices() const { return unsigned(banks_.size()); }

  /// While one lives, it is a device's turn.
  class Turn {
   public:
    Turn(Memory& memory, unsigned device) : memory_(memory), before_(memory.device_) {
      memory.turn_to(device);
    }
    ~Turn() { memory_.turn_to(before_); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    Memory& memory_;
    unsigned before_;
  };
  unsigned device() const { return device_; }

  /// May kernels of `device` access what `owner` has, now and later? Never its variables, nor what
  /// its kernels allocated: an H200 refuses that as well.
  void set_peer_access(unsigned device, unsigned owner, bool on);
  bool peer_access(unsigned device, unsigned owner) const;
  /// The devices whose kernels may access one living allocation, whatever set_peer_access() said
  /// and will say.
  void open_to(std::uint64_t address, std::uint32_t devices);

  /// Address of `bytes` (> 0) new bytes. Throws std::bad_alloc when the device or the host is full.
  std::uint64_t allocate(std::uint64_t bytes, AllocationKind kind = AllocationKind::device,
                         std::string name = {});
  /// Address of `bytes` (> 0) bytes that nobody is going to use: any number, and none of them
  /// there.
  std::uint64_t reserve(std::uint64_t bytes);
  /// As malloc() of device code does it: 0 when the heap is full.
  std::uint64_t allocate_on_heap(std::uint64_t bytes);
  Heap& heap() { return banks_[device_].heap; }
  /// Host memory at `host` that the device may use too.
  void adopt(void* host, std::uint64_t bytes);

  /// An allocation of device memory that was freed lives again where it was, with nothing written:
  /// memory of a graph does so in each of its launches. Throws std::bad_alloc.
  void revive(std::uint64_t address);

  /// Puts the bytes of a living allocation of device memory where other processes can have them as
  /// well, and returns the file. All of them count as written from then on. Not while a launch
  /// rests. Throws std::bad_alloc.
  int share(std::uint64_t address);
  /// Address of bytes that another process has shared, of memory of `owner`, which `device` may
  /// use as well. The file is the memory's from now on. Throws std::bad_alloc.
  std::uint64_t import(int file, std::uint64_t bytes, unsigned owner, unsigned device);
  bool is_shared() const { return !files_.empty(); }

  /// While one lives, no other process that shares memory with this one has such a turn.
  class SharedTurn {
   public:
    explicit SharedTurn(const Memory& memory);
    ~SharedTurn();
    SharedTurn(const SharedTurn&) = delete;
    SharedTurn& operator=(const SharedTurn&) = delete;

   private:
    std::vector<int> files_;  // they may be others when it ends
  };

  /// What has ever been allocated.
  struct Extent {
    std::size_t allocations, slots;
  };
  Extent extent() const { return {allocations_.size(), slots_.size()}; }
  /// Forgets what was allocated since, and freed again: others will have its addresses.
  void shrink(const Extent& extent);

  enum class Freed : std::uint8_t { ok, never_allocated, twice };
  Freed free(std::uint64_t address);
  /// Of a module that goes.
  void free_variable(std::uint64_t address);

  /// An access by a kernel: `bytes` is 1, 2, 4, 8 or 16. A write or update marks the bytes as
  /// written.
  Place access(std::uint64_t address, unsigned bytes, Use use);

  /// The living allocation that holds the address and may be used so, if there is one.
  Region region(std::uint64_t address, Use use) {
    Allocation* const found = reach(address);
    if (!found || !found->host || address - found->address >= found->bytes) return {};
    if ((found->open_to & me_) == 0) return {};
    if (wants_footprint(*found)) return {};  // not before access() has seen it
    if (use != Use::read && found->kind == AllocationKind::constant) return {};
    return {found->address,
            found->bytes,
            found->host,
            found->cells,
            found->written.all() ? nullptr : &found->written,
            found->footprint.watched() ? &found->footprint : nullptr};
  }

  /// Is the range all inside one living allocation?
  bool holds(std::uint64_t address, std::uint64_t bytes) { return living(address, bytes); }
  /// The host's view of a range, whether written or not; null if it is not all inside one living
  /// allocation.
  std::byte* host(std::uint64_t address, std::uint64_t bytes);
  /// Has every byte of a living range been written?
  bool written(std::uint64_t address, std::uint64_t bytes);
  /// Where in a range of memory of the device the first `least` bytes in a row begin that were not.
  std::optional<std::uint64_t> never_written(std::uint64_t address, std::uint64_t bytes,
                                             std::uint64_t least);

  /// Of the bytes of an access, one bit for each of theirs that is undefined, and the origin of
  /// the first that was stored so, 0 where none was.
  std::uint32_t undefined_bits(std::uint64_t address, unsigned bytes, std::byte* bits);
  /// An undefined value has been stored: bytes with bits of it count as never written. False where
  /// the host may look at any time, and nothing is changed.
  bool undefine(std::uint64_t address, const std::byte* bits, unsigned bytes, std::uint32_t origin,
                bool whole);
  /// Where undefined values that were stored came from; they are numbered from 1 on.
  std::deque<StoredOrigin>& origins() { return origins_; }
  /// The origin of an undefined value that a kernel has stored in the range, padding aside; null
  /// if there is none.
  StoredOrigin* stored_undefined(std::uint64_t address, std::uint64_t bytes);
  UndefinedWords& undefined_words() { return undefined_; }

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
  /// `tell` knows who freed what was at an address: " by cudaFree"; may be empty.
  void tell_release_by(std::function<std::string(std::uint64_t address)> tell) {
    tell_release_ = std::move(tell);
  }

  /// All memory counts as written from now on.
  void assume_written();

  /// Bytes of all devices, or of one.
  std::uint64_t used() const;
  std::uint64_t used(unsigned device) const { return banks_[device].used; }
  std::vector<const Allocation*> leaks() const;

  /// Is there any that the host uses too?
  bool any_on_host() const { return !on_host_.empty(); }

  enum class Watched : std::uint8_t { nothing, on_host, all };
  /// While one lives, footprints of what kernels use are kept.
  class Watch {
   public:
    explicit Watch(Memory& memory, Watched what = Watched::all) : memory_(memory) {
      memory_.watches_ = what;
    }
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

   private:
    Memory& memory_;
  };

  /// Epochs and footprints that a launch which rests keeps to itself while others run: what they do
  /// is no part of it.
  class Marks {
   public:
    explicit Marks(Memory& memory) : memory_(memory) {}
    ~Marks() { set_apart(false); }
    Marks(const Marks&) = delete;
    Marks& operator=(const Marks&) = delete;

    /// Takes them out of the memory, or puts them back. Throws std::bad_alloc.
    void exchange();
    /// Of a launch that is over: takes out what it used, for good. Throws std::bad_alloc.
    void keep();
    /// What is out of the memory and was used.
    std::vector<NeighbourPiece> pieces() const;

   private:
    struct Mark {
      LazyBytes cells;
      Footprint footprint;
    };

    void swap(bool all);
    void set_apart(bool apart) {
      memory_.apart_ += unsigned(apart) - unsigned(apart_);
      apart_ = apart;
    }

    Memory& memory_;
    std::unordered_map<Allocation*, Mark> kept_;
    Watched watches_ = Watched::nothing;
    bool apart_ = false;
  };

  /// Does a launch rest?
  bool any_rests() const { return apart_ > 0; }

  /// Launches that rest, and those that are over while others rest that ran beside them.
  std::vector<std::shared_ptr<Neighbour>>& neighbours() { return neighbours_; }

  /// Those that live; of a view, at the places of the original's, null where it was not used.
  const std::vector<Allocation*>& living() const { return living_; }

  /// For Races. renew_clock() is to be called between launches: it starts afresh when time runs
  /// out, unless a launch rests.
  RaceClock& clock() { return clock_; }
  /// The host, a copy or another process may tell each launch what others have done.
  void settle() { settle(clock_.now); }
  /// So they may what was before that time.
  void settle(std::uint32_t time) { clock_.settled = std::max(clock_.settled, time); }
  void renew_clock();

 private:
  /// Of a view, the original's.
  Allocation* locate(std::uint64_t address) const {
    if (original_ != nullptr) return original_->locate(address);
    const std::uint64_t slot = (address - arena) / slot_bytes;
    return slot < slots_.size() ? slots_[slot] : locate_on_host(address);
  }
  bool wants_footprint(const Allocation& found) const {
    return watches_ != Watched::nothing && !found.footprint.watched() &&
           (watches_ == Watched::all || found.on_host());
  }
  void turn_to(unsigned device) {
    device_ = device;
    me_ = 1u << device;
  }
  Allocation* locate_on_host(std::uint64_t address) const;
  Allocation* nearest_on_host(std::uint64_t address) const;
  std::string describe_outside(std::uint64_t address) const;
  void put_in_arena(Allocation& made);
  /// Of a view, its own where the original's lives.
  Allocation* reach(std::uint64_t address) {
    Allocation* const found = locate(address);
    if (original_ == nullptr || !found || found->freed) return found;
    Allocation* const view = living_[found->place];
    return view != nullptr ? view : open(*found);
  }
  Allocation* open(Allocation& original);
  Allocation* living(std::uint64_t address, std::uint64_t bytes);
  static void give_bytes(Allocation& made);
  void release(Allocation& it);
  void note_file(int file);
  void close_file(Allocation& found);
  Allocation& keep(Allocation made);

  /// What belongs to a device.
  struct Bank {
    std::uint64_t capacity = 0, used = 0;
    Heap heap = {};
    std::uint32_t open_to = all_devices;
  };

  mutable std::mutex mutex_;
  std::deque<Allocation> allocations_;  // freed ones too; of a view, those it used
  std::vector<Allocation*> living_;
  std::vector<Bank> banks_;                       // by device
  unsigned device_ = 0;                           // whose turn it is
  std::uint32_t me_ = 1;                          // its bit
  std::vector<Allocation*> slots_;                // by (address - arena) / slot_bytes
  std::map<std::uint64_t, Allocation*> on_host_;  // by address
  FreedOnHost freed_on_host_;
  std::function<std::string(std::uint64_t)> tell_release_;
  std::vector<int> files_;  // shared, in the same order in every process
  RaceClock clock_;
  UndefinedWords undefined_;
  std::deque<StoredOrigin> origins_;
  Watched watches_ = Watched::nothing;
  std::vector<std::shared_ptr<Neighbour>> neighbours_;
  unsigned apart_ = 0;            // launches that keep their marks to themselves
  Memory* original_ = nullptr;    // of a view
  Snapshot* snapshot_ = nullptr;  // the same
  bool checked_ = true;           // the same: are there epochs?
};

}  // namespace simulator
