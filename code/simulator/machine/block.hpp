#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "simulator/dim3.hpp"
#include "simulator/machine/access/async_copies.hpp"
#include "simulator/machine/access/block_memory.hpp"
#include "simulator/machine/cluster.hpp"
#include "simulator/machine/execution.hpp"
#include "simulator/machine/group_products.hpp"
#include "simulator/machine/warp.hpp"
#include "simulator/program/program.hpp"

namespace simulator {

/// What threads do at a barrier: bar.sync, bar.arrive, or bar.red with one of its operations.
enum class Arrival : std::uint8_t { sync, arrive, count, all, any };

/// A barrier resource of a block.
struct Barrier {
  /// A result of bar.red that its lanes get in the end.
  struct Result {
    std::byte* to;
    Arrival how;
    std::uint32_t lanes;
  };

  unsigned arrived = 0;   // threads
  unsigned expected = 0;  // threads; 0: all that live
  unsigned counted = 0;   // as `expected` counts: a warp of which all have come is 32 threads
  std::array<std::uint32_t, 32> lanes = {};  // that have come, of a warp of which some are missing
  std::uint32_t warps = 0;                   // that arrived
  std::uint32_t waiting = 0;                 // of these, those that wait
  unsigned set = 0;                          // threads whose predicate was true, of bar.red
  std::vector<Result> results;
};

/// A block that has a place on the device.
class Block {
 public:
  Block(Execution& launch, std::uint64_t linear);
  /// One of a cluster, whose blocks have to live as long as it.
  Block(Execution& launch, std::shared_ptr<Cluster> cluster, unsigned rank);

  Execution& execution() { return execution_; }
  const Dim3& index() const { return memory_.index; }
  std::uint64_t linear() const { return linear_; }
  unsigned rank() const { return rank_; }  // in its cluster
  /// Null where the block is alone in it.
  Cluster* cluster() const { return cluster_.get(); }
  const Dim3& cluster_index() const { return cluster_ ? cluster_->index() : index(); }
  BlockMemory& memory() { return memory_; }
  const BlockMemory& memory() const { return memory_; }
  BlockRaces& races() { return memory_.races; }
  SharedMemory& shared() { return memory_.shared; }
  /// Another block accesses the shared memory.
  void visit() { visited_ = true; }
  AsyncCopies& copies() { return copies_; }
  const AsyncCopies& copies() const { return copies_; }
  GroupProducts& products() { return products_; }
  /// One to the shared memory of some block of the cluster that reads these bytes of the block's.
  std::optional<AsyncCopies::UnderWay> copy_out(std::uint64_t address, std::uint64_t bytes) const;
  std::vector<std::unique_ptr<Warp>>& warps() { return warps_; }
  const std::vector<std::unique_ptr<Warp>>& warps() const { return warps_; }
  const Barrier& barrier(unsigned index) const { return barriers_[index]; }

  bool ended() const { return live_ == 0; }
  /// Does nobody need it any more, others of its cluster included?
  bool over() const { return ended() && (!cluster_ || cluster_->ended()); }
  unsigned live() const { return live_; }
  /// The warp whose threads they were is at the instruction that ended them.
  void threads_ended(Warp& warp, unsigned count);

  /// Some lanes come to a barrier for `expected` threads, 0 for all. Of bar.red: where the result
  /// goes, and the lanes whose predicate is true.
  void arrive(Warp& warp, unsigned barrier, unsigned expected, std::uint32_t lanes, Arrival how,
              Slot result, std::uint32_t set);

  /// Runs every warp until it waits, ends or has used its share. The instructions executed.
  std::uint64_t take_turn(std::uint64_t share);
  /// Is there a warp that can go on?
  bool ready() const;
  /// See Paths, of every warp. False if there are no such lanes.
  bool let_leave();
  /// Goes on without lanes that masks name and that never come. False if there are none.
  bool give_up_on_members();

 private:
  void count_whole_warps(Barrier& barrier);
  void complete_if_reached(unsigned barrier);
  void complete(unsigned barrier);

  Block(Execution& launch, std::uint64_t linear, std::shared_ptr<Cluster> cluster, unsigned rank);
  void check_visits(Warp& warp);
  void check_copies_out();

  Execution& execution_;
  std::uint64_t linear_;
  std::shared_ptr<Cluster> cluster_;
  unsigned rank_;
  BlockMemory memory_;
  AsyncCopies copies_;
  std::vector<std::unique_ptr<Warp>> warps_;
  GroupProducts products_{execution_, copies_, memory_.races, warps_};
  std::array<Barrier, 16> barriers_;
  unsigned live_ = 0;
  bool visited_ = false;
  std::uint64_t turn_ = 0;
};

}  // namespace simulator
