#include "simulator/machine/execution.hpp"

namespace simulator {

Execution::Execution(const LaunchFacts& launch, Memory& memory, Trace* trace)
    : LaunchFacts(launch),
      memory_(memory),
      trace_(trace),
      races_(memory.clock(), configuration().grid, configuration().block, copies_in_bulk()),
      tallies_(program()),
      random_(schedule().seed) {
  if (configuration().cooperative) {
    workspace_ = memory.allocate(64);  // a size and a barrier
    memory.fill(workspace_, 0, 64);
  }
}

Execution::Execution(const LaunchFacts& launch, Memory& view, const std::atomic<bool>& stop)
    : Execution(launch, view, nullptr) {
  stop_ = &stop;
}

Execution::~Execution() {
  if (workspace_ != 0) memory_.free(workspace_);
}

Counts Execution::total() const {
  if (!checked()) return {};
  Counts result = counts_;
  result += tallies_.counts();
  return result;
}

}  // namespace simulator
