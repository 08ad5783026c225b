#include "simulator/exploration/explorer.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "simulator/exploration/execution_tree.hpp"
#include "simulator/exploration/replayer.hpp"
#include "simulator/exploration/saved_memory.hpp"
#include "simulator/exploration/stepper.hpp"
#include "simulator/exploration/waits.hpp"

namespace simulator {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;
constexpr std::size_t most_outcomes = 64;  // that are kept

/// One execution of a launch, in the order of a tree.
class Run {
 public:
  Run(const LaunchFacts& launch, Memory& memory, ExecutionTree& tree, Waits& waits)
      : stepper_(launch, memory, nullptr, true), tree_(tree), waits_(waits) {}

  enum class End { ended, seen, too_long, waits };

  /// Throws LaunchFailure.
  End run() {
    while (true) {
      const std::uint64_t enabled = stepper_.enabled();
      if (enabled == 0) {
        if (!awaited().empty()) return End::waits;
        stepper_.require_ended();
        return End::ended;
      }
      if (last_.size() >= Stepper::most_steps) return End::too_long;
      const auto chosen = tree_.choose(enabled);
      if (!chosen) return End::seen;
      Stepper::Step step = stepper_.step(*chosen);
      last_.push_back(step.last);
      waits_.note_writes(step.touches);
      tree_.made(std::move(step.touches));
      if (step.failed) stepper_.rethrow();
      for (const Meeting& each : step.meetings) tree_.meet(each);
    }
  }

  /// Which warps went how far, one after the other.
  std::string order() const;
  /// The same as a list of them.
  std::vector<unsigned> warps() const;
  bool failed() const { return stepper_.execution().failure().has_value(); }

  /// What threads that spin wait for of the memory that others may write.
  Touches awaited() const;
  /// Nobody does.
  void give_up() {
    try {
      stepper_.require_ended();
    } catch (const LaunchFailure&) {
    }
  }

