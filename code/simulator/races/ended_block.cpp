#include <algorithm>
#include <optional>

#include "simulator/races/detector.hpp"

namespace simulator {

using namespace label;

/// Here nothing has to be handed over: a block may end when it knows, by whatever means, that the
/// others are through. So an arrival counts that releases nothing.
bool BlockRaces::over_before_end(std::uint64_t label) const {
  const std::optional<unsigned> rank = cluster_->rank_of(block_of(label));
  if (!rank) return true;
  const auto arrived = [&](const ClusterRaces::SharedPhase& phase) {
    return phase && time_of(label) <= phase->arrived[cluster_->warp_of(*rank, thread_of(label))];
  };
  if (arrived(phase_) || std::any_of(warps_.begin(), warps_.end(),
                                     [&](const Warp& warp) { return arrived(warp.phase); }))
    return true;
  const auto threads = unsigned(launch_.block_.volume());
  for (unsigned thread = 0; thread < threads; thread += threads_.empty() ? 32 : 1)
    if (ordered(label, thread)) return true;
  return std::any_of(threads_.begin(), threads_.end(), [&](const Thread& one) {
    return std::find(one.seen.begin(), one.seen.end(), label) != one.seen.end();
  });
}

Conflict BlockRaces::outlasting(const Cell* cells, std::size_t count) const {
  std::uint64_t last = 0;  // label that was found to be in order
  const auto outlasts = [&](std::uint64_t label) {
    if (!launch_.is_now(label) || block_of(label) == block_ || label == last) return false;
    if (!over_before_end(label)) return true;
    last = label;
    return false;
  };
  const auto conflict = [&](const Cell& cell) -> Conflict {
    if (outlasts(cell.write))
      return {Conflict::Other::wrote, block_of(cell.write), thread_of(cell.write)};
    if (outlasts(cell.read))
      return {Conflict::Other::read, block_of(cell.read), thread_of(cell.read)};
    return {};
  };
  for (std::size_t k = 0; k < count; ++k) {
    if (launch_.is_now(cells[k].write) && reach_of(cells[k].write) == split) {
      for (const Cell& part : shared_split()[cells[k].write >> thread_shift])
        if (const Conflict found = conflict(part)) return found;
    } else if (const Conflict found = conflict(cells[k])) {
      return found;
    }
  }
  return {};
}

}  // namespace simulator
