#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "dim3.hpp"
#include "faults.hpp"
#include "glance.hpp"
#include "label.hpp"

namespace simulator {

/// Finds accesses that nothing orders. Two accesses of one launch race if different threads make
/// them, at least one is a weak (plain) write or a weak read of what the other writes, and no chain
/// of program order, barriers and hand-overs leads from the first to the second.
///
/// - bar.sync orders the threads of a block, bar.warp.sync those of its mask.
/// - shfl, vote, match and redux order nothing: PTX gives them no memory semantics. So lanes of one
/// warp
///   race too, unless a barrier stands between the two instructions.
/// - A release (or a fence, later followed by a strong write: atomic, volatile, relaxed) and an
/// acquire of
///   the same address (or a strong read, later followed by a fence or a barrier) hand over all that
///   came before.
/// - Weak writes of the value that is there already (all threads set one flag) are not reported.
/// - volatile in shared memory counts as weak between lanes of one warp: that is the old
/// warp-synchronous style.
///
/// Where exact bookkeeping would cost too much it forgets in favour of silence: it may miss a race,
/// yet never invents one. Every access has a label of 64 bits: block, thread, strength, and the
/// logical time, which advances at every barrier, fence and release. "A happened before B" is then
/// a comparison of A's time with the time up to which B's thread knows of A's thread.

/// Ordering that an access or fence adds. relaxed for a plain, volatile or relaxed access.
enum class Order : std::uint8_t { relaxed, acquire, release, acquire_release };

/// The earlier access of a race. False where there is none.
struct Conflict {
  enum class Other : std::uint8_t { none, read, wrote };

  Other other = Other::none;
  std::uint64_t block = 0;  // linear, modulo 2^20
  unsigned thread = 0;      // linear in its block

  explicit operator bool() const { return other != Other::none; }
};

/// Logical time of the memory whose cells bear labels: it outlives launches.
struct RaceClock {
  std::uint32_t now = 1;
};

struct Knowledge;

/// One launch: what blocks tell each other through global memory.
class Races {
 public:
  /// Everything before this launch is ordered before it.
  Races(RaceClock& clock, const Dim3& grid, const Dim3& block);
  ~Races();
  Races(const Races&) = delete;
  Races& operator=(const Races&) = delete;

  const Dim3& grid() const { return grid_; }
  const Dim3& block() const { return block_; }

  /// Which of some words of global memory were read and written in this launch: 1 or 0 for each. Of
  /// reads that writes followed nothing is known any more.
  void find_uses(const Cell* cells, std::size_t count, std::uint8_t* read,
                 std::uint8_t* wrote) const;

 private:
  friend class BlockRaces;

  using Handovers = std::unordered_map<std::uint64_t, std::shared_ptr<const Knowledge>>;

  std::uint32_t tick();
  bool is_now(std::uint64_t label) const { return label::time_of(label) >= start_; }

  RaceClock& clock_;
  Dim3 grid_, block_;
  std::uint32_t start_;                     // labels older than this are of earlier launches
  Handovers handovers_;                     // by global address
  std::vector<std::array<Cell, 4>> split_;  // cells of single bytes of global memory
};

/// One block of a launch. `thread` is linear in the block; `cell` belongs to the 4 bytes that hold
/// `address`.
class BlockRaces {
 public:
  BlockRaces(Races& launch, std::uint64_t block);
  ~BlockRaces();

  enum class Space : std::uint8_t { global, shared };

  /// A load of `bytes` (1 to 16, naturally aligned).
  Conflict read(Space space, unsigned thread, std::uint64_t address, unsigned bytes, Cell* cell,
                Strength strength = Strength::weak, Order order = Order::relaxed);

  /// A store, to be called lane by lane just before the bytes at `before` are replaced by those at
  /// `after`.
  Conflict write(Space space, unsigned thread, std::uint64_t address, unsigned bytes, Cell* cell,
                 const void* before, const void* after, Strength strength = Strength::weak,
                 Order order = Order::relaxed);

  /// An atomic read-modify-write (atom, red).
  Conflict update(Space space, unsigned thread, std::uint64_t address, unsigned bytes, Cell* cell,
                  Strength strength = Strength::device, Order order = Order::relaxed);

  /// Weak accesses, or relaxed updates of device scope, by all lanes of a warp at once: lane by
  /// lane `words` cells from cells[lane] on. False if some cell needs a closer look, by the
  /// functions above; then no cell has changed but by what they would do as well.
  bool read_all(Space space, unsigned warp, Cell* const* cells, unsigned words);
  bool write_all(Space space, unsigned warp, Cell* const* cells, unsigned words);
  bool update_all(Space space, unsigned warp, Cell* const* cells, unsigned words);

  /// Weak accesses of `bytes` each by the first so many lanes, one right behind the other: whole
  /// words.
  bool read_row(Space space, unsigned warp, unsigned lanes, Cell* cells, unsigned bytes);
  bool write_row(Space space, unsigned warp, unsigned lanes, Cell* cells, unsigned bytes);

