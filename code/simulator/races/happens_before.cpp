#include "simulator/races/happens_before.hpp"

#include <algorithm>
#include <utility>

namespace simulator {

using namespace label;

HappensBefore::HappensBefore(Races& launch, std::uint64_t block)
    : launch_(launch), block_(block & block_mask), warps_((launch.block_.volume() + 31) / 32) {}

HappensBefore::Thread& HappensBefore::state(unsigned thread) {
  if (threads_.empty()) threads_.resize(launch_.block_.volume());
  return threads_[thread];
}

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
  const auto tells = [&](const Told& told) {
    if (!told.known) return false;
    if (reach != single && time <= told.granted) return true;
    if (reach == grid_wide) return false;
    const Knowledge::Entry& entry = told.known->of(block_of(label));
    if (time <= entry.block_time) return true;
    return time <= entry.own_time && (reach != single || entry.threads >> (other % 64) & 1);
  };
  return tells(told_) || tells(warp.told) || (!threads_.empty() && tells(threads_[thread]));
}

bool HappensBefore::ordered_by_barrier(std::uint64_t label, unsigned thread) const {
  if (reach_of(label) == grid_wide) return false;
  const auto tells = [&](const SharedKnowledge& observed) {
    if (!observed) return false;
    const Knowledge::Entry& entry = observed->of(block_of(label));
    const std::uint32_t time = time_of(label);
    return time <= entry.block_time ||
           (time <= entry.own_time &&
            (reach_of(label) != single || entry.threads >> (thread_of(label) % 64) & 1));
  };
  const Told& warp = warps_[thread / 32].told;
  return tells(told_.observed[narrow]) || tells(told_.observed[wide]) ||
         tells(warp.observed[narrow]) || tells(warp.observed[wide]);
}

std::uint32_t HappensBefore::granted(unsigned thread) const {
  return std::max({told_.granted, warps_[thread / 32].told.granted,
                   threads_.empty() ? 0 : threads_[thread].granted});
}

SharedKnowledge HappensBefore::known(unsigned thread) const {
  const SharedKnowledge all = join(told_.known, warps_[thread / 32].told.known);
  return threads_.empty() ? all : join(all, threads_[thread].known);
}

void HappensBefore::Fenced::add(const Fenced& other) {
  block_time = std::max(block_time, other.block_time);
  own_time = std::max(own_time, other.own_time);
  threads |= other.threads;
  known = join(known, other.known);
}

/// All that the thread knows, of itself up to `time`.
HappensBefore::Fenced HappensBefore::past(unsigned thread, std::uint32_t time) const {
  const Warp& warp = warps_[thread / 32];
  Fenced past{std::max(barrier_, warp.last_partial), time, std::uint64_t{1} << (thread % 64),
              known(thread)};
  if (std::max(warp.all_lanes, warp.last_sync[thread % 32]) > barrier_)
    past.threads |= std::uint64_t{0xffffffff} << (thread / 32 % 2 * 32);
  return past;
}

SharedKnowledge HappensBefore::knowledge(const Fenced& fenced) const {
  auto mine = std::make_shared<Knowledge>();
  if (fenced.known) *mine = *fenced.known;
  Knowledge::Entry& entry = mine->of(block_);
  entry.block_time = std::max(entry.block_time, fenced.block_time);
  entry.own_time = std::max(entry.own_time, fenced.own_time);
  entry.threads |= fenced.threads;
  return mine;
}

void HappensBefore::inform(unsigned thread) {
  warps_[thread / 32].informed = true;
  if (!std::exchange(threads_[thread].listed, true)) informed_.push_back(thread);
}

void HappensBefore::learn(unsigned thread, const SharedKnowledge& news) {
  Thread& me = threads_[thread];
  if (!news || news == me.known || news == told_.known || news == warps_[thread / 32].told.known)
    return;
  me.known = join(me.known, news);
  me.granted = launch_.tick();
  inform(thread);
}

