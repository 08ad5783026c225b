#include "simulator/machine/scheduling/scheduler.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <numeric>
#include <utility>

#include "simulator/device/occupancy.hpp"
#include "simulator/machine/scheduling/deadlock.hpp"
#include "simulator/machine/scheduling/spinning.hpp"

namespace simulator {
namespace {

// Warp instructions …
constexpr std::uint64_t long_slice = 4096, short_slice = 256, spinning_slice = 32;  // of a turn
constexpr std::uint64_t patience = std::uint64_t{1} << 20;   // until another block joins
constexpr std::uint64_t telling = std::uint64_t{1} << 20;    // until a spectator is told again
constexpr std::uint64_t attention = std::uint64_t{1} << 21;  // to nothing but itself
constexpr std::uint64_t worker_patience = std::uint64_t{1} << 21;  // until a worker gives up

/// Where all threads that can go on wait for a time, it comes in leaps. Clocks of 32 bits take each
/// of them for less than half of their round.
constexpr std::uint64_t leaps[] = {std::uint64_t{1} << 28, (std::uint64_t{1} << 33) + (1u << 30),
                                   (std::uint64_t{1} << 42) + (1u << 29)};

}  // namespace

Scheduler::Scheduler(Execution& launch) : execution_(launch) {
  if (launch.schedule().order != Schedule::Order::random) return;
  order_.resize(launch.turns());
  std::iota(order_.begin(), order_.end(), 0);
  for (std::size_t i = order_.size(); i > 1; --i)
    std::swap(order_[i - 1], order_[launch.random() % i]);
}

/// The block, or the cluster, whose turn it is.
std::uint64_t Scheduler::at(std::uint64_t turn) const {
  switch (execution_.schedule().order) {
    case Schedule::Order::reverse:
      return execution_.turns() - 1 - turn;
    case Schedule::Order::random:
      return order_[turn];
    default:
      return turn;
  }
}

/// All blocks of a cluster come together.
void Scheduler::admit(std::uint64_t turn) {
  if (!execution_.in_clusters()) {
    resident_.push_back(std::make_unique<Block>(execution_, at(turn)));
    return;
  }
  const auto cluster =
      std::make_shared<Cluster>(execution_, index_in(execution_.clusters(), at(turn)));
  std::vector<unsigned> ranks(cluster->size());
  std::iota(ranks.begin(), ranks.end(), 0);
  const Schedule::Order order = execution_.schedule().order;
  if (order == Schedule::Order::reverse) std::reverse(ranks.begin(), ranks.end());
  if (order == Schedule::Order::random)
    for (std::size_t i = ranks.size(); i > 1; --i)
      std::swap(ranks[i - 1], ranks[execution_.random() % i]);
  for (const unsigned rank : ranks)
    resident_.push_back(std::make_unique<Block>(execution_, cluster, rank));
}

std::size_t Scheduler::most_resident() const {
  const BlockNeeds needs{execution_.configuration().block.volume(), execution_.kernel().registers,
                         execution_.shared_bytes()};
  if (const std::uint64_t size = execution_.cluster().volume(); size > 1)
    return std::max<std::size_t>(1, resident_clusters(execution_.device(), needs, size)) * size;
  const unsigned blocks = resident_blocks(execution_.device(), needs);
  return std::size_t{std::max(blocks, 1u)} * execution_.device().multiprocessors;
}

/// A block that takes long may be waiting for another, so the next ones join it, as many as the
/// device holds.
std::uint64_t Scheduler::run(Turns turns, const std::function<bool(std::uint64_t)>& pauses) {
  const LaunchConfiguration& configuration = execution_.configuration();
  const Schedule::Order order = execution_.schedule().order;
  const bool mixed = order == Schedule::Order::random || order == Schedule::Order::starve;
  const std::size_t most = most_resident();
  const std::uint64_t together = execution_.cluster().volume();
  std::size_t wanted = configuration.cooperative ? turns.last * together : mixed ? 4 : 1;
  const auto want_more = [&] { wanted = std::min(std::max(wanted, resident_.size()) * 2, most); };
  Stagnation stagnation(rests_);
  rests_ = false;
  std::uint64_t next = turns.first, since_admission = 0;
  while (next < turns.last || !resident_.empty()) {
    if (resident_.empty() && pauses(next)) break;
    for (; next < turns.last && resident_.size() < std::min(wanted, most); ++next) {
      admit(next);
      since_admission = 0;
    }
    heed_interruption();
    if (execution_.steps() - told_ > telling) {
      told_ = execution_.steps();
      if (Spectator* const who = configuration.spectator)
        who->at_work(next * together, configuration.grid.volume());
    }
    if (execution_.has_met_outside()) stagnation.expect_more();
    const Progress before = execution_.progress();
    take_turns();
    stagnation.note(before, execution_.progress());
    since_admission += execution_.progress().steps - before.steps;
    if (configuration.patience != 0 && stagnation.since_milestone() > configuration.patience)
      report_deadlock(first_at_work(), "patience ran out, and no thread ended meanwhile");
    if (execution_.is_stopped() ||
        (execution_.is_worker() && stagnation.since_milestone() > worker_patience))
      throw Entangled{};
    if (since_admission > patience) {
      want_more();
      since_admission = 0;
    }
    if (stagnation.is_unfair()) let_waiting_ahead(resident_);
    if (!any_at_work()) continue;  // those that have ended neither spin nor wait for the host
    if (stagnation.is_suspicious() && spin(stagnation)) {
      if (next == turns.last || resident_.size() >= most) {
        if (!spins_for_ever()) continue;
        if (awaited_.empty()) report_deadlock(first_at_work(), "threads spin for ever");
        rests_ = true;
        break;
      }
      want_more();
    }
    if (configuration.may_rest && execution_.has_met_host() &&
        stagnation.since_milestone() > attention) {
      awaited_.clear();
      rests_ = true;
      break;
    }
  }
  return next;
}

void Scheduler::note_narrow_reads() {
  for (Fault& note : awaited_.narrow_reads(execution_.memory())) execution_.report(std::move(note));
}

/// Do all threads that can go on spin? Those that look at the clock meanwhile do if no time lets
/// them go on.
bool Scheduler::spin(Stagnation& stagnation) {
  const std::uint64_t changes = execution_.progress().changes;
  Spinning found = look_for_spinning(resident_);
  for (; found == Spinning::parted; found = look_for_spinning(resident_)) {
    stagnation.expect_more();
    has_spun_ = true;
  }
  switch (found) {
    case Spinning::all:
      return true;
    case Spinning::timed:
      if (std::exchange(leapt_at_, changes) != changes) leaps_ = 0;
      if (leaps_ == std::size(leaps)) return true;
      execution_.skip_time(leaps[leaps_++]);
      return false;
    default:
      return false;
  }
}

/// Threads spin; do they still, when it is looked at what they read? Others may have changed it.
bool Scheduler::spins_for_ever() {
  awaited_.clear();
  return !execution_.configuration().may_rest || execution_.is_worker() || execution_.failure() ||
         look_for_spinning(resident_, &awaited_) >= Spinning::timed;
}

void Scheduler::take_turns() {
  const bool waits_soon = execution_.configuration().cooperative || execution_.has_met_outside();
  const std::uint64_t slice = has_spun_ ? spinning_slice : waits_soon ? short_slice : long_slice;
  for (auto& block : resident_) {
    if (block->ended()) continue;  // and others of its cluster have not
    block->take_turn(slice);
    if (!block->ended() && !block->ready()) look_for_stuck(*block);
  }
  std::erase_if(resident_, [](const auto& block) { return block->over(); });
}

/// A block of which no thread is ready may be waiting for another of its cluster.
void Scheduler::look_for_stuck(Block& block) {
  if (block.let_leave() || block.give_up_on_members()) return;
  if (block.cluster() == nullptr) report_deadlock(block, "no thread of the block can go on");
  if (!block.cluster()->stuck()) return;
  for (Block* each : block.cluster()->blocks())
    if (!each->ended() && (each->let_leave() || each->give_up_on_members())) return;
  const auto waits_for_others = [](const Block* each) {
    return std::any_of(each->warps().begin(), each->warps().end(), [](const auto& warp) {
      const auto paths = warp->paths();
      return std::any_of(paths.begin(), paths.end(), [](const Path& path) {
        return path.state == Path::State::at_barrier && path.barrier == Cluster::barrier;
      });
    });
  };
  const auto& blocks = block.cluster()->blocks();
  const auto found = std::find_if(blocks.begin(), blocks.end(), waits_for_others);
  Block& told = found == blocks.end() ? block : **found;
  report_deadlock(told, block.cluster()->size() > 1 ? "no thread of the cluster can go on"
                                                    : "no thread of the block can go on");
}

bool Scheduler::any_at_work() const {
  return std::any_of(resident_.begin(), resident_.end(),
                     [](const auto& block) { return !block->ended(); });
}

Block& Scheduler::first_at_work() const {
  return **std::find_if(resident_.begin(), resident_.end(),
                        [](const auto& block) { return !block->ended(); });
}

void Scheduler::heed_interruption() {
  Interruption* const interruption = execution_.configuration().interruption;
  if (interruption == nullptr || !interruption->requested()) return;
  tell_standing();
  if (execution_.is_worker()) throw Entangled{};
  interruption->obey();
}

void Scheduler::tell_standing() const {
  std::fprintf(stderr, "simulator: interrupted: kernel %s, %zu blocks under way\n",
               execution_.kernel_name().c_str(), resident_.size());
  std::size_t shown = 0;
  for (const auto& block : resident_) {
    if (block->ended()) continue;
    if (++shown > 4) break;
    std::fprintf(stderr, "  block %s: %s\n", describe(block->index()).c_str(),
                 standing(*block).c_str());
  }
}

/// After accesses were left out, that nobody goes on may come of it: one fault at a time.
void Scheduler::report_deadlock(Block& block, const char* how) {
  if (!execution_.failure()) {
    stop_at_accesses(block);
    execution_.report(never_ends(block, how));
  }
  execution_.fail(LaunchFailure::Reason::deadlock);
}

}  // namespace simulator
