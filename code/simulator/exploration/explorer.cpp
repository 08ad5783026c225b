#include "simulator/exploration/explorer.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "simulator/exploration/execution_tree.hpp"
#include "simulator/exploration/saved_memory.hpp"
#include "simulator/exploration/spinner.hpp"
#include "simulator/machine/access_observer.hpp"
#include "simulator/machine/block.hpp"
#include "simulator/machine/execution.hpp"
#include "simulator/machine/standing.hpp"

namespace simulator {
namespace {

constexpr std::uint64_t most_warps = 64, most_bytes = std::uint64_t{64} << 20, most_steps = 100000;

/// Blocks' shared memory is told from the rest by the upper bits of a touch's number.
constexpr unsigned block_shift = 48;

bool is_of_host(const Touch& touch) {
  return touch.word >> block_shift == 0 && !Memory::is_on_device(touch.word * 4);
}

/// What the present step touches.
class StepObserver : public AccessObserver {
 public:
  void accessed(Warp& warp, Space space, std::uint32_t mask, const std::uint64_t* addresses,
                unsigned bytes, Use use) override {
    const std::uint64_t block = space == Space::shared ? warp.block().linear() + 1 : 0;
    for_lanes(mask, [&](unsigned lane) {
      for (std::uint64_t word = addresses[lane] / 4; word <= (addresses[lane] + bytes - 1) / 4;
           ++word)
        touches.push_back({block << block_shift | word, use != Use::read});
      updates = updates || use == Use::update;
    });
  }

  Touches touches;
  bool updates = false;
};

/// One execution of a launch, step by step.
class Run {
 public:
  Run(const LaunchFacts& launch, Memory& memory, ExecutionTree& tree)
      : execution_(launch, memory, nullptr), tree_(tree) {
    execution_.observe(&observer_);
    const std::uint64_t blocks = launch.configuration().grid.volume();
    for (std::uint64_t k = 0; k < blocks; ++k) {
      blocks_.push_back(std::make_unique<Block>(execution_, k));
      for (auto& warp : blocks_.back()->warps()) warps_.push_back(warp.get());
    }
    spinners_.resize(warps_.size());
  }

  enum class End { ended, seen, too_long, waits_for_host };

  /// Throws LaunchFailure.
  End run() {
    while (true) {
      std::uint64_t enabled = find_enabled();
      while (enabled == 0 && unlock()) enabled = find_enabled();
      if (enabled == 0) {
        if (execution_.configuration().may_rest &&
            std::any_of(spinners_.begin(), spinners_.end(), [](const Spinner& each) {
              return each.asleep && std::any_of(each.seen().begin(), each.seen().end(), is_of_host);
            }))
          return End::waits_for_host;
        for (auto& block : blocks_)
          if (!block->ended()) report_deadlock(*block);
        return End::ended;
      }
      if (last_.size() >= most_steps) return End::too_long;
      const auto chosen = tree_.choose(enabled);
      if (!chosen) return End::seen;
      step(*chosen);
    }
  }

  /// Which warps went how far, one after the other.
  std::string order() const;
  bool failed() const { return execution_.failure().has_value(); }

 private:
  std::uint64_t find_enabled() const {
    std::uint64_t enabled = 0;
    for (std::size_t k = 0; k < warps_.size(); ++k)
      if (warps_[k]->ready() && !spinners_[k].asleep) enabled |= std::uint64_t{1} << k;
    return enabled;
  }

  /// Where nobody can go on: lanes that go ahead of others after all.
  bool unlock() {
    bool any = false;
    for (auto& block : blocks_)
      if (!block->ended() && !block->ready())
        any = block->let_leave() || block->give_up_on_members() || any;
    return any;
  }

  [[noreturn]] void report_deadlock(Block& block) {
    const char* const how =
        block.ready() ? "threads spin for ever" : "no thread of the block can go on";
    if (!execution_.failure()) execution_.report(never_ends(block, how));
    execution_.fail(LaunchFailure::Reason::deadlock);
  }

