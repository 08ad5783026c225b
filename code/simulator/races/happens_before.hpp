#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "simulator/ptx/state_space.hpp"
#include "simulator/races/cluster_races.hpp"
#include "simulator/races/epochs.hpp"
#include "simulator/races/knowledge.hpp"
#include "simulator/races/launch_races.hpp"

namespace simulator {

/// Ordering that an access or fence adds. relaxed for a plain, volatile or relaxed access,
/// sequential for fence.sc alone.
enum class MemoryOrder : std::uint8_t { relaxed, acquire, release, acquire_release, sequential };

constexpr bool acquires(MemoryOrder order) {
  return order != MemoryOrder::relaxed && order != MemoryOrder::release;
}
constexpr bool releases(MemoryOrder order) {
  return order != MemoryOrder::relaxed && order != MemoryOrder::acquire;
}

/// What the threads of a block know of each other's accesses, and of other blocks': PTX's base
/// causality order. Releases, acquires and fences work with strong accesses of their own thread. A
/// fence.sc also works with those of other threads, if barriers stand between them and the fence,
/// and if what it meets is another fence.sc (8.10.2): that is what `sequential` and `fenced` are.
class HappensBefore {
 public:
  /// `cluster`: null for a block that is alone in its cluster.
  HappensBefore(Races& launch, std::uint64_t block, ClusterRaces* cluster = nullptr);

  /// fence, membar. Scope `block` for .cta, `device` for those wider than a cluster.
  void fence(unsigned thread, Strength scope, MemoryOrder order = MemoryOrder::sequential);

  /// bar.warp.sync of the lanes in `mask`.
  void sync_warp(unsigned warp, std::uint32_t mask);

  /// A barrier that all threads of the block (that have not exited) reached.
  void sync_block();

  /// A barrier of some warps, one bit each: those that arrived, and of these those that waited.
  void sync_warps(std::uint32_t arrived, std::uint32_t waited);

  /// The time, which goes on: what comes after is later.
  std::uint32_t mark() { return launch_.tick(); }
  /// A warp has waited for a product, of which it or another one was through with its part at that
  /// time: what that one did before comes before what the warp does from now on.
  void end_product(unsigned warp, unsigned other, std::uint32_t through);
  /// Does that wait, of a warp of that block, come before what the thread does now?
  bool knows_wait(unsigned thread, std::uint64_t block, unsigned warp, std::uint32_t time) const;

  /// The phase of an mbarrier at this address of shared memory is over: who waits for it acquires
  /// what was released there until now.
  void complete_phase(std::uint64_t address);

  /// What others of the cluster have handed over there counts as handed over within the block.
  void hear(std::uint64_t address);

  /// Acquires what had been released there when the last phase was over. Scope `block`: by threads
  /// of this block.
  void acquire_phase(unsigned thread, std::uint64_t address, Strength scope);

  /// barrier.cluster.arrive of some lanes; with `release` they hand over all that they know, else
  /// what lies before their fences.
  void arrive_in_cluster(unsigned warp, std::uint32_t lanes, bool release);
  /// barrier.cluster.wait, when the phase is over.
  void wait_in_cluster(unsigned warp);

  /// Copies have come: what threads write from now on is not taken for theirs.
  void leave_proxy() { launch_.tick(); }

 protected:
  /// By which fences a thread may hand on what: those of any scope count within the block, those of
  /// a cluster's scope and wider within the cluster, those of device scope everywhere.
  enum Scope : unsigned { narrow, middle, wide };
  static constexpr std::array scopes = {narrow, middle, wide};
  static Scope scope_of(Strength strength) {
    return strength == Strength::block ? narrow : strength == Strength::cluster ? middle : wide;
  }

  /// What lies before fences: of the block's threads, and beyond.
  struct Fenced {
    Knowledge::Entry what = {};  // of the block's threads
    SharedKnowledge known = nullptr;
    SharedKnowledge sequential = nullptr;  // what was only read before them: for a fence.sc

    bool any() const { return what.own_time != 0 || what.block_time != 0 || known; }
    void add(const Fenced& other);
  };

  /// What threads know beyond what barriers tell them.
  struct Told {
    SharedKnowledge known;      // by acquires
    std::uint32_t granted = 0;  // when `known` last grew
    /// By strong reads: what a fence of the reader makes known; of that, what lies before a
    /// fence.sc: for a fence.sc of anybody.
    std::array<SharedKnowledge, 3> observed, sequential;
    std::array<Fenced, 3> fenced;  // behind fence.sc: what strong writes hand on
  };

