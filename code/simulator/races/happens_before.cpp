#include "simulator/races/happens_before.hpp"

#include <algorithm>

namespace simulator {

using namespace epoch;

HappensBefore::HappensBefore(Races& launch, std::uint64_t block, ClusterRaces* cluster)
    : launch_(launch),
      block_(block & block_mask),
      cluster_(cluster),
      warps_((launch.block_.volume() + 31) / 32) {
  if (!launch.inherited()) return;
  told_.known = launch.inherited();
  told_.granted = launch.start_ - 1;
}

HappensBefore::Thread& HappensBefore::state(unsigned thread) {
  if (threads_.empty()) threads_.resize(launch_.block_.volume());
  return threads_[thread];
}

/// Do all accesses that the epoch stands for come before what `thread` does now? Where an epoch
/// stands for several, it will do that the last of them does, and that the thread has heard of
/// anything since.
bool HappensBefore::ordered(std::uint64_t epoch, unsigned thread) const {
  const std::uint32_t time = time_of(epoch);
  if (time < launch_.start_) return true;
  const Reach reach = reach_of(epoch);
  const unsigned other = thread_of(epoch);
  const Warp& warp = warps_[thread / 32];
  if (block_of(epoch) == block_ && reach != grid_wide) {
    if (reach == single && other == thread) return true;
    if (time <= barrier_) return true;
    if (reach != block_wide) {
      if (other / 32 == thread / 32) {
        if (time <= warp.all_lanes) return true;
        const unsigned lane = thread % 32;
        if (warp.lanes && time <= (*warp.lanes)[lane][other % 32]) return true;
      } else if (time <= warp.warps[other / 32]) {
        return true;
      }
    }
    if (reach != single && time <= warp.last_partial) return true;
  }
  const auto tells = [&](const Told& told) {
    if (!told.known) return false;
    if (reach != single && time <= told.granted && ordered(of_one(epoch), thread)) return true;
    if (reach == grid_wide) return false;
    return told.known->of(block_of(epoch)).covers(time, reach == single, other);
  };
  return tells(told_) || tells(warp.told) || (!threads_.empty() && tells(threads_[thread])) ||
         (cluster_ != nullptr && ordered_in_cluster(epoch, thread));
}

/// By the cluster's barrier.
bool HappensBefore::ordered_in_cluster(std::uint64_t epoch, unsigned thread) const {
  const ClusterRaces::SharedPhase& phase = phase_of(thread / 32);
  if (!phase) return false;
  const std::optional<unsigned> rank = cluster_->rank_of(block_of(epoch));
  if (!rank) return false;
  if (reach_of(epoch) != single) return time_of(epoch) <= phase->last_release;
  return time_of(epoch) <= phase->released[cluster_->warp_of(*rank, thread_of(epoch))];
}

const ClusterRaces::SharedPhase& HappensBefore::phase_of(unsigned warp) const {
  const ClusterRaces::SharedPhase& own = warps_[warp].phase;
  return !phase_ || (own && own->number > phase_->number) ? own : phase_;
}

bool HappensBefore::knows_wait(unsigned thread, std::uint64_t block, unsigned warp,
                               std::uint32_t time) const {
  return ordered(with_reach(make(block & block_mask, warp * 32, Strength::weak, time), warp_wide),
                 thread);
}

bool HappensBefore::ordered_by_barrier(std::uint64_t epoch, unsigned thread) const {
  if (reach_of(epoch) == grid_wide) return false;
  const auto tells = [&](const SharedKnowledge& observed) {
    if (!observed) return false;
    return observed->of(block_of(epoch))
        .covers(time_of(epoch), reach_of(epoch) == single, thread_of(epoch));
  };
  const Told& warp = warps_[thread / 32].told;
  return std::any_of(scopes.begin(), scopes.end(), [&](Scope scope) {
    return tells(told_.observed[scope]) || tells(warp.observed[scope]);
  });
}

std::uint32_t HappensBefore::granted(unsigned thread) const {
  return std::max({told_.granted, warps_[thread / 32].told.granted,
                   threads_.empty() ? 0 : threads_[thread].granted});
}

SharedKnowledge HappensBefore::known(unsigned thread) const {
  SharedKnowledge all = join(told_.known, warps_[thread / 32].told.known);
  if (cluster_ != nullptr)
    if (const ClusterRaces::SharedPhase& phase = phase_of(thread / 32))
      all = join(all, phase->summary);
  return threads_.empty() ? all : join(all, threads_[thread].known);
}

}  // namespace simulator