  void step(unsigned actor) {
    Warp& warp = *warps_[actor];
    std::vector<unsigned> waiting;  // in the block
    for (unsigned k = 0; k < warps_.size(); ++k)
      if (&warps_[k]->block() == &warp.block() && !warps_[k]->ended() && !warps_[k]->ready())
        waiting.push_back(k);
    const std::uint64_t changes = execution_.progress().changes;
    observer_.touches.clear();
    observer_.updates = false;
    std::exception_ptr failure;
    try {
      while (warp.ready() && observer_.touches.empty()) warp.run(1);
    } catch (const LaunchFailure&) {
      failure = std::current_exception();
    }
    const bool changed = execution_.progress().changes != changes;
    // An update that changed nothing, such as a compare-and-swap in vain, has only read.
    if (observer_.updates && !changed)
      for (Touch& touch : observer_.touches) touch.writes = false;
    last_.push_back(&warp.instruction());
    tree_.made(observer_.touches);
    if (failure) std::rethrow_exception(failure);

    std::erase_if(waiting, [&](unsigned k) { return !warps_[k]->ready(); });
    if (!waiting.empty()) {
      waiting.push_back(actor);
      tree_.meet(waiting);
    }
    const Touches& touches = tree_.history().touches(last_.size() - 1);
    for (unsigned k = 0; k < warps_.size(); ++k)
      if (k != actor && changed) spinners_[k].notice(touches);
    if (warp.ready()) spinners_[actor].look(warp, touches, changed);
  }

  Execution execution_;
  ExecutionTree& tree_;
  StepObserver observer_;
  std::vector<std::unique_ptr<Block>> blocks_;
  std::vector<Warp*> warps_;
  std::vector<Spinner> spinners_;         // one for each warp
  std::vector<const Instruction*> last_;  // of each step
};

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
    text += "block " + simulator::describe(warps_[actor]->block_index()) + " warp " +
            std::to_string(warps_[actor]->index()) + " up to " + std::string(last->text);
    if (!execution_.program().file_of(last->place).empty())
      text += " in line " + std::to_string(last->place.line);
  }
  return text;
}

std::uint64_t warps_of(const LaunchFacts& launch) {
  const LaunchConfiguration& configuration = launch.configuration();
  return configuration.grid.volume() * ((configuration.block.volume() + warp_size - 1) / warp_size);
}

std::string reason_not_to(const LaunchFacts& launch, const Memory& memory) {
  const std::uint64_t warps = warps_of(launch);
  if (warps > most_warps)
    return std::to_string(warps) + " warps, where " + std::to_string(most_warps) +
           " are the most that are explored";
  if (memory.used() > most_bytes)
    return std::to_string(memory.used()) + " bytes are allocated, where " +
           std::to_string(most_bytes) + " are the most";
  if (launch.in_clusters()) return "clusters are not explored";
  if (launch.copies_in_bulk()) return "copies in bulk are not explored";
  if (!launch.checked()) return "nothing is without checks";
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

}  // namespace

std::string Exploration::describe() const {
  if (executions == 0) return "not explored: " + incomplete;
  std::string text = "ran in " + counted(executions, "order") +
                     (incomplete.empty() ? ", which are all that differ" : ", " + incomplete);
  text += "; " + (faulty == 0 ? "none has a fault" : std::to_string(faulty) + " with a fault");
  if (executions > faulty) text += "; " + counted(results, "result");
  return text;
}

Exploration explore(const LaunchFacts& launch, Memory& memory, std::uint64_t most,
                    const std::function<void(const Fault&)>& told) {
  Exploration found;
  found.incomplete = reason_not_to(launch, memory);
  if (!found.incomplete.empty()) return found;
  Faults all(told);
  std::set<std::uint64_t> results;
  std::optional<SavedMemory> first;  // of these
  ExecutionTree tree(unsigned(warps_of(launch)));
  SavedMemory saved(memory);
  Interruption* const interruption = launch.configuration().interruption;
  do {
    if (interruption != nullptr && interruption->requested()) interruption->obey();
    if (found.executions == most) {
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
            memory, tree);
    Run::End end = Run::End::ended;
    bool harmful = false;
    try {
      end = run.run();
      harmful = run.failed();
    } catch (const LaunchFailure&) {
      harmful = true;
    }
    if (end == Run::End::too_long) found.incomplete = "of which some are too long";
    if (end == Run::End::waits_for_host) found.incomplete = "of which some wait for the host";
    if (end == Run::End::seen) continue;
    ++found.executions;
    for (Fault& fault : faults.take()) {
      harmful = harmful || !fault.benign;
      fault.message += "; in this order: " + run.order();
      all.report(std::move(fault));
    }
    found.faulty += harmful;
    if (harmful || end != Run::End::ended || !results.insert(saved.hash()).second) continue;
    if (!first)
      first.emplace(memory);
    else if (const auto address = first->difference(); address && results.size() == 2)
      all.report(other_result(launch, memory.describe(*address), run.order()));
  } while (tree.next());
  found.results = results.size();
  return found;
}

}  // namespace simulator
