#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

namespace simulator {

/// What a thread knows of other blocks (and of its own, beyond barriers). Blocks share 64 entries
/// and the threads of a block share 64 bits: sharing makes more accesses look ordered, never fewer.
struct Knowledge {
  struct Entry {
    std::uint32_t block_time = 0;  // all threads' accesses up to then
    std::uint32_t own_time = 0;    // those of `threads` up to then
    std::uint64_t threads = 0;     // bit thread % 64

    friend bool operator==(const Entry&, const Entry&) = default;
  };
  std::array<Entry, 64> entries;

  Entry& of(std::uint64_t block) { return entries[block % 64]; }
  const Entry& of(std::uint64_t block) const { return entries[block % 64]; }
  friend bool operator==(const Knowledge&, const Knowledge&) = default;

  void add(const Knowledge& other) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      Entry& mine = entries[i];
      const Entry& theirs = other.entries[i];
      mine.block_time = std::max(mine.block_time, theirs.block_time);
      mine.own_time = std::max(mine.own_time, theirs.own_time);
      mine.threads |= theirs.threads;
    }
  }
};

/// Null: nothing.
using SharedKnowledge = std::shared_ptr<const Knowledge>;

SharedKnowledge join(const SharedKnowledge& a, const SharedKnowledge& b);

}  // namespace simulator
