#pragma once

#include <optional>
#include <string>

#include "simulator/machine/execution.hpp"
#include "simulator/machine/scheduling/scheduler.hpp"

namespace simulator {

/// Runs a launch's blocks on several cores where their order cannot matter, and otherwise one after
/// the other. It tries, and looks afterwards.
class Speculation {
 public:
  explicit Speculation(Execution& launch)
      : execution_(launch), configuration_(launch.configuration()), scheduler_(launch) {}

  /// False: the launch rests, and run() is to be called again when can_go_on() says so; see
  /// Scheduler.
  bool run();
  bool can_go_on() const { return scheduler_.can_go_on(); }
  void note_narrow_reads() { scheduler_.note_narrow_reads(); }
  [[noreturn]] void give_up(const std::string& how) { scheduler_.give_up(how); }
  /// Did it turn out that the order of blocks matters?
  bool entangled() const { return entangled_; }

 private:
  bool may_share(Turns left) const;
  bool worth_sharing(Turns left) const;
  Memory::Watched watched() const;
  bool share(Turns left);

  void run_first_blocks();

  Execution& execution_;
  const LaunchConfiguration& configuration_;
  Scheduler scheduler_;
  Turns left_{0, execution_.turns()};
  std::optional<Memory::Watch> watch_;
  bool begun_ = false, entangled_ = false;
};

}  // namespace simulator
