#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "simulator/races/epochs.hpp"
#include "simulator/races/fast_path.hpp"
#include "simulator/races/happens_before.hpp"
#include "simulator/races/launch_races.hpp"

namespace simulator {

/// Finds accesses that nothing orders. Two accesses of one launch race if different threads make
/// them, at least one is a weak (plain) write or a weak read of what the other writes, and no chain
/// of program order, barriers and hand-overs leads from the first to the second: PTX's data race
/// (PTX ISA 9.0, 8.7 to 8.9).
///
/// - bar.sync orders the threads of a block, bar.warp.sync those of its mask.
/// - shfl, vote, match and redux order nothing: PTX gives them no memory semantics. So lanes of one
///   warp race too, unless a barrier stands between the two instructions.
/// - A release pattern (a release, or a fence that a strong write follows: atomic, volatile,
///   relaxed) and an acquire pattern (an acquire, or a strong read that a fence follows) of the
///   same address hand over all that came before, if the fences or the accesses with the promise
///   are each within the other's scope, and so are the accesses between them. What is read through
///   a chain of atomics counts as read. A barrier is no fence: of what one thread has read before
///   it, nothing is known after it until somebody fences.
/// - A read that sees a strong write comes after that write, if after nothing else.
/// - Weak writes of the value that is there already (all threads set one flag) are told apart: they
///   are benign, and between lanes of one warp not worth a word.
/// - volatile in shared memory counts as weak between lanes of one warp: that is the old
///   warp-synchronous style.
///
/// There is one device, so its scope is the system's. The scope of a cluster lies between those of
/// the block and the device: barrier.cluster orders what came before its arrive and what follows
/// its wait; what one block of the cluster does by the scope of a block orders nothing in another.
///
/// Where exact bookkeeping would cost too much it forgets in favour of silence: it may miss a race,
/// yet never invents one. Every access has an epoch of 64 bits: block, thread, strength, and the
/// logical time, which advances at every barrier, fence and release. "A happened before B" is then
/// a comparison of A's time with the time up to which B's thread knows of A's thread.

struct Neighbour;

/// The earlier access of a race. False where there is none.
struct Conflict {
  enum class Other : std::uint8_t { none, read, wrote };

  Other other = Other::none;
  std::uint64_t block = 0;            // linear, modulo 2^20
  unsigned thread = 0;                // linear in its block
  bool known = true;                  // else it is some other thread than the later one
  bool same_value = false;            // was written by both: no race to speak of
  bool barrier = false;               // stands where a fence is wanted, after a strong read
  const Neighbour* launch = nullptr;  // another one, that runs at the same time

  explicit operator bool() const { return other != Other::none && !same_value; }
};

/// Of the bytes of an access, those that matter.
struct BytePart {
  unsigned first = 0, count = 0;
};

/// One block of a launch. `thread` is linear in the block; `cell` belongs to the 4 bytes that hold
/// `address`, which lies in global memory or in shared memory of some block of the cluster.
class BlockRaces : public HappensBefore {
 public:
  BlockRaces(Races& launch, std::uint64_t block, ClusterRaces* cluster = nullptr)
      : HappensBefore(launch, block, cluster) {}

  /// A load of `bytes` (1 to 16, naturally aligned).
  Conflict read(StateSpace space, unsigned thread, std::uint64_t address, unsigned bytes,
                ShadowCell* cell, Strength strength = Strength::weak,
                MemoryOrder order = MemoryOrder::relaxed);

  /// A strong load of a word or less, of which the program wants a part that nobody knows: it races
  /// with nothing.
  void read_part(StateSpace space, unsigned thread, std::uint64_t address, unsigned bytes,
                 const ShadowCell& cell, Strength strength, MemoryOrder order);

  /// A store, to be called lane by lane just before the bytes at `before` are replaced by those at
  /// `after`.
  Conflict write(StateSpace space, unsigned thread, std::uint64_t address, unsigned bytes,
                 ShadowCell* cell, const void* before, const void* after,
                 Strength strength = Strength::weak, MemoryOrder order = MemoryOrder::relaxed);