void HappensBefore::acquire(unsigned thread, const Races::Message& message) {
  learn(thread, message.all);
  if (!message.fenced) return;
  any_fence_ = true;
  const Fenced passed{0, 0, 0, message.fenced};
  for (const Scope scope : {narrow, wide}) {
    threads_[thread].fenced[scope].add(passed);
    warps_[thread / 32].fencing[scope].add(passed);
    fencing_[scope].add(passed);
  }
}

void HappensBefore::fence(unsigned thread, Strength strength, Order order) {
  Thread& me = state(thread);
  Warp& warp = warps_[thread / 32];
  me.fence = launch_.tick();
  const Scope widest = strength == Strength::block ? narrow : wide;
  for (unsigned scope = narrow; scope <= widest && acquires(order); ++scope) {
    learn(thread, me.observed[scope]);
    learn(thread, warp.told.observed[scope]);
    learn(thread, told_.observed[scope]);
  }
  if (!releases(order)) return;
  any_fence_ = true;
  const Fenced behind = past(thread, me.fence);
  for (unsigned scope = narrow; scope <= widest; ++scope) {
    me.fenced[scope] = behind;
    warp.fencing[scope].add(behind);
    fencing_[scope].add(behind);
  }
}

/// What a strong write of the thread hands over.
Races::Message HappensBefore::message(unsigned thread, Scope scope, Order order) const {
  const Warp& warp = warps_[thread / 32];
  Fenced fenced = told_.fenced[scope];
  fenced.add(warp.told.fenced[scope]);
  if (!threads_.empty()) fenced.add(threads_[thread].fenced[scope]);
  const SharedKnowledge behind = fenced.any() ? knowledge(fenced) : nullptr;
  if (!releases(order)) return {behind, behind};
  Fenced all = past(thread, launch_.clock_.now);
  all.add(fenced);
  // Who acquires this may fence for what was only read here.
  for (const Scope from : {narrow, wide}) {
    all.known = join(all.known, told_.observed[from]);
    all.known = join(all.known, warp.told.observed[from]);
    if (!threads_.empty()) all.known = join(all.known, threads_[thread].observed[from]);
  }
  return {knowledge(all), behind};
}

void HappensBefore::publish(Space space, unsigned thread, std::uint64_t address, Strength strength,
                            Order order, bool keep_earlier) {
  const std::uint64_t me = std::uint64_t{1} << ((thread + block_ * 7) % 64);
  const auto hand_over = [&](Races::Handovers& handovers, Scope scope, Order order) {
    const auto found = handovers.empty() ? handovers.end() : handovers.find(address);
    const Races::Message message =
        releases(order) || any_fence_ ? this->message(thread, scope, order) : Races::Message{};
    if (found == handovers.end() && !message.all) return;
    Races::Handover& there = found != handovers.end() ? found->second : handovers[address];
    const bool again = (there.releasers & me) != 0;
    if (!keep_earlier && !again) {
      if (there.releasers == 0 && !message.all) {
        handovers.erase(found);
        return;
      }
      if (there.releasers != 0)
        there.released = join(there.released, std::exchange(there.all, nullptr));
      there.all = there.fenced = nullptr;
    }
    there.all = join(there.all, message.all);
    there.fenced = join(there.fenced, message.fenced);
    if (again) there.all = join(there.all, there.released);
    if (releases(order)) there.releasers |= me;
  };
  // A write of block scope is not seen elsewhere, but an atomic that follows it may be.
  if (space == Space::global)
    hand_over(launch_.handovers_, wide, strength == Strength::block ? Order::relaxed : order);
  hand_over(handovers_, narrow, order);
  if (releases(order)) launch_.tick();  // what comes after is not handed over
}