  /// A weak access of whole words by one lane.
  bool write_words(Space space, unsigned thread, Cell* cells, unsigned words);

  /// fence, membar. Scope `block` for .cta, `device` for the wider ones.
  void fence(unsigned thread, Strength scope);

  /// fence.proxy.async: asynchronous copies may read what the thread and, by barriers, it knows of
  /// have written to shared memory. A fence as well.
  void fence_proxy(unsigned thread);
  /// A copy of that proxy, begun by the thread, has written to shared memory as if the thread had.
  void wrote_by_proxy(unsigned thread, std::uint64_t address, unsigned bytes);
  /// Copies have come: what threads write from now on is not taken for theirs.
  void leave_proxy() { launch_.tick(); }
  /// The writer of bytes of shared memory that an asynchronous copy by `thread` is to read or
  /// replace, unless a proxy fence stands between.
  Conflict unfenced(unsigned thread, std::uint64_t address, unsigned bytes, const Cell* cell) const;

  /// bar.warp.sync of the lanes in `mask`.
  void sync_warp(unsigned warp, std::uint32_t mask);

  /// A barrier that all threads of the block (that have not exited) reached.
  void sync_block();

  /// A barrier of some warps, one bit each: those that arrived, and of these those that waited.
  void sync_warps(std::uint32_t arrived, std::uint32_t waited);

 private:
  struct Warp {
    using LaneTimes = std::array<std::array<std::uint32_t, 32>, 32>;

    std::uint32_t all_lanes = 0;                // time of the last bar.warp.sync of all lanes
    std::array<std::uint32_t, 32> last_sync{};  // of each lane's last bar.warp.sync
    std::unique_ptr<LaneTimes> lanes;        // [lane][other]: known of the other, by partial masks
    std::array<std::uint32_t, 32> warps{};   // known of the other warps, by partial barriers
    std::uint32_t last_partial = 0;          // time of the last partial barrier
    std::shared_ptr<const Knowledge> known;  // by acquires
    std::shared_ptr<const Knowledge> pending;  // by strong reads that no fence followed yet
    std::uint32_t granted = 0;                 // when `known` last grew
    std::uint32_t proxy = 0;  // what came before is behind a proxy fence, of all its lanes
  };

  struct Fences {
    std::uint32_t device = 0, any = 0;  // time of the last one of device scope, and of any
    std::uint32_t proxy = 0;            // and of the last fence.proxy.async
  };
  using SplitCells = std::vector<std::array<Cell, 4>>;

  std::uint64_t label(unsigned thread, Strength strength) const {
    return label::make(block_, thread, strength, launch_.clock_.now);
  }
  bool ordered(std::uint64_t label, unsigned thread) const;
  Glance glance(Space space, unsigned warp) const;
  template <bool writes, class Lanes>
  bool note_row(Space space, unsigned warp, Lanes lanes, Cell* cells, unsigned bytes);
  template <bool writes>
  bool note_lanes(Space space, unsigned warp, unsigned lanes, Cell* cells, unsigned bytes);
  bool both_strong(Space space, std::uint64_t label, unsigned thread, Strength strength) const;
  Conflict check_read(Space space, unsigned thread, Cell& cell, Strength strength) const;
  Conflict check_write(Space space, unsigned thread, Cell& cell, bool same_value,
                       Strength strength) const;
  template <class Check>  // Conflict check(Cell&, offset, bytes)
  Conflict for_cells(Space space, std::uint64_t address, unsigned bytes, Cell* cell, Check check);
  SplitCells& split_cells(Space space) { return space == Space::global ? launch_.split_ : split_; }

  void publish(Space space, unsigned thread, std::uint64_t address, bool keep_earlier);
  void observe(Space space, unsigned thread, std::uint64_t address);
  void grant(Warp& warp);

  Races& launch_;
  std::uint64_t block_;
  std::vector<Warp> warps_;
  std::vector<Fences> fences_;  // of each thread, once there is any
  std::uint32_t barrier_ = 0;   // time of the last barrier of all threads
  std::uint32_t proxy_ = 0;     // what came before is behind a proxy fence, of all threads
  std::vector<std::uint64_t> written_by_proxy_;  // write labels of shared memory, word by word
  bool any_fence_ = false;
  bool fenced_before_barrier_ = false, fenced_ = false;  // by any thread, with device scope
  Races::Handovers handovers_;                           // between the threads of this block
  SplitCells split_;                                     // of shared memory
};

/// The fault to report for a conflict. `kernel`, `file` and `line` are of the later access by
/// `thread`. `access` says what it did: "writes 4 bytes at shared address 0x10".
Fault race_fault(const Conflict& conflict, BlockRaces::Space space, const Races& launch,
                 std::uint64_t block, unsigned thread, std::string access, std::string kernel,
                 std::string file, unsigned line);

}  // namespace simulator
