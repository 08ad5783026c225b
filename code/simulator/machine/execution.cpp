#include "simulator/machine/execution.hpp"

namespace simulator {
namespace {

/// Accesses that a thread may leave out on average, and the fewest of a launch.
constexpr std::uint64_t most_left_out = 64, least_left_out = std::uint64_t{1} << 20;

}  // namespace

Execution::Execution(const LaunchFacts& launch, Memory& memory, Trace* trace)
    : LaunchFacts(launch),
      memory_(memory),
      trace_(trace),
      races_(memory.clock(), configuration().grid, configuration().block, copies_in_bulk()),
      tallies_(program()),
      random_(schedule().seed),
      undefined_loads_(memory) {
  if (configuration().cooperative) {
    const RaceClock::Preparation preparation(memory.clock());
    workspace_ = memory.allocate(workspace_bytes);
    memory.fill(workspace_, 0, workspace_bytes);
  }
}

Execution::Execution(const LaunchFacts& launch, Memory& view, const std::atomic<bool>& stop)
    : Execution(launch, view, nullptr) {
  stop_ = &stop;
}

Execution::~Execution() {
  if (workspace_ != 0) memory_.free(workspace_);
}

void Execution::fail(LaunchFailure::Reason reason) {
  throw LaunchFailure(failure_.value_or(reason), total());
}

void Execution::leave_out(LaunchFailure::Reason reason) {
  if (!failure_) failure_ = reason;
  const LaunchConfiguration& launch = configuration();
  const std::uint64_t threads = launch.grid.volume() * launch.block.volume();
  if (++left_out_ > least_left_out + most_left_out * threads ||
      launch.faults->places() >= launch.most_faults)
    fail(reason);
}

Counts Execution::total() const {
  if (!checked()) return {};
  Counts result = counts_;
  result += tallies_.counts();
  return result;
}

}  // namespace simulator
