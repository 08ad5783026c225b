#include "simulator/machine/cluster.hpp"

#include <algorithm>

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
    : execution_(launch),
      index_(index),
      blocks_(launch.cluster().volume()),
      warps_((launch.configuration().block.volume() + warp_size - 1) / warp_size),
      living_(size()) {
  std::vector<std::uint64_t> linear;
  for (unsigned rank = 0; rank < size(); ++rank) linear.push_back(linear_of(rank));
  races_ = std::make_unique<ClusterRaces>(std::move(linear), unsigned(warps_));
  members_.resize(size() * warps_);
}

std::uint64_t Cluster::linear_of(unsigned rank) const {
  const Dim3& grid = execution_.configuration().grid;
  const Dim3 at = index_of(index_, execution_.cluster(), rank);
  return (std::uint64_t{at.z} * grid.y + at.y) * grid.x + at.x;
}

void Cluster::join(unsigned rank, Block& block, HappensBefore& races,
                   const std::vector<std::unique_ptr<Warp>>& warps) {
  blocks_[rank] = &block;
  for (const auto& warp : warps)
    members_[place(rank, warp->index())] = {.warp = warp.get(), .races = &races};
}

bool Cluster::stuck() const {
  return std::none_of(members_.begin(), members_.end(),
                      [](const Member& each) { return each.warp->ready(); });
}

bool Cluster::arrive(unsigned rank, unsigned warp, std::uint32_t lanes, bool release) {
  Member& one = members_[place(rank, warp)];
  if (((one.arrived | one.passed) & lanes) != 0) return false;
  if (execution_.checked()) one.races->arrive_in_cluster(warp, lanes, release);
  one.arrived |= lanes;
  any_arrived_ = true;
  complete_if_reached();
  return true;
}

bool Cluster::wait(unsigned rank, unsigned warp, std::uint32_t lanes) {
  Member& one = members_[place(rank, warp)];
  if ((lanes & ~(one.arrived | one.passed)) != 0) return false;
  if ((lanes & one.arrived) == 0) {
    one.passed &= ~lanes;
    if (execution_.checked()) one.races->wait_in_cluster(warp);
    return true;
  }
  one.waiting |= lanes;
  one.warp->wait_at_barrier(barrier);
  return true;
}

void Cluster::threads_ended() {
  if (any_arrived_) complete_if_reached();
}

std::uint32_t Cluster::missing(unsigned rank, unsigned warp) const {
  return any_arrived_ ? missing(members_[place(rank, warp)]) : 0;
}

std::uint32_t Cluster::missing(const Member& member) {
  return member.warp->live() & ~member.arrived;
}

void Cluster::complete_if_reached() {
  for (const Member& each : members_)
    if (missing(each) != 0) return;
  const auto has_ended_threads = [&](unsigned rank, unsigned warp) {
    const Warp& one = *members_[place(rank, warp)].warp;
    return one.live() != one.started();
  };
  if (execution_.checked()) races_->complete(execution_.races().now(), has_ended_threads);
  any_arrived_ = false;
  execution_.progressed();
  execution_.passed_milestone();
  for (Member& each : members_) {
    each.passed |= each.arrived & ~each.waiting;
    const bool waited = each.waiting != 0;
    each.arrived = each.waiting = 0;
    if (!waited) continue;
    if (execution_.checked()) each.races->wait_in_cluster(each.warp->index());
    each.warp->leave_barrier(barrier);
  }
}

}  // namespace simulator
