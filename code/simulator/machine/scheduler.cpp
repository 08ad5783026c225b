#include "simulator/machine/scheduler.hpp"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <utility>

#include "simulator/machine/progress.hpp"
#include "simulator/machine/spinning.hpp"
#include "simulator/machine/standing.hpp"
#include "simulator/occupancy.hpp"

namespace simulator {
namespace {

// Warp instructions …
constexpr std::uint64_t long_slice = 4096, short_slice = 256;  // of a turn
constexpr std::uint64_t patience = std::uint64_t{1} << 20;     // until another block joins
constexpr std::uint64_t telling = std::uint64_t{1} << 20;      // until a spectator is told again
constexpr std::uint64_t worker_patience = std::uint64_t{1} << 21;  // until a worker gives up

}  // namespace

Scheduler::Scheduler(Execution& launch) : launch_(launch) {
  if (launch.schedule().order != Schedule::Order::random) return;
  order_.resize(launch.configuration().grid.volume());
  std::iota(order_.begin(), order_.end(), 0);
  for (std::size_t i = order_.size(); i > 1; --i)
    std::swap(order_[i - 1], order_[launch.random() % i]);
}

std::uint64_t Scheduler::block_at(std::uint64_t turn) const {
  switch (launch_.schedule().order) {
    case Schedule::Order::reverse:
      return launch_.configuration().grid.volume() - 1 - turn;
    case Schedule::Order::random:
      return order_[turn];
    default:
      return turn;
  }
}

std::size_t Scheduler::most_resident() const {
  const unsigned blocks = resident_blocks(
      launch_.device(),
      {launch_.configuration().block.volume(), launch_.kernel().registers, launch_.shared_bytes()});
  return std::size_t{std::max(blocks, 1u)} * launch_.device().multiprocessors;
}

/// A block that takes long may be waiting for another, so the next ones join it, as many as the
/// device holds.
std::uint64_t Scheduler::run(Turns turns, const std::function<bool(std::uint64_t)>& pauses) {
  const LaunchConfiguration& configuration = launch_.configuration();
  const Schedule::Order order = launch_.schedule().order;
  const bool mixed = order == Schedule::Order::random || order == Schedule::Order::starve;
  const std::size_t most = most_resident();
  std::size_t wanted = configuration.cooperative ? turns.last : mixed ? 4 : 1;
  const auto want_more = [&] { wanted = std::min(std::max(wanted, resident_.size()) * 2, most); };
  Stagnation stagnation;
  std::uint64_t next = turns.first, since_admission = 0;
  while (next < turns.last || !resident_.empty()) {
    if (resident_.empty() && pauses(next)) break;
    for (; next < turns.last && resident_.size() < std::min(wanted, most); ++next) {
      resident_.push_back(std::make_unique<Block>(launch_, block_at(next)));
      since_admission = 0;
    }
    heed_interruption();
    if (launch_.steps() - told_ > telling) {
      told_ = launch_.steps();
      if (Spectator* const who = configuration.spectator)
        who->at_work(next, configuration.grid.volume());
    }
    const Progress before = launch_.progress();
    take_turns();
    stagnation.note(before, launch_.progress());
    since_admission += launch_.progress().steps - before.steps;
    if (configuration.patience != 0 && stagnation.since_milestone() > configuration.patience)
      report_deadlock(*resident_.front(), "patience ran out, and no thread ended meanwhile");
    if (launch_.is_stopped() ||
        (launch_.is_worker() && stagnation.since_milestone() > worker_patience))
      throw Entangled{};
    if (since_admission > patience) {
      want_more();
      since_admission = 0;
    }
    if (stagnation.is_suspicious() && look_for_spinning(resident_) == Spinning::all) {
      if (next == turns.last || resident_.size() >= most)
        report_deadlock(*resident_.front(), "threads spin for ever");
      want_more();
    }
  }
  return next;
}

void Scheduler::take_turns() {
  const std::uint64_t slice = launch_.configuration().cooperative ? short_slice : long_slice;
  for (auto& block : resident_) {
    block->take_turn(slice);
    if (!block->ended() && !block->ready() && !block->let_leave() && !block->give_up_on_members())
      report_deadlock(*block, "no thread of the block can go on");
  }
  std::erase_if(resident_, [](const auto& block) { return block->ended(); });
}

void Scheduler::heed_interruption() {
  Interruption* const interruption = launch_.configuration().interruption;
  if (interruption == nullptr || !interruption->requested()) return;
  tell_standing();
  if (launch_.is_worker()) throw Entangled{};
  interruption->obey();
}

void Scheduler::tell_standing() const {
  std::fprintf(stderr, "simulator: interrupted: kernel %s, %zu blocks under way\n",
               launch_.kernel_name().c_str(), resident_.size());
  std::size_t shown = 0;
  for (const auto& block : resident_) {
    if (++shown > 4) break;
    std::fprintf(stderr, "  block %s: %s\n", describe(block->index()).c_str(),
                 standing(*block).c_str());
  }
}

/// After accesses were left out, that nobody goes on may come of it: one fault at a time.
void Scheduler::report_deadlock(Block& block, const char* how) {
  if (!launch_.failure()) launch_.report(never_ends(block, how));
  launch_.fail(LaunchFailure::Reason::deadlock);
}

}  // namespace simulator