  struct Thread : Told {
    std::array<Fenced, 3> own;               // behind its last fence, if that is no fence.sc
    std::uint64_t observed_at = 0;           // the address of `observed`
    bool observed_several = false;           // or there are several
    bool listed = false;                     // among informed_
    std::array<std::uint64_t, 4> seen{};     // epochs of writes last read by strong reads
    unsigned see = 0;                        // which of them is the oldest
    std::array<SharedKnowledge, 4> learned;  // last, for threads that spin learn the same again
    unsigned oldest = 0;                     // of them
    std::uint32_t fence = 0;                 // time of the last fence
    std::uint32_t proxy = 0;                 // and of the last fence.proxy.async
  };

  struct Warp {
    using LaneTimes = std::array<std::array<std::uint32_t, 32>, 32>;

    std::uint32_t all_lanes = 0;                // time of the last bar.warp.sync of all lanes
    std::array<std::uint32_t, 32> last_sync{};  // of each lane's last bar.warp.sync
    std::unique_ptr<LaneTimes> lanes;       // [lane][other]: known of the other, by partial masks
    std::array<std::uint32_t, 32> warps{};  // known of the other warps, by partial barriers
    std::uint32_t last_partial = 0;         // time of the last partial barrier
    std::uint32_t proxy = 0;          // what came before is behind a proxy fence, of all its lanes
    Told told;                        // all lanes
    std::array<Fenced, 3> fencing;    // behind fence.sc of some lanes
    bool informed = false;            // have lanes been told more than others since the last sync?
    ClusterRaces::SharedPhase phase;  // of the cluster's barrier, that some lane has waited for
  };

  bool ordered(std::uint64_t epoch, unsigned thread) const;
  bool ordered_in_cluster(std::uint64_t epoch, unsigned thread) const;
  /// Is the block that made the epoch within the scope, seen from this block?
  bool within(Strength scope, std::uint64_t epoch) const {
    if (scope != Strength::block && scope != Strength::cluster) return true;
    if (epoch::block_of(epoch) == block_) return true;
    return scope == Strength::cluster && cluster_ != nullptr &&
           cluster_->rank_of(epoch::block_of(epoch)).has_value();
  }
  /// Has anything been handed over that threads of the block could learn of?
  bool any_handover() const {
    return !handovers_.empty() || !launch_.handovers_.empty() ||
           (cluster_ != nullptr && !cluster_->handovers_.empty());
  }
  /// Would it be ordered if a barrier after a strong read were an acquire?
  bool ordered_by_barrier(std::uint64_t epoch, unsigned thread) const;
  /// A strong write: hands on what fences in the thread's past made known, and by a release all
  /// that it knows. `keep_earlier`: so does it what was handed over there before.
  void publish(StateSpace space, unsigned thread, std::uint64_t address, Strength strength,
               MemoryOrder order, bool keep_earlier);
  /// A strong read: takes what was handed over there, for use after a fence, or by an acquire at
  /// once.
  void observe(StateSpace space, unsigned thread, std::uint64_t address, Strength strength,
               MemoryOrder order);
  Thread& state(unsigned thread);
  /// The thread knows of that as well.
  void learn(unsigned thread, const SharedKnowledge& news);
  /// When did the thread's knowledge last grow?
  std::uint32_t granted(unsigned thread) const;

  Races& launch_;
  std::uint64_t block_;
  ClusterRaces* cluster_;
  std::vector<Warp> warps_;
  std::vector<Thread> threads_;      // once there is any fence or strong read
  ClusterRaces::SharedPhase phase_;  // of the cluster's barrier, that all threads know of
  std::uint32_t barrier_ = 0;        // time of the last barrier of all threads
  std::uint32_t proxy_ = 0;          // what came before is behind a proxy fence, of all threads
  bool any_fence_ = false;           // might a relaxed write hand on anything?
  Told told_;                        // all threads
  std::array<Fenced, 3> fencing_;    // behind fence.sc of some threads
  std::vector<unsigned> informed_;   // threads that have been told more than others
  Races::Handovers handovers_;       // between the threads of this block

 private:
  Fenced past(unsigned thread, std::uint32_t time) const;
  SharedKnowledge known(unsigned thread) const;
  SharedKnowledge sequential(unsigned thread) const;
  SharedKnowledge knowledge(const Fenced& fenced) const;
  Races::Message message(unsigned thread, Scope scope, MemoryOrder order) const;
  const ClusterRaces::SharedPhase& phase_of(unsigned warp) const;
  void inform(unsigned thread);
  void acquire(unsigned thread, const Races::Message& message);
  void tell(Told& all, Told& one) const;
};

}  // namespace simulator
