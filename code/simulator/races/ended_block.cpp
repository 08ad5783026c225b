#include <algorithm>
#include <optional>

#include "simulator/races/detector.hpp"

namespace simulator {

using namespace epoch;

/// Here nothing has to be handed over: a block may end when it knows, by whatever means, that the
/// others are through. So an arrival counts that releases nothing.
bool BlockRaces::over_before_end(std::uint64_t epoch) const {
  const std::optional<unsigned> rank = cluster_->rank_of(block_of(epoch));
  if (!rank) return true;
  const auto arrived = [&](const ClusterRaces::SharedPhase& phase) {
    return phase && time_of(epoch) <= phase->arrived[cluster_->warp_of(*rank, thread_of(epoch))];
  };
  if (arrived(phase_) || std::any_of(warps_.begin(), warps_.end(),
                                     [&](const Warp& warp) { return arrived(warp.phase); }))
    return true;
  const auto threads = unsigned(launch_.block_.volume());
  for (unsigned thread = 0; thread < threads; thread += threads_.empty() ? 32 : 1)
    if (ordered(epoch, thread)) return true;
  return std::any_of(threads_.begin(), threads_.end(), [&](const Thread& one) {
    return std::find(one.seen.begin(), one.seen.end(), epoch) != one.seen.end();
  });
}

Conflict BlockRaces::outlasting(const ShadowCell* cells, std::size_t count) const {
  std::uint64_t last = 0;  // epoch that was found to be in order
  const auto outlasts = [&](std::uint64_t epoch) {
    if (!launch_.is_now(epoch) || block_of(epoch) == block_ || epoch == last) return false;
    if (!over_before_end(epoch)) return true;
    last = epoch;
    return false;
  };
  const auto conflict = [&](const ShadowCell& cell) -> Conflict {
    if (outlasts(cell.write))
      return {Conflict::Other::wrote, block_of(cell.write), thread_of(cell.write)};
    if (outlasts(cell.read))
      return {Conflict::Other::read, block_of(cell.read), thread_of(cell.read)};
    return {};
  };
  for (std::size_t k = 0; k < count; ++k) {
    if (launch_.is_now(cells[k].write) && reach_of(cells[k].write) == split) {
      for (const ShadowCell& part : shared_split()[cells[k].write >> thread_shift])
        if (const Conflict found = conflict(part)) return found;
    } else if (const Conflict found = conflict(cells[k])) {
      return found;
    }
  }
  return {};
}

}  // namespace simulator
