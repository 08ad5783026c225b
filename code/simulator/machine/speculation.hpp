#pragma once

#include "simulator/machine/execution.hpp"
#include "simulator/machine/scheduler.hpp"

namespace simulator {

/// Runs a launch's blocks on several cores where their order cannot matter, and otherwise one after
/// the other. It tries, and looks afterwards.
class Speculation {
 public:
  explicit Speculation(Execution& launch)
      : launch_(launch), configuration_(launch.configuration()), scheduler_(launch) {}

  void run();
  /// Did it turn out that the order of blocks matters?
  bool entangled() const { return entangled_; }

 private:
  bool may_share(Turns left) const;
  bool worth_sharing(Turns left) const;
  bool share(Turns left);

  Execution& launch_;
  const LaunchConfiguration& configuration_;
  Scheduler scheduler_;
  bool entangled_ = false;
};

}  // namespace simulator
