#include <algorithm>
#include <utility>

#include "simulator/races/happens_before.hpp"

namespace simulator {

using namespace epoch;

void HappensBefore::arrive_in_cluster(unsigned index, std::uint32_t lanes, bool release) {
  const Warp& warp = warps_[index];
  ClusterRaces::Phase& next = cluster_->next_;
  const std::size_t at = cluster_->warp_of(*cluster_->rank_of(block_), index * 32);
  next.arrived[at] = launch_.tick();
  if (release) {
    next.released[at] = next.arrived[at];
    next.known = join(join(next.known, told_.known), warp.told.known);
  }
  for (unsigned lane = 0; lane < 32 && !threads_.empty(); ++lane) {
    if (!(lanes >> lane & 1)) continue;
    const Thread& thread = threads_[index * 32 + lane];
    if (release) {
      next.known = join(next.known, thread.known);
    } else {
      next.released[at] = std::max(next.released[at], thread.fence);
      if (thread.own[middle].any()) next.known = join(next.known, knowledge(thread.own[middle]));
    }
  }
  if (!any_fence_) return;
  Fenced fenced = warp.told.fenced[middle];
  fenced.add(told_.fenced[middle]);
  fenced.add(warp.fencing[middle]);
  if (!fenced.any()) return;
  next.fenced = join(next.fenced, knowledge(fenced));
  if (!release) next.known = join(next.known, next.fenced);
}

void HappensBefore::wait_in_cluster(unsigned index) {
  Warp& warp = warps_[index];
  const ClusterRaces::SharedPhase& phase = cluster_->last_phase();
  if (!phase) return;
  warp.phase = phase;
  const std::uint32_t now = launch_.tick();
  if (phase->known) {
    warp.told.known = join(warp.told.known, phase->known);
    warp.told.granted = now;
  }
  if (!phase->fenced) return;
  any_fence_ = true;
  const Fenced passed{{}, phase->fenced};
  for (const Scope scope : scopes) {
    warp.told.fenced[scope].add(passed);
    warp.fencing[scope].add(passed);
    fencing_[scope].add(passed);
  }
}

/// What one thread or warp was told, all are. It remembers what it has read, for a fence of its own
/// or an acquire of the same.
void HappensBefore::tell(Told& all, Told& one) const {
  if (one.known) all.known = join(all.known, std::exchange(one.known, nullptr));
  for (const Scope scope : scopes) {
    join_both(all.observed[scope], one.observed[scope], all.sequential[scope],
              one.sequential[scope]);
  }
}

void HappensBefore::sync_warp(unsigned index, std::uint32_t mask) {
  Warp& warp = warps_[index];
  const std::uint32_t now = launch_.tick();
  const unsigned lanes = std::min<std::uint64_t>(32, launch_.block_.volume() - index * 32);
  const std::uint32_t all = lanes == 32 ? ~0u : (1u << lanes) - 1;
  for (unsigned lane = 0; lane < 32; ++lane)
    if (mask >> lane & 1) warp.last_sync[lane] = now;
  const bool whole = (mask & all) == all;
  if (warp.informed) {
    Told together;
    for (unsigned lane = 0; lane < lanes; ++lane)
      if (mask >> lane & 1) tell(together, threads_[index * 32 + lane]);
    if (whole) {
      tell(warp.told, together);
      warp.informed = false;
    } else {
      for (unsigned lane = 0; lane < lanes; ++lane) {
        if (!(mask >> lane & 1)) continue;
        const unsigned thread = index * 32 + lane;
        Thread& one = threads_[thread];
        one.known = together.known;
        one.granted = now;
        one.sequential = together.sequential;
        inform(thread);
      }
    }
  }
  if (any_fence_)
    for (const Scope scope : scopes) warp.told.fenced[scope].add(warp.fencing[scope]);
  if (warp.told.known || told_.known) warp.told.granted = now;
  if (whole) {
    warp.all_lanes = now;
    return;
  }
  if (!warp.lanes) warp.lanes = std::make_unique<Warp::LaneTimes>();
  std::array<std::uint32_t, 32> known{};
  for (unsigned lane = 0; lane < 32; ++lane)
    if (mask >> lane & 1)
      for (unsigned other = 0; other < 32; ++other)
        known[other] = mask >> other & 1 ? now : std::max(known[other], (*warp.lanes)[lane][other]);
  for (unsigned lane = 0; lane < 32; ++lane)
    if (mask >> lane & 1) (*warp.lanes)[lane] = known;
}

void HappensBefore::sync_block() {
  barrier_ = launch_.tick();
  if (any_fence_) told_.fenced = fencing_;
  for (const unsigned thread : informed_) {
    tell(told_, threads_[thread]);
    threads_[thread].listed = warps_[thread / 32].informed = false;
  }
  informed_.clear();
  for (Warp& warp : warps_) {
    tell(told_, warp.told);
    warp.told.observed = warp.told.sequential = {};
    if (warp.phase && (!phase_ || warp.phase->number > phase_->number)) phase_ = warp.phase;
  }
  if (told_.known) told_.granted = launch_.tick();
}

void HappensBefore::sync_warps(std::uint32_t arrived, std::uint32_t waited) {
  const std::uint32_t now = launch_.tick();
  std::array<std::uint32_t, 32> times{};
  Told all;
  ClusterRaces::SharedPhase phase;
  for (unsigned i = 0; i < warps_.size(); ++i) {
    if (!(arrived >> i & 1)) continue;
    Warp& warp = warps_[i];
    if (warp.phase && (!phase || warp.phase->number > phase->number)) phase = warp.phase;
    if (warp.informed)
      for (unsigned lane = 0; lane < 32 && i * 32 + lane < threads_.size(); ++lane) {
        Thread& one = threads_[i * 32 + lane];
        tell(warp.told, one);
      }
    warp.informed = false;
    Told copy = warp.told;
    tell(all, copy);
    for (const Scope scope : scopes) all.fenced[scope].add(warp.fencing[scope]);
    for (unsigned other = 0; other < 32; ++other)
      times[other] = std::max(times[other], warp.warps[other]);
    times[i] = now;
  }
  for (unsigned i = 0; i < warps_.size(); ++i) {
    if (!(waited >> i & 1)) continue;
    Warp& warp = warps_[i];
    if (phase && (!warp.phase || phase->number > warp.phase->number)) warp.phase = phase;
    for (unsigned other = 0; other < 32; ++other)
      warp.warps[other] = std::max(warp.warps[other], times[other]);
    warp.all_lanes = warp.last_partial = now;
    Told copy = all;
    tell(warp.told, copy);
    for (const Scope scope : scopes) {
      warp.told.fenced[scope].add(all.fenced[scope]);
      warp.fencing[scope].add(all.fenced[scope]);  // it hands that on at the next
    }
    if (warp.told.known || told_.known) warp.told.granted = now;
  }
}

void HappensBefore::end_product(unsigned index, unsigned other, std::uint32_t through) {
  Warp& warp = warps_[index];
  const auto learn = [&](std::uint32_t& known) { known = std::max(known, through); };
  learn(other == index ? warp.all_lanes : warp.warps[other]);
  learn(warp.last_partial);
}

}  // namespace simulator