  /// An atomic read-modify-write: atom, or red, which does not return what it reads. Of `bytes` at
  /// most a part races with anything, where the rest remains as it is.
  Conflict update(StateSpace space, unsigned thread, std::uint64_t address, unsigned bytes,
                  ShadowCell* cell, Strength strength = Strength::device,
                  MemoryOrder order = MemoryOrder::relaxed, bool returns = true) {
    return update(space, thread, address, bytes, cell, strength, order, returns, {0, bytes});
  }
  Conflict update(StateSpace space, unsigned thread, std::uint64_t address, unsigned bytes,
                  ShadowCell* cell, Strength strength, MemoryOrder order, bool returns,
                  BytePart part);

  /// An arrival at an mbarrier. Operations of mbarriers do not race with each other, whatever their
  /// scopes: these say who hears of what came before.
  Conflict arrive(unsigned thread, std::uint64_t address, ShadowCell* cell, Strength strength,
                  MemoryOrder order);

  /// Weak accesses, or relaxed updates of device scope, by all lanes of a warp at once: lane by
  /// lane `words` cells from cells[lane] on. False if some cell needs a closer look, by the
  /// functions above; then no cell has changed but by what they would do as well.
  bool read_all(StateSpace space, unsigned warp, ShadowCell* const* cells, unsigned words);
  bool write_all(StateSpace space, unsigned warp, ShadowCell* const* cells, unsigned words);
  bool update_all(StateSpace space, unsigned warp, ShadowCell* const* cells, unsigned words);

  /// Weak accesses of `bytes` each by the first so many lanes, one right behind the other: whole
  /// words.
  bool read_row(StateSpace space, unsigned warp, unsigned lanes, ShadowCell* cells, unsigned bytes);
  bool write_row(StateSpace space, unsigned warp, unsigned lanes, ShadowCell* cells,
                 unsigned bytes);

  /// A weak access of whole words by one lane.
  bool write_words(StateSpace space, unsigned thread, ShadowCell* cells, unsigned words);

  /// The strong write of a word that would race with a weak read.
  Conflict unordered_update(unsigned thread, const ShadowCell& cell) const;
  /// The read of a word, as strong as a load that only guesses counts, that would race with a write
  /// if it were weak.
  Conflict unordered_guess(unsigned thread, const ShadowCell& cell) const;
  /// The initialisation of an mbarrier that does not come before what the thread does now.
  Conflict unordered_initialisation(unsigned thread, const ShadowCell& cell) const;
  /// Who last wrote bytes of global memory in this launch, whatever orders it before now.
  Conflict writer(std::uint64_t address, unsigned bytes, const ShadowCell* cell) const;

  /// fence.proxy.async: asynchronous copies may read what the thread and, by barriers, it knows of
  /// have written to shared memory. A fence as well.
  void fence_proxy(unsigned thread);
  /// A copy of that proxy, begun by a thread of `issuer`, has written to this block's shared memory
  /// as if the thread had.
  void wrote_by_proxy(const BlockRaces& issuer, unsigned thread, std::uint64_t address,
                      unsigned bytes);
  /// The writer of bytes of shared memory that an asynchronous copy by `thread` is to read or
  /// replace, unless a proxy fence stands between.
  Conflict unfenced(unsigned thread, std::uint64_t address, unsigned bytes,
                    const ShadowCell* cell) const;

  /// griddepcontrol.wait: the launch before this one is over, and so is all that it did.
  void wait_for_overlapped(unsigned thread);

  /// The block ends: an access of another block to its shared memory that need not have happened
  /// yet.
  Conflict outlasting(const ShadowCell* cells, std::size_t count) const;

 private:
  using SplitCells = std::vector<std::array<ShadowCell, 4>>;

