#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "simulator/program/program.hpp"

namespace simulator {

class AsyncCopies;
class Execution;
class HappensBefore;
class Warp;

/// The products of matrices that four warps of a block make together (wgmma). Each is one operation
/// of all four: a warp that waits for it goes on when all of them have begun it, and then none of
/// them reads its matrices any more. So it is on an H200, and CUTLASS relies on it, where one
/// thread of the four warps hands back what they all read. Waiting is no barrier: who has waited
/// does not wait for others to wait.
class GroupProducts {
 public:
  static constexpr unsigned warps = 4;  // of a group
  /// What paths that wait name as their barrier: no block has that many.
  static constexpr unsigned barrier = 17;

  /// Of a block: what it keeps of its copies and knows of its threads, and its warps.
  GroupProducts(Execution& launch, AsyncCopies& copies, HappensBefore& races,
                const std::vector<std::unique_ptr<Warp>>& all)
      : execution_(launch), copies_(copies), races_(races), all_(all) {}

  /// wgmma.mma_async: the warp has read its part, so many pieces of 16 bytes of the block's shared
  /// memory, which are in use until somebody has waited for the product.
  void begin(Warp& warp, SourceLine place, const std::vector<std::uint64_t>& pieces);
  /// wgmma.commit_group.
  void commit(Warp& warp);
  /// wgmma.wait_group: for all groups of the warp but the last `but`.
  void wait(Warp& warp, std::uint32_t but);
  /// Nobody waits for those that have ended.
  void threads_ended();

 private:
  struct Member {
    std::uint32_t begun = 0;              // products
    std::deque<std::uint32_t> committed;  // groups not waited for: their last products' numbers
    std::optional<std::uint32_t> awaited;
    std::uint32_t read = 0;  // when it began the last product that somebody has waited for
  };

  Member& member(const Warp& warp);
  bool have_begun(unsigned group, std::uint32_t number) const;
  void end(unsigned warp);
  void look(unsigned group);

  Execution& execution_;
  AsyncCopies& copies_;
  HappensBefore& races_;
  const std::vector<std::unique_ptr<Warp>>& all_;
  std::vector<Member> members_;  // the block's warps, once there is a product
};

}  // namespace simulator
