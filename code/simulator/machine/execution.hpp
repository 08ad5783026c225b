#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "simulator/counts.hpp"
#include "simulator/faults.hpp"
#include "simulator/machine/access/copy_storage.hpp"
#include "simulator/machine/frames.hpp"
#include "simulator/machine/launch_facts.hpp"
#include "simulator/machine/paths.hpp"
#include "simulator/machine/random.hpp"
#include "simulator/machine/scheduling/progress.hpp"
#include "simulator/machine/spares.hpp"
#include "simulator/machine/tallies.hpp"
#include "simulator/machine/undefined/undefined_loads.hpp"
#include "simulator/memory/memory.hpp"
#include "simulator/races/detector.hpp"

namespace simulator {

class AccessObserver;
class Trace;

/// Thrown by workers when the order of blocks may matter.
struct Entangled {};

/// A launch under way: what its blocks have in common.
class Execution : public LaunchFacts {
 public:
  Execution(const LaunchFacts& launch, Memory& memory, Trace* trace);
  /// One of several that share the launch's blocks. It throws Entangled when `stop` is true.
  Execution(const LaunchFacts& launch, Memory& view, const std::atomic<bool>& stop);
  ~Execution();
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  Memory& memory() { return memory_; }
  Races& races() { return races_; }
  Counts& counts() { return counts_; }
  Trace* trace() { return trace_; }
  /// Tells `observer` of every access from now on. A launch that is tried out prints nothing and
  /// frees nothing.
  void observe(AccessObserver* observer, bool tried_out = true) {
    observer_ = observer;
    tried_out_ = tried_out;
  }
  AccessObserver* observer() const { return observer_; }
  bool is_tried_out() const { return tried_out_; }
  Tallies& tallies() { return tallies_; }
  Spares<Frame>& frames() { return frames_; }
  Spares<std::vector<Path>>& paths() { return paths_; }
  Spares<CopyStorage>& copies() { return copies_; }
  std::uint64_t random() { return random_(); }
  /// What the driver hands to cooperative_groups: a size and a barrier; 0 where there is none.
  std::uint64_t workspace() const { return workspace_; }
  static constexpr std::uint64_t workspace_bytes = 64;

  const Progress& progress() const { return progress_; }
  std::uint64_t steps() const { return progress_.steps; }
  std::uint64_t& steps() { return progress_.steps; }
  /// Something changed that a waiting thread could see.
  void progressed() { ++progress_.changes; }
  /// What clocks say, which are nothing but the number of steps, and what was skipped.
  std::uint64_t look_at_clock() {
    ++progress_.looks_at_clock;
    return progress_.steps + skipped_;
  }
  void skip_time(std::uint64_t steps) { skipped_ += steps; }
  /// A thread ended, or a barrier was complete.
  void passed_milestone() { ++progress_.milestones; }

  /// A block does what another one may see, or what the order of blocks matters to otherwise.
  void interacts() {
    if (is_worker()) throw Entangled{};
    interacts_ = true;
  }
  bool has_interacted() const { return interacts_; }
  /// An atomic whose order nobody can tell from that of others of its kind.
  void updates(std::uint8_t kind) {
    if (updates_ != 0 && updates_ != kind) interacts();
    updates_ = kind;
  }
  /// The last kind; 0: there were none.
  std::uint8_t updated() const { return updates_; }
  /// A thread uses memory of the host in a way that means to meet others.
  void meets_host() {
    met_host_ = met_outside_ = true;
    if (!is_worker()) races_.settle();
  }
  bool has_met_host() const { return met_host_; }
  /// A thread uses memory in a way that means to meet the host or another device.
  void meets_outside() { met_outside_ = true; }
  bool has_met_outside() const { return met_outside_; }
  bool is_worker() const { return stop_ != nullptr; }
  bool is_stopped() const { return stop_ != nullptr && *stop_; }

  /// Of what has been executed so far; nothing if nobody wants to know.
  Counts total() const;
  /// A worker's faults are told when the blocks run one by one.
  void report(Fault fault) { faults().report(std::move(fault)); }
  /// The same for what an instruction may do wrong many times: make() tells of the first time.
  template <class Make>
  void report(const Instruction& i, std::string_view what, Make&& make) {
    Faults& faults = this->faults();
    const auto [at, first] = reported_.try_emplace({&i, what}, 0);
    if (first)
      at->second = faults.report(make());
    else
      faults.again(at->second);
  }
  /// A thread prints. True, once: on a GPU, the buffer can no longer hold all that was printed, and
  /// the oldest is lost. A GPU's records have at least so many bytes as are counted here.
  bool prints(unsigned arguments) {
    constexpr std::uint64_t format = 8, argument = 4;  // bytes
    const std::uint64_t before = printed_, most = configuration().printf_bytes;
    printed_ += format + argument * arguments;
    return before <= most && printed_ > most;
  }
  /// Of a worker, that is for when the blocks run one by one.
  UndefinedLoads& undefined_loads() {
    if (is_worker()) throw Entangled{};
    return undefined_loads_;
  }

  /// The launch ends here, for this reason or the one that it had failed for before.
  [[noreturn]] void fail(LaunchFailure::Reason reason);
  /// A thread's access is left out, after a fault that was reported. The launch has failed, yet
  /// goes on, so that what else is wrong is found: until it has faults in too many places, or
  /// leaves out so many accesses that some thread runs away.
  void leave_out(LaunchFailure::Reason reason);
  /// Why the launch has failed so far, though it goes on.
  std::optional<LaunchFailure::Reason> failure() const { return failure_; }

 private:
  Faults& faults() {
    if (is_worker()) throw Entangled{};
    return *configuration().faults;
  }

  Memory& memory_;
  Trace* trace_;
  AccessObserver* observer_ = nullptr;
  bool tried_out_ = false;
  Races races_;
  Counts counts_;
  Tallies tallies_;
  Progress progress_;
  Random random_;
  Spares<Frame> frames_;
  Spares<std::vector<Path>> paths_;
  Spares<CopyStorage> copies_;
  UndefinedLoads undefined_loads_;
  std::uint64_t workspace_ = 0;
  bool interacts_ = false, met_host_ = false, met_outside_ = false;
  std::uint8_t updates_ = 0;
  std::optional<LaunchFailure::Reason> failure_;
  std::uint64_t skipped_ = 0;   // steps, by the clocks
  std::uint64_t left_out_ = 0;  // accesses
  std::uint64_t printed_ = 0;   // bytes, at least
  /// Places among the faults.
  std::map<std::pair<const Instruction*, std::string_view>, std::size_t> reported_;
  const std::atomic<bool>* stop_ = nullptr;  // of a worker
};

}  // namespace simulator
