#include "simulator/races/happens_before.hpp"

#include <algorithm>
#include <utility>

namespace simulator {

using namespace label;

HappensBefore::HappensBefore(Races& launch, std::uint64_t block, ClusterRaces* cluster)
    : launch_(launch),
      block_(block & block_mask),
      cluster_(cluster),
      warps_((launch.block_.volume() + 31) / 32) {}

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
  return tells(told_) || tells(warp.told) || (!threads_.empty() && tells(threads_[thread])) ||
         (cluster_ != nullptr && ordered_in_cluster(label, thread));
}

/// By the cluster's barrier.
bool HappensBefore::ordered_in_cluster(std::uint64_t label, unsigned thread) const {
  const ClusterRaces::SharedPhase& phase = phase_of(thread / 32);
  if (!phase) return false;
  const std::optional<unsigned> rank = cluster_->rank_of(block_of(label));
  if (!rank) return false;
  if (reach_of(label) != single) return time_of(label) <= phase->last_release;
  return time_of(label) <= phase->released[cluster_->warp_of(*rank, thread_of(label))];
}

const ClusterRaces::SharedPhase& HappensBefore::phase_of(unsigned warp) const {
  const ClusterRaces::SharedPhase& own = warps_[warp].phase;
  return !phase_ || (own && own->number > phase_->number) ? own : phase_;
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
  if (std::find(me.learned.begin(), me.learned.end(), news) != me.learned.end()) return;
  me.learned[me.oldest++ % me.learned.size()] = news;
  me.known = join(me.known, news);
  me.granted = launch_.tick();
  inform(thread);
}

void HappensBefore::acquire(unsigned thread, const Races::Message& message) {
  learn(thread, message.all);
  if (!message.fenced) return;
  any_fence_ = true;
  const Fenced passed{0, 0, 0, message.fenced};
  for (const Scope scope : scopes) {
    threads_[thread].fenced[scope].add(passed);
    warps_[thread / 32].fencing[scope].add(passed);
    fencing_[scope].add(passed);
  }
}

void HappensBefore::fence(unsigned thread, Strength strength, Order order) {
  Thread& me = state(thread);
  Warp& warp = warps_[thread / 32];
  me.fence = launch_.tick();
  const Scope widest = scope_of(strength);
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
  for (const Scope from : scopes) {
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
  const Scope reaches = scope_of(strength);
  if (space == Space::global)
    hand_over(launch_.handovers_, wide, reaches < wide ? Order::relaxed : order);
  if (cluster_ != nullptr)
    hand_over(cluster_->handovers_, middle, reaches < middle ? Order::relaxed : order);
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
      find(handovers_), cluster_ != nullptr ? find(cluster_->handovers_) : nullptr,
      space == Space::global ? find(launch_.handovers_) : nullptr};
  if (acquires(order)) {
    Thread& me = state(thread);
    const bool before = me.observed_several || me.observed_at == address;
    for (unsigned scope = narrow; scope <= unsigned(scope_of(strength)); ++scope) {
      if (before) learn(thread, me.observed[scope]);
      if (there[scope]) acquire(thread, *there[scope]);
    }
    return;
  }
  for (const Scope scope : scopes) {
    if (!there[scope]) continue;
    Thread& me = state(thread);
    if (there[scope]->all == me.observed[scope]) continue;
    if (me.observed_at != 0 && me.observed_at != address) me.observed_several = true;
    me.observed_at = address;
    me.observed[scope] = join(me.observed[scope], there[scope]->all);
    inform(thread);
  }
}

void HappensBefore::hear(std::uint64_t address) {
  const auto found = cluster_->handovers_.find(address);
  if (found == cluster_->handovers_.end()) return;
  Races::Handover& here = handovers_[address];
  here.all = join(here.all, found->second.all);
  here.fenced = join(here.fenced, found->second.fenced);
}

void HappensBefore::complete_phase(std::uint64_t address) {
  const auto complete = [&](Races::Handovers& handovers) {
    const auto found = handovers.find(address);
    if (found == handovers.end()) return;
    const Races::Handover whole = found->second;
    handovers[address + 1] = whole;  // no mbarrier lies there
  };
  complete(handovers_);
  if (cluster_ != nullptr) complete(cluster_->handovers_);
}

void HappensBefore::acquire_phase(unsigned thread, std::uint64_t address, Strength strength) {
  const auto learn_of = [&](const Races::Handovers& handovers) {
    const auto found = handovers.find(address + 1);
    if (found == handovers.end()) return;
    state(thread);
    acquire(thread, found->second);
  };
  learn_of(handovers_);
  if (cluster_ != nullptr && strength != Strength::block) learn_of(cluster_->handovers_);
}

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
    if (release)
      next.known = join(next.known, thread.known);
    else
      next.released[at] = std::max(next.released[at], thread.fence);
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
  const Fenced passed{0, 0, 0, phase->fenced};
  for (const Scope scope : scopes) {
    warp.told.fenced[scope].add(passed);
    warp.fencing[scope].add(passed);
    fencing_[scope].add(passed);
  }
}

/// What one thread or warp was told, all are. It remembers what it has read, for an acquire of the
/// same.
void HappensBefore::tell(Told& all, Told& one) const {
  all.known = join(all.known, std::exchange(one.known, nullptr));
  for (const Scope scope : scopes)
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
    warp.told.observed = {};
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

}  // namespace simulator
