#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "simulator/dim3.hpp"
#include "simulator/machine/launch_facts.hpp"
#include "simulator/races/cluster_races.hpp"
#include "simulator/races/happens_before.hpp"

namespace simulator {

class Block;
class Execution;
class Warp;

/// Several blocks that are on the device together, reach each other's shared memory and have a
/// barrier. A block alone in its cluster has none of it.
class Cluster {
 public:
  /// The cluster that a block of the launch lies in.
  Cluster(Execution& launch, const Dim3& index);

  /// Bits of a shared address from which on it holds a block's rank.
  static constexpr unsigned rank_shift = 24;
  static constexpr std::uint64_t offset_mask = (std::uint64_t{1} << rank_shift) - 1;
  static unsigned rank_in(std::uint64_t shared_address) {
    return unsigned(shared_address >> rank_shift & 0xff);
  }

  const Dim3& index() const { return index_; }
  unsigned size() const { return unsigned(blocks_.size()); }
  std::uint64_t linear_of(unsigned rank) const;  // in the grid
  /// Null where the cluster has no such rank.
  Block* block(unsigned rank) const { return rank < blocks_.size() ? blocks_[rank] : nullptr; }
  const std::vector<Block*>& blocks() const { return blocks_; }
  void join(unsigned rank, Block& block, HappensBefore& races,
            const std::vector<std::unique_ptr<Warp>>& warps);
  ClusterRaces& races() { return *races_; }

  bool ended() const { return living_ == 0; }
  /// Can none of the blocks go on?
  bool stuck() const;

  /// barrier.cluster.arrive and .wait of some lanes of a warp in the block of that rank. A wait for
  /// a phase that is not over keeps the path until it is. False for lanes that have arrived
  /// already, or not.
  bool arrive(unsigned rank, unsigned warp, std::uint32_t lanes, bool release);
  bool wait(unsigned rank, unsigned warp, std::uint32_t lanes);
  void threads_ended();
  void block_ended() { --living_; }
  /// The lanes of a warp that the barrier waits for; 0 if nobody has arrived.
  std::uint32_t missing(unsigned rank, unsigned warp) const;

  /// What paths that wait for the barrier name as theirs: no block has that many.
  static constexpr unsigned barrier = 16;

 private:
  /// A warp at the barrier: lanes.
  struct Member {
    Warp* warp = nullptr;
    HappensBefore* races = nullptr;  // of its block
    std::uint32_t arrived = 0;       // in the present phase
    std::uint32_t passed = 0;        // in the one before, and have not waited for it
    std::uint32_t waiting = 0;       // of those that arrived
  };

  std::size_t place(unsigned rank, unsigned warp) const { return rank * warps_ + warp; }
  static std::uint32_t missing(const Member& member);
  void complete_if_reached();

  Execution& execution_;
  Dim3 index_;
  std::vector<Block*> blocks_;  // by rank
  std::unique_ptr<ClusterRaces> races_;
  std::vector<Member> members_;  // block by block
  std::size_t warps_;            // of a block
  unsigned living_;              // blocks
  bool any_arrived_ = false;
};

}  // namespace simulator
