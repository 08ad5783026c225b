#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

namespace simulator {

/// What a thread knows of other blocks (and of its own, beyond barriers). Blocks share 64 entries
/// and the threads of a block share 64 bits: sharing makes more accesses look ordered, never fewer.
struct Knowledge {
  struct Entry {
    std::uint32_t block_time = 0;  // all threads' accesses up to then
    std::uint32_t own_time = 0;    // those of `threads` up to then
    std::uint64_t threads = 0;     // bit thread % 64
    std::uint32_t warp_time = 0;   // those of all lanes of `warps` up to then
    std::uint32_t warps = 0;       // bit warp % 2: as many lanes as `threads` has bits

    /// Does it tell of what one thread did at that time, or some of its warp or block?
    bool covers(std::uint32_t time, bool single, unsigned thread) const {
      if (time <= block_time) return true;
      if (time <= own_time && (!single || (threads >> (thread % 64) & 1) != 0)) return true;
      return time <= warp_time && (!single || (warps >> (thread / 32 % 2) & 1) != 0);
    }
    void add(const Entry& other) {
      block_time = std::max(block_time, other.block_time);
      own_time = std::max(own_time, other.own_time);
      threads |= other.threads;
      warp_time = std::max(warp_time, other.warp_time);
      warps |= other.warps;
    }

    /// Would add() change nothing?
    bool has(const Entry& other) const {
      return (other.block_time <= block_time) & (other.own_time <= own_time) &
             ((other.threads & ~threads) == 0) & (other.warp_time <= warp_time) &
             ((other.warps & ~warps) == 0);
    }

    friend bool operator==(const Entry&, const Entry&) = default;
  };
  using Entries = std::array<Entry, 64>;

  /// Of a launch that runs at the same time.
  struct Other {
    std::uint32_t launch;  // when it began, which names it
    std::shared_ptr<const Entries> entries;

    friend bool operator==(const Other&, const Other&) = default;
  };

  Entries entries;
  std::uint64_t told = 0;          // bit k: entries[k] may tell of something
  std::vector<Other> others = {};  // by launch
  std::uint32_t ended = 0;         // all launches that were over by then

  Entry& of(std::uint64_t block) {
    told |= std::uint64_t{1} << (block % 64);
    return entries[block % 64];
  }
  const Entry& of(std::uint64_t block) const { return entries[block % 64]; }
  void set(const Entries& all) {
    entries = all;
    told = ~std::uint64_t{0};
  }
  /// Null: nothing.
  const Entries* of_launch(std::uint32_t launch) const;

  void add(const Knowledge& other) {
    told |= other.told;
    for (std::uint64_t rest = other.told; rest != 0; rest &= rest - 1) {
      const auto k = unsigned(std::countr_zero(rest));
      entries[k].add(other.entries[k]);
    }
    for (const Other& each : other.others) add(each);
    ended = std::max(ended, other.ended);
  }
  void add(const Other& other);
  /// Would add() change nothing?
  bool has(const Knowledge& other) const;
};

/// Null: nothing.
using SharedKnowledge = std::shared_ptr<const Knowledge>;

SharedKnowledge join(const SharedKnowledge& a, const SharedKnowledge& b);
/// The same for two at once, which are often one and the same.
void join_both(SharedKnowledge& a, const SharedKnowledge& more_of_a, SharedKnowledge& b,
               const SharedKnowledge& more_of_b);

}  // namespace simulator
