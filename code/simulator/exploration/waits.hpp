#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "simulator/exploration/history.hpp"
#include "simulator/faults.hpp"

namespace simulator {

/// Executions of a launch that end with threads that wait for memory which others may write:
/// another operation, or the host. Whether they do cannot be seen from the launch alone.
class Waits {
 public:
  /// The words that threads wait for, and what there is to tell if nobody writes them.
  void add(Touches awaited, std::vector<Fault> deadlock) {
    all_.push_back({std::move(awaited), std::move(deadlock)});
  }
  /// Some execution writes these.
  void note_writes(const Touches& touches);

  std::size_t count() const { return all_.size(); }
  /// Those that wait for nothing but what the launch itself writes, as threads do that hold locks.
  std::vector<std::vector<Fault>> take_own();

 private:
  struct Wait {
    Touches awaited;
    std::vector<Fault> deadlock;
  };

  std::vector<Wait> all_;
  std::set<std::uint64_t> written_;  // words
};

}  // namespace simulator
