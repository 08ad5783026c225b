#include "simulator/races/cluster_races.hpp"

#include <algorithm>
#include <utility>

namespace simulator {

ClusterRaces::ClusterRaces(std::vector<std::uint64_t> blocks, unsigned warps)
    : blocks_(std::move(blocks)), warps_(warps) {
  for (std::uint64_t& block : blocks_) block &= epoch::block_mask;
  next_.released.resize(blocks_.size() * warps_);
  next_.arrived.resize(blocks_.size() * warps_);
}

std::optional<unsigned> ClusterRaces::rank_of(std::uint64_t block) const {
  const auto found = std::find(blocks_.begin(), blocks_.end(), block);
  if (found == blocks_.end()) return std::nullopt;
  return unsigned(found - blocks_.begin());
}

void ClusterRaces::complete(
    std::uint32_t now, const std::function<bool(unsigned rank, unsigned warp)>& has_ended_threads) {
  for (unsigned rank = 0; rank < blocks_.size(); ++rank)
    for (unsigned warp = 0; warp < warps_; ++warp)
      if (has_ended_threads(rank, warp))
        next_.released[rank * warps_ + warp] = next_.arrived[rank * warps_ + warp] = now;
  ++next_.number;
  Knowledge summary;
  if (next_.known) summary = *next_.known;
  for (unsigned rank = 0; rank < blocks_.size(); ++rank) {
    std::uint32_t& time = summary.of(blocks_[rank]).block_time;
    for (unsigned warp = 0; warp < warps_; ++warp)
      time = std::max(time, next_.released[rank * warps_ + warp]);
    next_.last_release = std::max(next_.last_release, time);
  }
  next_.summary = std::make_shared<const Knowledge>(summary);
  last_ = std::make_shared<const Phase>(next_);  // from which the next one goes on
}

}  // namespace simulator