 private:
  Stepper stepper_;
  ExecutionTree& tree_;
  Waits& waits_;
  std::vector<const Instruction*> last_;  // of each step
};

Touches Run::awaited() const {
  Touches all;
  const Execution& execution = stepper_.execution();
  if (!execution.configuration().may_rest) return all;
  for (unsigned k = 0; k < stepper_.warps().size(); ++k) {
    if (!stepper_.spinner(k).asleep) continue;
    for (const Touch& each : stepper_.spinner(k).seen())
      if (is_global(each) && (execution.workspace() == 0 ||
                              each.word * 4 - execution.workspace() >= Execution::workspace_bytes))
        all.push_back(each);
  }
  normalise(all);
  return all;
}

std::vector<unsigned> Run::warps() const {
  std::vector<unsigned> warps;
  for (std::size_t k = 0; k < last_.size(); ++k) warps.push_back(tree_.history().actor(k));
  return warps;
}

std::string Run::order() const {
  struct Stretch {
    unsigned actor;
    const Instruction* last;
  };
  std::vector<Stretch> stretches;
  for (std::size_t k = 0; k < last_.size(); ++k) {
    const unsigned actor = tree_.history().actor(k);
    if (stretches.empty() || stretches.back().actor != actor) stretches.push_back({actor, nullptr});
    stretches.back().last = last_[k];
  }
  constexpr std::size_t most = 8;
  const std::size_t first = stretches.size() - std::min(stretches.size(), most);
  std::string text = first > 0 ? "…" : "";
  for (std::size_t k = first; k < stretches.size(); ++k) {
    const auto& [actor, last] = stretches[k];
    if (!text.empty()) text += ", ";
    const Warp& warp = *stepper_.warps()[actor];
    text += "block " + simulator::describe(warp.block_index()) + " warp " +
            std::to_string(warp.index()) + " up to " + std::string(last->text);
    if (!stepper_.execution().program().file_of(last->place).empty())
      text += " in line " + std::to_string(last->place.line);
  }
  return text;
}

std::string reason_not_to(const LaunchFacts& launch, const Memory& memory) {
  if (const std::string reason = reason_not_to_step(launch); !reason.empty()) return reason;
  if (memory.used() > most_bytes)
    return std::to_string(memory.used()) + " bytes are allocated, where " +
           std::to_string(most_bytes) + " are the most";
  return {};
}

/// Many a program is meant to leave its results in any order.
Fault other_result(const LaunchFacts& launch, const std::string& where, const std::string& order) {
  Fault fault;
  fault.kind = fault::order_dependence;
  fault.message = "kernel " + launch.kernel_name() + " leaves another value " + where +
                  "; in this order: " + order;
  fault.benign = true;
  return fault;
}

std::string counted(std::uint64_t number, const char* what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

/// Is it a deadlock where threads wait? Where no order ends, that is for the run to tell, in which
/// others can help. Else it is if they wait for what the launch itself writes, and no other launch
/// is there.
void judge(Waits& waits, bool others, Exploration& found, Faults& all) {
  if (waits.count() == 0) return;
  if (waits.count() == found.executions) {
    found = {};
    found.incomplete =
        "in each order its threads wait for what another operation or the host is to write";
    return;
  }
  if (!others)
    for (std::vector<Fault>& deadlock : waits.take_own()) {
      ++found.faulty;
      for (Fault& fault : deadlock) all.report(std::move(fault));
    }
  if (waits.count() > 0 && found.incomplete.empty())
    found.incomplete = "of which some wait for what another operation or the host is to write";
}

}  // namespace

std::string Exploration::describe() const {
  if (executions == 0) return "not explored: " + incomplete;
  std::string text = "ran in " + counted(executions, "order");
  if (!incomplete.empty())
    text += ", " + incomplete;
  else
    text += executions == 1 ? ", and no other makes a difference" : ", which are all that differ";
  if (!incomplete.empty() && repetitions > 0)
    text += " (given up after " + counted(begun(), "execution") + ", of which " +
            std::to_string(repetitions) + " only repeated others)";
  text += "; " + (faulty == 0 ? "none has a fault" : std::to_string(faulty) + " with a fault");
  if (executions > faulty) text += "; " + counted(results, "result");
  return text;
}

Exploration explore(const LaunchFacts& launch, Memory& memory, std::uint64_t most,
                    const std::function<void(const Fault&)>& told,
                    const std::function<bool(const Exploration&)>& progress) {
  Exploration found;
  found.incomplete = reason_not_to(launch, memory);
  if (!found.incomplete.empty()) return found;
  Faults all(told);
  std::set<std::uint64_t> results;
  std::map<std::pair<bool, std::uint64_t>, std::size_t> outcomes;  // their places
  std::optional<SavedMemory> first;                                // of these
  Waits waits;
  ExecutionTree tree(warps_of(launch));
  SavedMemory saved(memory);
  Interruption* const interruption = launch.configuration().interruption;
  do {
    if (interruption != nullptr && interruption->requested()) interruption->obey();
    if (found.begun() >= most || (progress && !progress(found))) {
      found.incomplete = "and there may be more";
      break;
    }
    const struct Guard {
      SavedMemory& memory;
      ~Guard() { memory.restore(); }
    } guard{saved};  // also where a statement is not supported
    Faults faults;
    LaunchConfiguration configuration = launch.configuration();
    configuration.faults = &faults;
    memory.renew_clock();
    Run run({launch.program(), launch.kernel(), configuration, launch.parameters(), Schedule{}},
            memory, tree, waits);
    Run::End end = Run::End::ended;
    bool harmful = false;
    try {
      end = run.run();
      harmful = run.failed();
    } catch (const LaunchFailure&) {
      harmful = true;
    }
    if (end == Run::End::too_long) found.incomplete = "of which some are too long";
    if (end == Run::End::seen) {
      ++found.repetitions;
      continue;
    }
    ++found.executions;
    const auto take = [&] {
      std::vector<Fault> taken = faults.take();
      for (Fault& fault : taken) fault.message += "; in this order: " + run.order();
      return taken;
    };
    for (Fault& fault : take()) {
      harmful = harmful || !fault.benign;
      all.report(std::move(fault));
    }
    found.faulty += harmful;
    if (end == Run::End::waits) {
      run.give_up();
      waits.add(run.awaited(), take());
      continue;
    }
    const auto outcome = outcomes.try_emplace({harmful, saved.hash()}, found.outcomes.size()).first;
    if (outcome->second < found.outcomes.size())
      ++found.outcomes[outcome->second].executions;
    else if (found.outcomes.size() < most_outcomes)
      found.outcomes.push_back({run.warps(), 1, harmful});
    if (harmful || end != Run::End::ended || !results.insert(saved.hash()).second) continue;
    if (!first)
      first.emplace(saved.now());
    else if (const auto address = first->difference(); address && results.size() == 2)
      all.report(other_result(launch, memory.describe(*address), run.order()));
  } while (tree.next());
  found.results = results.size();
  judge(waits, memory.any_rests(), found, all);
  return found;
}

}  // namespace simulator