void HappensBefore::observe(Space space, unsigned thread, std::uint64_t address, Strength strength,
                            Order order) {
  const auto find = [&](const Races::Handovers& handovers) -> const Races::Handover* {
    if (handovers.empty()) return nullptr;
    const auto found = handovers.find(address);
    return found == handovers.end() ? nullptr : &found->second;
  };
  const Races::Handover* const there[] = {
      find(handovers_), space == Space::global ? find(launch_.handovers_) : nullptr};
  if (acquires(order)) {
    Thread& me = state(thread);
    const bool before = me.observed_several || me.observed_at == address;
    for (unsigned scope = narrow; scope <= (strength == Strength::block ? narrow : wide); ++scope) {
      if (before) learn(thread, me.observed[scope]);
      if (there[scope]) acquire(thread, *there[scope]);
    }
    return;
  }
  for (const Scope scope : {narrow, wide}) {
    if (!there[scope]) continue;
    Thread& me = state(thread);
    if (there[scope]->all == me.observed[scope]) continue;
    if (me.observed_at != 0 && me.observed_at != address) me.observed_several = true;
    me.observed_at = address;
    me.observed[scope] = join(me.observed[scope], there[scope]->all);
    inform(thread);
  }
}

void HappensBefore::complete_phase(std::uint64_t address) {
  const auto found = handovers_.find(address);
  if (found == handovers_.end()) return;
  const Races::Handover whole = found->second;
  handovers_[address + 1] = whole;  // no mbarrier lies there
}

void HappensBefore::acquire_phase(unsigned thread, std::uint64_t address) {
  const auto found = handovers_.find(address + 1);
  if (found == handovers_.end()) return;
  state(thread);
  acquire(thread, found->second);
}

/// What one thread or warp was told, all are. It remembers what it has read, for an acquire of the
/// same.
void HappensBefore::tell(Told& all, Told& one) const {
  all.known = join(all.known, std::exchange(one.known, nullptr));
  for (const Scope scope : {narrow, wide})
    all.observed[scope] = join(all.observed[scope], one.observed[scope]);
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
        if (one.observed != together.observed) one.observed_several = true;
        one.observed = together.observed;
        inform(thread);
      }
    }
  }
  if (any_fence_)
    for (const Scope scope : {narrow, wide}) warp.told.fenced[scope].add(warp.fencing[scope]);
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
    warp.told.observed = {};
  }
  if (told_.known) told_.granted = launch_.tick();
}

void HappensBefore::sync_warps(std::uint32_t arrived, std::uint32_t waited) {
  const std::uint32_t now = launch_.tick();
  std::array<std::uint32_t, 32> times{};
  Told all;
  for (unsigned i = 0; i < warps_.size(); ++i) {
    if (!(arrived >> i & 1)) continue;
    Warp& warp = warps_[i];
    if (warp.informed)
      for (unsigned lane = 0; lane < 32 && i * 32 + lane < threads_.size(); ++lane) {
        Thread& one = threads_[i * 32 + lane];
        tell(warp.told, one);
      }
    warp.informed = false;
    Told copy = warp.told;
    tell(all, copy);
    for (const Scope scope : {narrow, wide}) all.fenced[scope].add(warp.fencing[scope]);
    for (unsigned other = 0; other < 32; ++other)
      times[other] = std::max(times[other], warp.warps[other]);
    times[i] = now;
  }
  for (unsigned i = 0; i < warps_.size(); ++i) {
    if (!(waited >> i & 1)) continue;
    Warp& warp = warps_[i];
    for (unsigned other = 0; other < 32; ++other)
      warp.warps[other] = std::max(warp.warps[other], times[other]);
    warp.all_lanes = warp.last_partial = now;
    Told copy = all;
    tell(warp.told, copy);
    for (const Scope scope : {narrow, wide}) {
      warp.told.fenced[scope].add(all.fenced[scope]);
      warp.fencing[scope].add(all.fenced[scope]);  // it hands that on at the next
    }
    if (warp.told.known || told_.known) warp.told.granted = now;
  }
}

}  // namespace simulator
