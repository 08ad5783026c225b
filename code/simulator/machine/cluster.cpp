#include "simulator/machine/cluster.hpp"

#include <algorithm>

#include "simulator/machine/block.hpp"
#include "simulator/machine/execution.hpp"
#include "simulator/machine/warp.hpp"

namespace simulator {
namespace {

Dim3 index_of(const Dim3& cluster, const Dim3& extent, unsigned rank) {
  const Dim3 within = index_in(extent, rank);
  return {cluster.x * extent.x + within.x, cluster.y * extent.y + within.y,
          cluster.z * extent.z + within.z};
}

}  // namespace

Cluster::Cluster(Execution& launch, const Dim3& index)
    : launch_(launch),
      index_(index),
      blocks_(launch.cluster().volume()),
      warps_((launch.configuration().block.volume() + warp_size - 1) / warp_size) {
  std::vector<std::uint64_t> linear;
  for (unsigned rank = 0; rank < size(); ++rank) linear.push_back(linear_of(rank));
  races_ = std::make_unique<ClusterRaces>(std::move(linear), unsigned(warps_));
  lanes_.resize(size() * warps_);
}

std::uint64_t Cluster::linear_of(unsigned rank) const {
  const Dim3& grid = launch_.configuration().grid;
  const Dim3 at = index_of(index_, launch_.cluster(), rank);
  return (std::uint64_t{at.z} * grid.y + at.y) * grid.x + at.x;
}

bool Cluster::ended() const {
  return std::all_of(blocks_.begin(), blocks_.end(),
                     [](const Block* each) { return each == nullptr || each->ended(); });
}

bool Cluster::stuck() const {
  return std::none_of(blocks_.begin(), blocks_.end(),
                      [](const Block* each) { return each != nullptr && each->ready(); });
}

std::size_t Cluster::place(const Warp& warp) const {
  return warp.block().rank() * warps_ + warp.index();
}

bool Cluster::arrive(Warp& warp, std::uint32_t lanes, bool release) {
  Lanes& there = lanes_[place(warp)];
  if (((there.arrived | there.passed) & lanes) != 0) return false;
  if (launch_.checked()) warp.block().races().arrive_in_cluster(warp.index(), lanes, release);
  there.arrived |= lanes;
  any_arrived_ = true;
  complete_if_reached();
  return true;
}

bool Cluster::wait(Warp& warp, std::uint32_t lanes) {
  Lanes& there = lanes_[place(warp)];
  if ((lanes & ~(there.arrived | there.passed)) != 0) return false;
  if ((lanes & there.arrived) == 0) {
    there.passed &= ~lanes;
    if (launch_.checked()) warp.block().races().wait_in_cluster(warp.index());
    return true;
  }
  there.waiting |= lanes;
  warp.wait_at_barrier(barrier);
  return true;
}

void Cluster::threads_ended() {
  if (any_arrived_) complete_if_reached();
}

std::uint32_t Cluster::missing(const Warp& warp) const {
  return any_arrived_ ? warp.live() & ~lanes_[place(warp)].arrived : 0;
}

void Cluster::complete_if_reached() {
  for (const Block* block : blocks_)
    for (const auto& warp : block->warps())
      if (missing(*warp) != 0) return;
  const auto has_ended_threads = [&](unsigned rank, unsigned warp) {
    const Warp& one = *blocks_[rank]->warps()[warp];
    return one.live() != one.started();
  };
  if (launch_.checked()) races_->complete(launch_.races().now(), has_ended_threads);
  any_arrived_ = false;
  launch_.progressed();
  launch_.passed_milestone();
  for (Block* block : blocks_)
    for (auto& warp : block->warps()) {
      Lanes& there = lanes_[place(*warp)];
      there.passed |= there.arrived & ~there.waiting;
      const bool waited = there.waiting != 0;
      there.arrived = there.waiting = 0;
      if (!waited) continue;
      if (launch_.checked()) block->races().wait_in_cluster(warp->index());
      warp->leave_barrier(barrier);
    }
}

}  // namespace simulator
