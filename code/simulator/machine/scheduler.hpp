#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "simulator/machine/block.hpp"
#include "simulator/machine/execution.hpp"

namespace simulator {

/// A launch's turns from `first` on, without `last`: of its blocks, or of its clusters where it has
/// some.
struct Turns {
  std::uint64_t first, last;
};

/// Runs a launch's blocks by turns, in the order of its schedule.
class Scheduler {
 public:
  explicit Scheduler(Execution& launch);

  /// Runs blocks one after the other, as long as they end. With none under way, pauses(turn) says
  /// whether to leave it at that. The turn that would have been next.
  std::uint64_t run(Turns turns, const std::function<bool(std::uint64_t)>& pauses);
  void run(Turns turns) {
    run(turns, [](std::uint64_t) { return false; });
  }

 private:
  std::uint64_t at(std::uint64_t turn) const;
  void admit(std::uint64_t turn);
  std::size_t most_resident() const;
  void heed_interruption();
  Block& first_at_work() const;
  void take_turns();
  void tell_standing() const;
  void look_for_stuck(Block& block);
  [[noreturn]] void report_deadlock(Block& block, const char* how);

  Execution& launch_;
  std::vector<std::uint32_t> order_;  // of turns, for Schedule::Order::random
  std::vector<std::unique_ptr<Block>> resident_;
  std::uint64_t told_ = 0;  // the spectator: steps
};

}  // namespace simulator
