#include <algorithm>
#include <utility>

#include "simulator/races/happens_before.hpp"

namespace simulator {

using namespace epoch;

void HappensBefore::Fenced::add(const Fenced& other) {
  what.add(other.what);
  known = join(known, other.known);
  sequential = join(sequential, other.sequential);
}

/// All that the thread knows, of itself up to `time`.
HappensBefore::Fenced HappensBefore::past(unsigned thread, std::uint32_t time) const {
  const Warp& warp = warps_[thread / 32];
  Fenced past{{.block_time = std::max(barrier_, warp.last_partial),
               .own_time = time,
               .threads = std::uint64_t{1} << (thread % 64)},
              known(thread)};
  // Of its other lanes, what they did before they last met it.
  if (const std::uint32_t met = std::max(warp.all_lanes, warp.last_sync[thread % 32]);
      met > barrier_) {
    past.what.warp_time = std::min(met, time);
    past.what.warps = 1u << (thread / 32 % 2);
  }
  return past;
}

SharedKnowledge HappensBefore::knowledge(const Fenced& fenced) const {
  auto mine = std::make_shared<Knowledge>();
  if (fenced.known) *mine = *fenced.known;
  mine->of(block_).add(fenced.what);
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
  if (message.sequential) {
    Told& me = threads_[thread];
    me.sequential[narrow] = join(me.sequential[narrow], message.sequential);
    inform(thread);
  }
  if (!message.fenced) return;
  any_fence_ = true;
  const Fenced passed{{}, message.fenced};
  for (const Scope scope : scopes) {
    threads_[thread].fenced[scope].add(passed);
    warps_[thread / 32].fencing[scope].add(passed);
    fencing_[scope].add(passed);
  }
}

void HappensBefore::fence(unsigned thread, Strength strength, MemoryOrder order) {
  Thread& me = state(thread);
  Warp& warp = warps_[thread / 32];
  me.fence = launch_.tick();
  const Scope widest = scope_of(strength);
  const bool sequential = order == MemoryOrder::sequential;
  for (unsigned scope = narrow; scope <= widest && acquires(order); ++scope) {
    learn(thread, me.observed[scope]);
    if (!sequential) continue;
    learn(thread, me.sequential[scope]);
    learn(thread, warp.told.sequential[scope]);
    learn(thread, told_.sequential[scope]);
  }
  if (!releases(order)) return;
  any_fence_ = true;
  Fenced behind = past(thread, me.fence);
  if (!sequential) behind.sequential = this->sequential(thread);
  for (unsigned scope = narrow; scope <= widest; ++scope) {
    me.own[scope] = sequential ? Fenced{} : behind;
    if (!sequential) continue;
    me.fenced[scope] = behind;
    warp.fencing[scope].add(behind);
    fencing_[scope].add(behind);
  }
}

SharedKnowledge HappensBefore::sequential(unsigned thread) const {
  SharedKnowledge all;
  for (const Scope scope : scopes) {
    all = join(all, told_.sequential[scope]);
    all = join(all, warps_[thread / 32].told.sequential[scope]);
    if (!threads_.empty()) all = join(all, threads_[thread].sequential[scope]);
  }
  return all;
}

/// What a strong write of the thread hands over.
Races::Message HappensBefore::message(unsigned thread, Scope scope, MemoryOrder order) const {
  const Warp& warp = warps_[thread / 32];
  Fenced fenced = told_.fenced[scope];
  fenced.add(warp.told.fenced[scope]);
  if (!threads_.empty()) fenced.add(threads_[thread].fenced[scope]);
  const SharedKnowledge behind = fenced.any() ? knowledge(fenced) : nullptr;
  const bool only_behind =
      !releases(order) && (threads_.empty() || !threads_[thread].own[scope].any());
  if (only_behind) return {behind, behind, fenced.sequential};
  Fenced all = releases(order) ? past(thread, launch_.clock_.now) : Fenced{};
  all.add(fenced);
  if (!threads_.empty()) all.add(threads_[thread].own[scope]);
  SharedKnowledge sequential = all.sequential;
  if (releases(order)) sequential = join(sequential, this->sequential(thread));
  // What is known needs no further fence.
  if (sequential && join(all.known, sequential) == all.known) sequential = nullptr;
  return {all.any() ? knowledge(all) : nullptr, behind, sequential};
}

void HappensBefore::publish(StateSpace space, unsigned thread, std::uint64_t address,
                            Strength strength, MemoryOrder order, bool keep_earlier) {
  const std::uint64_t me = std::uint64_t{1} << ((thread + block_ * 7) % 64);
  const auto hand_over = [&](Races::Handovers& handovers, Scope scope, MemoryOrder order) {
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
      if (there.releasers != 0) {
        there.released = join(there.released, there.all);
        there.released_sequential = join(there.released_sequential, there.sequential);
      }
      there.all = there.fenced = there.sequential = nullptr;
    }
    join_both(there.all, message.all, there.fenced, message.fenced);
    there.sequential = join(there.sequential, message.sequential);
    if (again) {
      there.all = join(there.all, there.released);
      there.sequential = join(there.sequential, there.released_sequential);
    }
    if (releases(order)) there.releasers |= me;
  };
  // A write of block scope is not seen elsewhere, but an atomic that follows it may be.
  const Scope reaches = scope_of(strength);
  if (space == StateSpace::global)
    hand_over(launch_.handovers_, wide, reaches < wide ? MemoryOrder::relaxed : order);
  if (cluster_ != nullptr)
    hand_over(cluster_->handovers_, middle, reaches < middle ? MemoryOrder::relaxed : order);
  hand_over(handovers_, narrow, order);
  if (releases(order)) launch_.tick();  // what comes after is not handed over
}

void HappensBefore::observe(StateSpace space, unsigned thread, std::uint64_t address,
                            Strength strength, MemoryOrder order) {
  const auto find = [&](const Races::Handovers& handovers) -> const Races::Handover* {
    if (handovers.empty()) return nullptr;
    const auto found = handovers.find(address);
    return found == handovers.end() ? nullptr : &found->second;
  };
  const Races::Handover* const there[] = {
      find(handovers_), cluster_ != nullptr ? find(cluster_->handovers_) : nullptr,
      space == StateSpace::global ? find(launch_.handovers_) : nullptr};
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
    if (there[scope]->all == me.observed[scope] && !there[scope]->sequential &&
        there[scope]->fenced == me.sequential[scope])
      continue;
    if (me.observed_at != 0 && me.observed_at != address) me.observed_several = true;
    me.observed_at = address;
    join_both(me.observed[scope], there[scope]->all, me.sequential[scope], there[scope]->fenced);
    me.sequential[scope] = join(me.sequential[scope], there[scope]->sequential);
    inform(thread);
  }
}

void HappensBefore::hear(std::uint64_t address) {
  const auto found = cluster_->handovers_.find(address);
  if (found == cluster_->handovers_.end()) return;
  Races::Handover& here = handovers_[address];
  here.all = join(here.all, found->second.all);
  here.fenced = join(here.fenced, found->second.fenced);
  here.sequential = join(here.sequential, found->second.sequential);
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

}  // namespace simulator
