#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "simulator/races/knowledge.hpp"
#include "simulator/races/launch_races.hpp"

namespace simulator {

/// What the blocks of a cluster tell each other, by their barrier and in each other's shared
/// memory. The addresses of shared memory are those of the whole cluster.
class ClusterRaces {
 public:
  /// The blocks by rank, linear in the grid, of so many warps each.
  ClusterRaces(std::vector<std::uint64_t> blocks, unsigned warps);

  /// A phase of the cluster's barrier that is over. It knows what earlier ones knew.
  struct Phase {
    std::uint64_t number = 0;
    /// Of each warp, block by block: times up to which it had handed over what it did, and when it
    /// arrived.
    std::vector<std::uint32_t> released, arrived;
    std::uint32_t last_release = 0;
    SharedKnowledge known, fenced;  // beyond the cluster, by those that arrived
    SharedKnowledge summary;        // the same with all blocks of the cluster, roughly
  };
  using SharedPhase = std::shared_ptr<const Phase>;

  std::optional<unsigned> rank_of(std::uint64_t block) const;
  std::size_t warp_of(unsigned rank, unsigned thread) const { return rank * warps_ + thread / 32; }
  const SharedPhase& last_phase() const { return last_; }

  /// All have arrived, at that time. Warps of which some threads have ended count as if they had
  /// arrived last: of those, nobody knows when.
  void complete(std::uint32_t now,
                const std::function<bool(unsigned rank, unsigned warp)>& has_ended_threads);

 private:
  friend class HappensBefore;
  friend class BlockRaces;

  std::vector<std::uint64_t> blocks_;
  unsigned warps_;
  Phase next_;
  SharedPhase last_;
  Races::Handovers handovers_;                    // between the threads of the cluster
  std::vector<std::array<ShadowCell, 4>> split_;  // cells of single bytes of shared memory
};

}  // namespace simulator
