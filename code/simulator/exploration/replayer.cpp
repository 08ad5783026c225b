#include "simulator/exploration/replayer.hpp"

#include <algorithm>
#include <bit>

namespace simulator {
namespace {

Replay::State state_of(const Stepper& stepper, unsigned warp) {
  if (stepper.warps()[warp]->ended()) return Replay::State::ended;
  const bool ready = stepper.warps()[warp]->ready() && !stepper.spinner(warp).asleep;
  return ready ? Replay::State::ready : Replay::State::waits;
}

void note(Stepper& stepper, Replay& made) {
  made.warps.clear();
  made.over = true;
  for (unsigned k = 0; k < stepper.warps().size(); ++k) {
    made.warps.push_back(state_of(stepper, k));
    made.over = made.over && made.warps.back() == Replay::State::ended;
  }
}

}  // namespace

std::uint64_t warps_of(const LaunchFacts& launch) {
  const LaunchConfiguration& configuration = launch.configuration();
  return configuration.grid.volume() * ((configuration.block.volume() + warp_size - 1) / warp_size);
}

std::string reason_not_to_step(const LaunchFacts& launch) {
  if (const std::uint64_t warps = warps_of(launch); warps > Stepper::most_warps)
    return std::to_string(warps) + " warps, where " + std::to_string(Stepper::most_warps) +
           " are the most that are explored";
  if (launch.in_clusters()) return "clusters are not explored";
  if (launch.copies_in_bulk()) return "copies in bulk are not explored";
  if (!launch.checked()) return "nothing is without checks";
  return {};
}

void replay(Stepper& stepper, const StepOrder& order, Replay& made) {
  const Execution& execution = stepper.execution();
  for (std::size_t next = 0;; ++next) {
    const std::uint64_t enabled = stepper.enabled();
    note(stepper, made);
    if (enabled == 0) {
      made.over = true;
      return stepper.require_ended();
    }
    const bool given = next < order.warps.size();
    if (!given && !order.finish) return;
    if (next == Stepper::most_steps) {
      made.error = "more than " + std::to_string(Stepper::most_steps) + " steps";
      return;
    }
    unsigned warp = 0;
    if (given) {
      warp = order.warps[next];
    } else {
      const bool same = !made.steps.empty() && (enabled >> made.steps.back().warp & 1) != 0;
      warp = same ? made.steps.back().warp : unsigned(std::countr_zero(enabled));
    }
    if (warp >= stepper.warps().size() || (enabled >> warp & 1) == 0) {
      made.error = "warp " + std::to_string(warp) + " cannot make step " + std::to_string(next);
      return;
    }
    const Stepper::Step step = stepper.step(warp);
    const SourceLine& place = step.last->place;
    made.steps.push_back({warp, execution.steps(), std::string(step.last->text),
                          std::string(execution.program().file_of(place)), place.line,
                          std::any_of(step.touches.begin(), step.touches.end(), is_memory)});
    if (step.failed) {
      note(stepper, made);
      made.over = true;
      stepper.rethrow();
    }
  }
}

}  // namespace simulator
