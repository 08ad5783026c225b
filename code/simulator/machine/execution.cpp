#include "simulator/machine/execution.hpp"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

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
      random_(schedule().seed) {
  if (configuration().cooperative) {
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

void Execution::tell_of_undefined_loads() {
  std::vector<Fault> notes;
  for (auto& [load, found] : undefined_loads_) {
    if (found.used && found.stored != 0) memory_.origins()[found.stored - 1].used = true;
    if (found.used || found.times == 0) continue;
    if (configuration().goes_on && found.stored != 0 && memory_.origins()[found.stored - 1].left)
      continue;
    Fault note = std::move(found.told);
    note.message += "; nothing that was done here depended on it";
    note.benign = true;
    note.times = found.times;
    notes.push_back(std::move(note));
  }
  undefined_loads_.clear();
  const auto place = [](const Fault& note) { return std::tie(note.file, note.line); };
  std::stable_sort(notes.begin(), notes.end(),
                   [&](const Fault& a, const Fault& b) { return place(a) < place(b); });
  for (Fault& note : notes) configuration().faults->report(std::move(note));
}

Counts Execution::total() const {
  if (!checked()) return {};
  Counts result = counts_;
  result += tallies_.counts();
  return result;
}

}  // namespace simulator
