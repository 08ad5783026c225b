#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "simulator/races/detector.hpp"

/// PTX's data races (PTX ISA 9.0, chapter 8) found the long way: a clock for every thread, every
/// access and every pattern remembered, nothing shared and nothing merged. Reads read what was
/// written last. Fence-SC order is what observation forces (8.10.2): a fence.sc comes before
/// another one if a write after the first was read before the second.
class Reference {
 public:
  using Strength = simulator::Strength;
  using MemoryOrder = simulator::MemoryOrder;

  Reference(unsigned blocks, unsigned threads) : blocks_(blocks), threads_(threads) {
    all_.resize(blocks * threads);
    for (unsigned i = 0; i < all_.size(); ++i) {
      all_[i].past.clock.resize(all_.size());
      all_[i].past.clock[i] = 1;
      all_[i].past.fences.resize(2 * blocks);
      all_[i].past.observed.resize(2 * blocks);
    }
  }

  /// A read, write or atomic of 32 bits, or a weak one of fewer. The threads, numbered through all
  /// blocks, whose earlier accesses are in a data race with it (8.7.1).
  std::set<unsigned> access(unsigned b, unsigned t, unsigned address, unsigned bytes, bool reads,
                            bool writes, Strength strength, MemoryOrder order,
                            bool returns = true) {
    const unsigned me = b * threads_ + t;
    Thread& mine = all_[me];
    Place& place = places_[address];
    const bool strong = strength != Strength::weak;
    // Observation order (8.9.2): to be read by, write and read must be morally strong.
    const bool observed = strong && reads && place.written && place.strength != Strength::weak &&
                          covers(place.strength, place.thread, me) &&
                          covers(strength, me, place.thread);
    std::set<unsigned> others;
    for (unsigned byte = address; byte < address + bytes; ++byte)
      for (const Access& other : history_[byte]) {
        const bool morally_strong = strong && other.strength != Strength::weak &&
                                    covers(strength, me, other.thread) &&
                                    covers(other.strength, other.thread, me);
        // Causality order (8.9.5): base causality, or observation and then base causality.
        const bool ordered = other.time <= mine.past.clock[other.thread] ||
                             (other.writes && mine.past.seen.contains(other.time_and_thread()));
        if ((writes || other.writes) && !morally_strong && !ordered) others.insert(other.thread);
      }
    if (observed && returns) {
      mine.past.seen.insert(place.chain.begin(), place.chain.end());
      for (const auto& [whose, past] : place.heads) put(mine.read[address], whose, past);
      for (unsigned k = 0; k < mine.past.observed.size(); ++k)
        join(mine.past.observed[k], place.fences[k]);
      // An acquire pattern on this location that ends here (8.8).
      if (acquires(order)) take(me, mine.read[address], strength);
    }
    const Access now{me, mine.past.clock[me], writes, strength};
    for (unsigned byte = address; byte < address + bytes; ++byte) history_[byte].push_back(now);
    if (!writes) return others;
    Place after;
    after.written = true;
    after.thread = me;
    after.strength = strength;
    after.fences.resize(2 * blocks_);
    if (strong) {
      if (observed) after = {true, me, strength, place.heads, place.chain, place.fences};
      after.chain.insert(now.time_and_thread());
      // Release patterns on this location that end here (8.8): the release itself, one before it,
      // a fence before it.
      if (releases(order)) put(mine.released[address], {me, strength}, mine.past);
      for (const auto& [whose, past] : mine.released[address]) put(after.heads, whose, past);
      for (const auto& [whose, past] : mine.fences) put(after.heads, whose, past);
      for (unsigned k = 0; k < after.fences.size(); ++k) join(after.fences[k], mine.past.fences[k]);
    }
    place = after;
    ++mine.past.clock[me];  // every write has a time of its own
    return others;
  }

  void fence(unsigned b, unsigned t, Strength scope, MemoryOrder order) {
    const bool sc = order == MemoryOrder::sequential;
    const unsigned me = b * threads_ + t;
    Thread& mine = all_[me];
    const bool device = scope != Strength::block;
    if (acquires(order))
      for (auto& [address, heads] : mine.read) take(me, heads, scope);
    if (sc)
      for (unsigned block = 0; block < blocks_; ++block)
        for (const bool theirs : {false, true})
          if (block == b || (device && theirs))
            join(mine.past.clock, mine.past.observed[2 * block + theirs]);
    if (releases(order)) put(mine.fences, {me, scope}, mine.past);
    if (sc) join(mine.past.fences[2 * b + device], mine.past.clock);
    ++mine.past.clock[me];
  }

  /// A barrier of these threads of a block.
  void sync(unsigned b, const std::vector<unsigned>& members) {
    Past all;
    all.fences.resize(2 * blocks_);
    all.observed.resize(2 * blocks_);
    for (const unsigned t : members) add(all, all_[b * threads_ + t].past);
    for (const unsigned t : members) {
      Thread& mine = all_[b * threads_ + t];
      mine.past = all;
      ++mine.past.clock[b * threads_ + t];
    }
  }

 private:
  using Clock = std::vector<unsigned>;
  using Write = std::pair<unsigned, unsigned>;

  /// What comes before: accesses, by each thread's clock; writes that were read; fence.sc by block
  /// and scope, and those after which a write was read that was made after them.
  struct Past {
    Clock clock;
    std::set<Write> seen;
    std::vector<Clock> fences, observed;
  };
  /// What comes before the first operations of release patterns, by thread and scope.
  using Heads = std::map<std::pair<unsigned, Strength>, Past>;
  struct Thread {
    Past past;
    std::map<unsigned, Heads> read;      // by strong reads of each location
    std::map<unsigned, Heads> released;  // by releases of each location
    Heads fences;
  };
  /// The last write of a location, and what it is the end of.
  struct Place {
    bool written = false;
    unsigned thread = 0;
    Strength strength = Strength::weak;
    Heads heads;
    std::set<Write> chain;
    std::vector<Clock> fences;
  };
  struct Access {
    unsigned thread, time;
    bool writes;
    Strength strength;

    Write time_and_thread() const { return {time, thread}; }
  };

  /// Does the scope of what a thread does include another thread?
  bool covers(Strength scope, unsigned thread, unsigned other) const {
    return scope != Strength::block || thread / threads_ == other / threads_;
  }

  /// Memory synchronization (8.9.4), if both ends are morally strong.
  void take(unsigned me, const Heads& heads, Strength scope) {
    for (const auto& [whose, past] : heads)
      if (covers(scope, me, whose.first) && covers(whose.second, whose.first, me))
        add(all_[me].past, past);
  }

  static void join(Clock& mine, const Clock& other) {
    if (mine.size() < other.size()) mine.resize(other.size());
    for (std::size_t i = 0; i < other.size(); ++i) mine[i] = std::max(mine[i], other[i]);
  }
  static void put(Heads& heads, const Heads::key_type& whose, const Past& past) {
    const auto [at, isnew] = heads.try_emplace(whose, past);
    if (!isnew) add(at->second, past);
  }
  static void add(Past& mine, const Past& other) {
    join(mine.clock, other.clock);
    mine.seen.insert(other.seen.begin(), other.seen.end());
    for (unsigned k = 0; k < mine.fences.size(); ++k) {
      join(mine.fences[k], other.fences[k]);
      join(mine.observed[k], other.observed[k]);
    }
  }

  unsigned blocks_, threads_;
  std::vector<Thread> all_;
  std::map<unsigned, Place> places_;
  std::map<unsigned, std::vector<Access>> history_;  // by byte
};
