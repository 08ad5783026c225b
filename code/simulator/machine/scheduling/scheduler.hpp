#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "simulator/machine/block.hpp"
#include "simulator/machine/execution.hpp"
#include "simulator/machine/scheduling/awaited.hpp"
#include "simulator/machine/scheduling/progress.hpp"

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
  ///
  /// A launch that may rest does so where all threads that can go on spin on memory that others may
  /// change; then run() is to be called for the rest of the turns when can_go_on() says so. It also
  /// rests now and then where threads work on for long that have used the host's memory, which may
  /// be where they will be told to end.
  std::uint64_t run(Turns turns, const std::function<bool(std::uint64_t)>& pauses);
  std::uint64_t run(Turns turns) {
    return run(turns, [](std::uint64_t) { return false; });
  }
  bool rests() const { return rests_; }
  bool can_go_on() const { return awaited_.empty() || awaited_.has_changed(execution_.memory()); }
  /// The host or another device has changed what it rests for: notes accesses of too narrow a
  /// scope.
  void note_narrow_reads();
  /// A launch that rests never goes on: reports it.
  [[noreturn]] void give_up(const std::string& how) {
    report_deadlock(first_at_work(), how.c_str());
  }

 private:
  std::uint64_t at(std::uint64_t turn) const;
  void admit(std::uint64_t turn);
  std::size_t most_resident() const;
  void heed_interruption();
  bool any_at_work() const;
  Block& first_at_work() const;
  bool spin(Stagnation& stagnation);
  bool spins_for_ever();
  void take_turns();
  void tell_standing() const;
  void look_for_stuck(Block& block);
  [[noreturn]] void report_deadlock(Block& block, const char* how);

  Execution& execution_;
  std::vector<std::uint32_t> order_;  // of turns, for Schedule::Order::random
  std::vector<std::unique_ptr<Block>> resident_;
  std::uint64_t told_ = 0;  // the spectator: steps
  bool rests_ = false;
  bool has_spun_ = false;                       // until lanes that it waited for went ahead
  std::uint64_t leapt_at_ = ~std::uint64_t{0};  // changes so far when time leapt last
  std::size_t leaps_ = 0;                       // since the last change
  Awaited awaited_;  // why it rests; nothing where it could go on at once
};

}  // namespace simulator
