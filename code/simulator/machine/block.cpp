#include "simulator/machine/block.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "simulator/machine/access/access_observer.hpp"

namespace simulator {
namespace {

constexpr std::uint64_t victim_patience = 64;  // turns that a starved warp sits out

}  // namespace

Block::Block(Execution& launch, std::uint64_t linear) : Block(launch, linear, nullptr, 0) {}

Block::Block(Execution& launch, std::shared_ptr<Cluster> cluster, unsigned rank)
    : Block(launch, cluster->linear_of(rank), cluster, rank) {}

Block::Block(Execution& launch, std::uint64_t linear, std::shared_ptr<Cluster> cluster,
             unsigned rank)
    : execution_(launch),
      linear_(linear),
      cluster_(std::move(cluster)),
      rank_(rank),
      memory_{index_in(launch.configuration().grid, linear),
              SharedMemory(launch, std::uint64_t{rank} << Cluster::rank_shift),
              BlockRaces(launch.races(), linear, cluster_ ? &cluster_->races() : nullptr)},
      copies_(launch, memory_) {
  const Routine& function = launch.program().functions[launch.kernel().function];
  live_ = unsigned(launch.configuration().block.volume());
  warps_.reserve((live_ + warp_size - 1) / warp_size);
  for (unsigned first = 0; first < live_; first += warp_size) {
    auto& warp =
        warps_.emplace_back(std::make_unique<Warp>(launch, *this, index(), first / warp_size));
    const unsigned lanes = std::min(live_ - first, warp_size);
    warp->start(function, full_mask >> (warp_size - lanes));
  }
  if (cluster_) cluster_->join(rank, *this, races(), warps_);
}

void Block::threads_ended(Warp& warp, unsigned count) {
  live_ -= count;
  execution_.progressed();
  execution_.passed_milestone();
  products_.threads_ended();
  if (live_ == 0) copies_.finish();
  for (unsigned i = 0; i < barriers_.size(); ++i)
    if (barriers_[i].arrived > 0) complete_if_reached(i);
  if (!cluster_) return;
  if (live_ == 0) {
    check_visits(warp);
    check_copies_out();
    cluster_->block_ended();
  }
  cluster_->threads_ended();
}

/// Other blocks have to be through with the shared memory of one that ends.
void Block::check_visits(Warp& warp) {
  if (!visited_ || !execution_.checked() || execution_.failure()) return;
  const Conflict left = races().outlasting(shared().cells.data(), (shared().usable + 3) / 4);
  if (!left) return;
  Fault fault = warp.fault(fault::ended_block, 0, "");
  fault.other_block = index_in(execution_.configuration().grid, left.block);
  fault.other_thread = index_in(execution_.configuration().block, left.thread);
  fault.message = "ends its block, and nothing orders that after what thread " +
                  describe(*fault.other_thread) + " of block " + describe(*fault.other_block) +
                  (left.other == Conflict::Other::wrote ? " wrote to" : " read of") +
                  " the block's shared memory";
  execution_.report(std::move(fault));
}

std::optional<AsyncCopies::UnderWay> Block::copy_out(std::uint64_t address,
                                                     std::uint64_t bytes) const {
  if (memory_.copies_out == 0) return std::nullopt;
  if (!cluster_) return copies_.reading(memory_, address, bytes);
  for (const Block* const each : cluster_->blocks())
    if (const auto found = each->copies_.reading(memory_, address, bytes)) return found;
  return std::nullopt;
}

/// Those to other blocks still need the shared memory.
void Block::check_copies_out() {
  if (!execution_.checked() || execution_.failure()) return;
  const auto copy = copy_out(0, memory_.shared.bytes.size());
  if (!copy) return;
  Fault fault;
  fault.kind = fault::ended_block;
  fault.kernel = execution_.kernel_name();
  fault.message =
      "begins an asynchronous copy to another block of the cluster, and its own block ends before "
      "anybody there has waited for it";
  fault.file = std::string(execution_.program().file_of(copy->place));
  fault.line = copy->place.line;
  fault.block = index();
  fault.thread = index_in(execution_.configuration().block, copy->thread);
  execution_.report(std::move(fault));
}

void Block::arrive(Warp& warp, unsigned barrier, unsigned expected, std::uint32_t lanes,
                   Arrival how, Slot result, std::uint32_t set) {
  Barrier& b = barriers_[barrier];
  b.expected = expected;
  b.arrived += unsigned(std::popcount(lanes));
  b.counted += unsigned(std::popcount(lanes));
  b.lanes[warp.index()] |= lanes;
  b.warps |= 1u << warp.index();
  b.set += unsigned(std::popcount(set));
  if (how != Arrival::arrive) {
    b.waiting |= 1u << warp.index();
    if (how != Arrival::sync) b.results.push_back({warp.lanes<std::byte>(result), how, lanes});
    warp.wait_at_barrier(barrier);
  }
  if (AccessObserver* const observer = execution_.observer()) observer->arrived(warp, barrier);
  complete_if_reached(barrier);
}

/// As an H200 counts: where all of a warp that can come has come, it counts as 32 threads.
void Block::count_whole_warps(Barrier& barrier) {
  for (auto& warp : warps_) {
    std::uint32_t& lanes = barrier.lanes[warp->index()];
    if (lanes == 0 || (warp->live() & ~lanes) != 0) continue;
    barrier.counted += warp_size - unsigned(std::popcount(lanes));
    lanes = 0;
  }
}

void Block::complete_if_reached(unsigned barrier) {
  Barrier& b = barriers_[barrier];
  count_whole_warps(b);
  // quote: barrier
  if (b.expected == 0 ? b.arrived >= live_ : b.counted >= b.expected) complete(barrier);
  // end quote
}

void Block::complete(unsigned barrier) {
  if (AccessObserver* const observer = execution_.observer()) observer->completed(*this, barrier);
  const Barrier done = std::exchange(barriers_[barrier], Barrier{});
  for (const Barrier::Result& result : done.results) {
    if (result.how == Arrival::count) {
      for_lanes(result.lanes,
                [&](unsigned lane) { std::memcpy(result.to + lane * 4, &done.set, 4); });
    } else {
      const bool value = result.how == Arrival::all ? done.set == done.arrived : done.set > 0;
      std::uint32_t mask;
      std::memcpy(&mask, result.to, sizeof mask);
      mask = value ? mask | result.lanes : mask & ~result.lanes;
      std::memcpy(result.to, &mask, sizeof mask);
    }
  }
  if (done.expected == 0 || done.expected >= live_)
    races().sync_block();
  else
    races().sync_warps(done.warps, done.waiting);
  execution_.progressed();
  execution_.passed_milestone();
  for (auto& warp : warps_) warp->leave_barrier(barrier);
}

bool Block::ready() const {
  return std::any_of(warps_.begin(), warps_.end(), [](const auto& warp) { return warp->ready(); });
}

bool Block::let_leave() {
  bool any = false;
  for (auto& warp : warps_) any = warp->let_leave() || any;
  return any;
}

bool Block::give_up_on_members() {
  for (auto& warp : warps_)
    if (warp->give_up_on_members()) return true;
  return false;
}

std::uint64_t Block::take_turn(std::uint64_t share) {
  ++turn_;
  const std::size_t count = warps_.size();
  std::uint64_t executed = 0;
  const auto run = [&](Warp& warp, std::uint64_t budget) {
    const std::uint64_t steps = warp.run(budget);
    if (steps >= budget) warp.rotate();
    executed += steps;
  };
  switch (execution_.schedule().order) {
    case Schedule::Order::forward:
    case Schedule::Order::lockstep:
      for (auto& warp : warps_) run(*warp, share);
      break;
    case Schedule::Order::reverse:
      for (std::size_t k = count; k-- > 0;) run(*warps_[k], share);
      break;
    case Schedule::Order::random:
      for (std::size_t k = 0; k < count; ++k) {
        const std::uint64_t budget = 1 + execution_.random() % 64;
        run(*warps_[execution_.random() % count], budget);
      }
      break;
    case Schedule::Order::starve: {
      // The last warp has to wait for all others, and now and then gets a turn if they spin.
      for (std::size_t k = 0; k + 1 < count; ++k) run(*warps_[k], share);
      const bool others = std::any_of(warps_.begin(), warps_.end() - 1,
                                      [](const auto& warp) { return warp->ready(); });
      if (!others || turn_ % victim_patience == 0) run(*warps_.back(), share);
      break;
    }
  }
  return executed;
}

}  // namespace simulator