  const SplitCells& shared_split() const { return cluster_ != nullptr ? cluster_->split_ : split_; }
  std::uint64_t epoch(unsigned thread, Strength strength) const {
    return epoch::make(block_, thread, strength, launch_.clock_.now);
  }
  FastPath fast_path(StateSpace space, unsigned warp) const;
  /// Writes from before it need not be known any more.
  std::uint32_t past(StateSpace space) const {
    return space == StateSpace::shared && !launch_.copies_ && cluster_ == nullptr
               ? std::max(launch_.start_, barrier_ + 1)
               : launch_.start_;
  }
  /// Whoever made an epoch before, it comes before what anybody does now who may meet it.
  std::uint32_t settled(StateSpace space) const {
    return space == StateSpace::shared && cluster_ == nullptr
               ? std::max(launch_.start_, barrier_ + 1)
               : launch_.start_;
  }
  bool races_with_replaced(const ShadowCell& cell, unsigned thread, Strength strength) const;
  bool races_with_read(StateSpace space, const ShadowCell& cell, unsigned thread,
                       Strength strength) const;
  Conflict with_reader(const ShadowCell& cell, unsigned thread) const;
  template <bool writes, class Lanes>
  bool note_row(StateSpace space, unsigned warp, Lanes lanes, ShadowCell* cells, unsigned bytes);
  template <bool writes>
  bool note_lanes(StateSpace space, unsigned warp, unsigned lanes, ShadowCell* cells,
                  unsigned bytes);
  bool both_strong(StateSpace space, std::uint64_t epoch, unsigned thread, Strength strength) const;
  bool sees(const ShadowCell& cell, Strength strength) const;
  bool take(StateSpace space, unsigned thread, std::uint64_t address, unsigned bytes,
            const ShadowCell& cell, Strength strength, MemoryOrder order);
  void note_seen(unsigned thread, std::uint64_t write);
  bool seen(StateSpace space, const ShadowCell& cell, unsigned thread) const;
  void check_polls(unsigned thread, std::uint64_t address, unsigned bytes);
  Conflict check_read(StateSpace space, unsigned thread, ShadowCell& cell, Strength strength) const;
  Conflict check_write(StateSpace space, unsigned thread, ShadowCell& cell, bool same_value,
                       Strength strength) const;
  template <class Check>  // Conflict check(ShadowCell&, offset, bytes)
  Conflict for_cells(StateSpace space, std::uint64_t address, unsigned bytes, ShadowCell* cell,
                     Check check);
  SplitCells& split_cells(StateSpace space) {
    return space == StateSpace::global ? launch_.split_
           : cluster_ != nullptr       ? cluster_->split_
                                       : split_;
  }

  bool over_before_end(std::uint64_t epoch) const;

  bool knows(const SharedKnowledge& known, const Neighbour& neighbour, std::uint64_t epoch,
             std::uint32_t granted) const;
  bool comes_before(const Neighbour& neighbour, std::uint64_t epoch, unsigned thread) const;
  bool observed(const Neighbour& neighbour, std::uint64_t epoch, unsigned thread) const;
  Conflict with_epoch(const Neighbour& neighbour, std::uint64_t epoch, unsigned thread,
                      std::uint64_t address, const ShadowCell& own, Strength strength,
                      bool wrote) const;
  /// With what other launches did to the memory.
  Conflict with_others(unsigned thread, std::uint64_t address, unsigned bytes,
                       const ShadowCell* cell, Strength strength, bool writes) const;
  Conflict write_beside(unsigned thread, std::uint64_t address, unsigned bytes,
                        const ShadowCell* cell, const void* before, const void* after,
                        Strength strength) const;
  /// If another launch was the last to write there: does the strong access see that write? Then it
  /// finds what that hands over.
  std::optional<bool> hear_others(std::uint64_t address, unsigned bytes, const ShadowCell& cell,
                                  Strength strength);

  std::vector<std::uint64_t> written_by_proxy_;  // write epochs of shared memory, word by word
  SplitCells split_;                             // of shared memory
};

}  // namespace simulator
