#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "simulator/races/epochs.hpp"
#include "simulator/races/knowledge.hpp"
#include "simulator/races/launch_races.hpp"

namespace simulator {

/// What the threads of a block know of each other's accesses, and of other blocks'.
class HappensBefore {
 public:
  HappensBefore(Races& launch, std::uint64_t block);

  enum class Space : std::uint8_t { global, shared };

  /// fence, membar. Scope `block` for .cta, `device` for the wider ones.
  void fence(unsigned thread, Strength scope);

  /// bar.warp.sync of the lanes in `mask`.
  void sync_warp(unsigned warp, std::uint32_t mask);

  /// A barrier that all threads of the block (that have not exited) reached.
  void sync_block();

  /// A barrier of some warps, one bit each: those that arrived, and of these those that waited.
  void sync_warps(std::uint32_t arrived, std::uint32_t waited);

  /// Copies have come: what threads write from now on is not taken for theirs.
  void leave_proxy() { launch_.tick(); }

 protected:
  struct Warp {
    using LaneTimes = std::array<std::array<std::uint32_t, 32>, 32>;

    std::uint32_t all_lanes = 0;                // time of the last bar.warp.sync of all lanes
    std::array<std::uint32_t, 32> last_sync{};  // of each lane's last bar.warp.sync
    std::unique_ptr<LaneTimes> lanes;       // [lane][other]: known of the other, by partial masks
    std::array<std::uint32_t, 32> warps{};  // known of the other warps, by partial barriers
    std::uint32_t last_partial = 0;         // time of the last partial barrier
    SharedKnowledge known;                  // by acquires
    SharedKnowledge pending;                // by strong reads that no fence followed yet
    std::uint32_t granted = 0;              // when `known` last grew
    std::uint32_t proxy = 0;  // what came before is behind a proxy fence, of all its lanes
  };

  struct Fences {
    std::uint32_t device = 0, any = 0;  // time of the last one of device scope, and of any
    std::uint32_t proxy = 0;            // and of the last fence.proxy.async
  };
  bool ordered(std::uint64_t label, unsigned thread) const;
  void publish(Space space, unsigned thread, std::uint64_t address, bool keep_earlier);
  void observe(Space space, unsigned thread, std::uint64_t address);
  void grant(Warp& warp);

  Races& launch_;
  std::uint64_t block_;
  std::vector<Warp> warps_;
  std::vector<Fences> fences_;  // of each thread, once there is any
  std::uint32_t barrier_ = 0;   // time of the last barrier of all threads
  std::uint32_t proxy_ = 0;     // what came before is behind a proxy fence, of all threads
  bool any_fence_ = false;
  bool fenced_before_barrier_ = false, fenced_ = false;  // by any thread, with device scope
  Races::Handovers handovers_;                           // between the threads of this block
};

}  // namespace simulator
