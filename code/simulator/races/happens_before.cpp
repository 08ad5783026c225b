#include "simulator/races/happens_before.hpp"

#include <algorithm>
#include <utility>

namespace simulator {

using namespace label;

HappensBefore::HappensBefore(Races& launch, std::uint64_t block)
    : launch_(launch), block_(block & block_mask), warps_((launch.block_.volume() + 31) / 32) {}

/// Do all accesses that the label stands for come before what `thread` does now? Where a label
/// stands for several, any sync of the thread since the last of them will do.
bool HappensBefore::ordered(std::uint64_t label, unsigned thread) const {
  const std::uint32_t time = time_of(label);
  if (time < launch_.start_) return true;
  const Reach reach = reach_of(label);
  const unsigned other = thread_of(label);
  const Warp& warp = warps_[thread / 32];
  if (block_of(label) == block_ && reach != grid_wide) {
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
  if (!warp.known) return false;
  if (reach != single && time <= warp.granted) return true;
  if (reach == grid_wide) return false;
  const Knowledge::Entry& entry = warp.known->of(block_of(label));
  if (time <= entry.block_time) return true;
  return time <= entry.own_time && (reach != single || entry.threads >> (other % 64) & 1);
}

void HappensBefore::fence(unsigned thread, Strength scope) {
  const std::uint32_t now = launch_.tick();
  if (!std::exchange(any_fence_, true)) fences_.resize(launch_.block_.volume());
  fences_[thread].any = now;
  if (scope != Strength::block) {
    fences_[thread].device = now;
    fenced_ = true;
  }
  grant(warps_[thread / 32]);
}

/// A strong write: hands on what the thread's last fence made known.
void HappensBefore::publish(Space space, unsigned thread, std::uint64_t address,
                            bool keep_earlier) {
  const Warp& warp = warps_[thread / 32];
  const Fences last = any_fence_ ? fences_[thread] : Fences{};
  const auto hand_over = [&](Races::Handovers& handovers, std::uint32_t fence,
                             bool block_is_fenced) {
    if (fence == 0 && !block_is_fenced) {
      if (!keep_earlier && !handovers.empty()) handovers.erase(address);
      return;
    }
    Knowledge mine;
    if (warp.known) mine = *warp.known;
    Knowledge::Entry& entry = mine.of(block_);
    if (block_is_fenced || fence > barrier_)
      entry.block_time = std::max(entry.block_time, barrier_);
    if (fence != 0) {
      entry.own_time = std::max(entry.own_time, fence);
      entry.threads |= std::uint64_t{1} << (thread % 64);
      if (std::max(warp.all_lanes, warp.last_sync[thread % 32]) > barrier_)
        entry.threads |= std::uint64_t{0xffffffff} << (thread / 32 % 2 * 32);
      if (warp.last_partial > barrier_)
        entry.block_time = std::max(entry.block_time, std::min(fence, warp.last_partial));
    }
    SharedKnowledge& there = handovers[address];
    const SharedKnowledge shared = std::make_shared<const Knowledge>(mine);
    there = keep_earlier ? join(there, shared) : shared;
  };
  // A fence before a barrier works for all threads after it: the usual "all fence, sync, one
  // signals".
  if (space == Space::global) {
    hand_over(launch_.handovers_, last.device, fenced_before_barrier_);
    if (last.any <= last.device && handovers_.empty()) return;
  }
  hand_over(handovers_, last.any, false);
}

/// A strong read: takes what was handed over there, for use after a fence.
void HappensBefore::observe(Space space, unsigned thread, std::uint64_t address) {
  Warp& warp = warps_[thread / 32];
  const auto take = [&](const Races::Handovers& handovers) {
    if (handovers.empty()) return;
    if (const auto found = handovers.find(address); found != handovers.end())
      if (found->second != warp.known) warp.pending = join(warp.pending, found->second);
  };
  if (space == Space::global) take(launch_.handovers_);
  take(handovers_);
}

void HappensBefore::grant(Warp& warp) {
  if (!warp.pending) return;
  warp.known = join(warp.known, std::exchange(warp.pending, nullptr));
  warp.granted = launch_.tick();
}

void HappensBefore::sync_warp(unsigned index, std::uint32_t mask) {
  Warp& warp = warps_[index];
  const std::uint32_t now = launch_.tick();
  const unsigned lanes = std::min<std::uint64_t>(32, launch_.block_.volume() - index * 32);
  const std::uint32_t all = lanes == 32 ? ~0u : (1u << lanes) - 1;
  for (unsigned lane = 0; lane < 32; ++lane)
    if (mask >> lane & 1) warp.last_sync[lane] = now;
  grant(warp);
  if ((mask & all) == all) {
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
  fenced_before_barrier_ = fenced_;
  SharedKnowledge all;
  for (Warp& warp : warps_) {
    grant(warp);
    all = join(all, warp.known);
  }
  if (!all) return;
  const std::uint32_t now = launch_.tick();
  for (Warp& warp : warps_) {
    warp.known = all;
    warp.granted = now;
  }
}

void HappensBefore::sync_warps(std::uint32_t arrived, std::uint32_t waited) {
  const std::uint32_t now = launch_.tick();
  std::array<std::uint32_t, 32> times{};
  SharedKnowledge all;
  for (unsigned i = 0; i < warps_.size(); ++i) {
    if (!(arrived >> i & 1)) continue;
    grant(warps_[i]);
    all = join(all, warps_[i].known);
    for (unsigned other = 0; other < 32; ++other)
      times[other] = std::max(times[other], warps_[i].warps[other]);
    times[i] = now;
  }
  for (unsigned i = 0; i < warps_.size(); ++i) {
    if (!(waited >> i & 1)) continue;
    Warp& warp = warps_[i];
    for (unsigned other = 0; other < 32; ++other)
      warp.warps[other] = std::max(warp.warps[other], times[other]);
    warp.all_lanes = warp.last_partial = now;
    if (all) {
      warp.known = join(warp.known, all);
      warp.granted = now;
    }
  }
}

}  // namespace simulator
