#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>

namespace simulator {

struct Allocation;

/// Memory on the host's side that was freed lately. Nobody may touch its addresses, nor are they
/// given out again, as long as they are here, so that a use after free is known for what it is.
class FreedOnHost {
 public:
  /// Takes what was just freed, and gives up the oldest of what has become too much.
  void add(Allocation& freed);
  /// The one that holds the address, or null.
  Allocation* find(std::uint64_t address) const;

 private:
  static constexpr std::size_t most = 1024;
  static constexpr std::uint64_t most_bytes = std::uint64_t{1}
                                              << 40;  // of addresses, not of memory

  std::deque<Allocation*> oldest_first_;
  std::map<std::uint64_t, Allocation*> by_address_;
  std::uint64_t bytes_ = 0;
};

}  // namespace simulator
