#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "simulator/program/program.hpp"

namespace simulator {

class AsyncCopies;
class Execution;
class HappensBefore;
class Warp;

/// The products of matrices that four warps of a block make together (wgmma). Each is one operation
/// of all four: a warp that comes to it waits until all have come, and a warp whose own wait for it
/// is over knows that none of the four reads its matrices any more. So it is on an H200, and
/// CUTLASS relies on it: where each warp writes its part of a matrix and no barrier follows, and
/// where one thread of the four warps hands back what they all read.
class GroupProducts {
 public:
  static constexpr unsigned warps = 4;  // of a group
  /// What paths that wait name as their barrier: no block has that many.
  static constexpr unsigned barrier = 17;

  /// A warp's part. The pieces of 16 bytes of the block's shared memory that it has read.
  using Multiply = std::vector<std::uint64_t> (*)(Warp&, const Instruction&, std::uint32_t lanes);

  /// Of a block: what it keeps of its copies and knows of its threads, and its warps.
  GroupProducts(Execution& launch, AsyncCopies& copies, HappensBefore& races,
                const std::vector<std::unique_ptr<Warp>>& all)
      : execution_(launch), copies_(copies), races_(races), all_(all) {}

  /// wgmma.mma_async: the warp does its part when all have come.
  void arrive(Warp& warp, const Instruction& i, std::uint32_t lanes, Multiply multiply);
  /// wgmma.commit_group.
  void commit(Warp& warp);
  /// wgmma.wait_group: for all groups of the warp but the last `but`.
  void wait(Warp& warp, std::uint32_t but);
  /// Nobody waits for those that have ended.
  void threads_ended();

 private:
  struct Member {
    const Instruction* instruction = nullptr;  // that it has come to; null: to none
    std::uint32_t lanes = 0;
    Multiply multiply = nullptr;
    std::uint32_t begun = 0;              // products
    std::deque<std::uint32_t> committed;  // groups not waited for: their last products' numbers
    std::uint32_t read = 0;               // when it was through with the last one waited for
  };

  /// Of a group, from the first to behind the last.
  std::size_t first(unsigned group) const { return std::size_t{group} * warps; }
  std::size_t end(unsigned group) const;
  Member& member(const Warp& warp);
  bool have_come(unsigned group) const;
  void multiply(unsigned group);
  void keep(Warp& warp, SourceLine place, std::uint32_t number,
            const std::vector<std::uint64_t>& pieces);

  Execution& execution_;
  AsyncCopies& copies_;
  HappensBefore& races_;
  const std::vector<std::unique_ptr<Warp>>& all_;
  std::vector<Member> members_;  // the block's warps, once there is a product
};

}  // namespace simulator
