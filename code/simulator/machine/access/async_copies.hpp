#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "simulator/dim3.hpp"
#include "simulator/machine/access/block_memory.hpp"
#include "simulator/machine/access/copy_storage.hpp"
#include "simulator/machine/execution.hpp"

namespace simulator {

/// The asynchronous copies that threads of a block began, or that other blocks of its cluster began
/// to its shared memory, and that nobody has waited for yet. Addresses of shared memory count from
/// the block's first byte. Bytes move when a copy begins
/// or, under a hostile schedule, when it is waited for; either way nobody may look at the
/// destination, or change the source, before somebody waits.
class AsyncCopies {
 public:
  AsyncCopies(Execution& launch, BlockMemory& block);
  ~AsyncCopies();
  AsyncCopies(const AsyncCopies&) = delete;
  AsyncCopies& operator=(const AsyncCopies&) = delete;

  bool empty() const { return count_ == 0; }
  /// Do copies move their bytes when they begin?
  bool at_once() const;
  /// … and is then nothing to be known of one, so that nobody need commit it or wait?
  bool leaves_nothing(AsyncCopy::Kind kind) const;

  void begin(AsyncCopy copy);
  /// Before an arrival begins: its mbarrier awaits one more in this phase, if `one_more`.
  void expect(const AsyncCopy& arrival, bool one_more);

  /// cp.async.commit_group, cp.async.bulk.commit_group of some lanes of a warp.
  void commit(AsyncCopy::Kind kind, unsigned warp, std::uint32_t lanes);
  /// Ends all of the lanes' groups but the last `but` of each; with `all` also what is in no group.
  /// `only_read`: of bulk groups, the sources are free again, the destinations not yet there.
  void wait(AsyncCopy::Kind kind, unsigned warp, std::uint32_t lanes, std::uint32_t but,
            bool all = false, bool only_read = false);
  /// Of a warp's products up to that number, those that nobody has waited for yet are through:
  /// their matrices are as if the warp had read them just now.
  void finish_products(unsigned warp, std::uint32_t last);
  /// One of four warps has waited, at that time, for the products of `warp` up to a number; those
  /// that all of `living`, a bit each, have waited for are gone. When the last of them was through,
  /// 0 if there are none.
  std::uint32_t wait_for_products(unsigned warp, std::uint32_t last, unsigned waiter,
                                  std::uint32_t now, std::uint32_t living);
  /// Somebody looks at an mbarrier: what was to arrive there has arrived or, where copies are late,
  /// has when he looks again.
  void look(std::uint64_t barrier);
  /// The block is through.
  void finish();

  /// Might an access have to be looked at by `conflict`?
  bool concerns_shared(std::uint64_t address, std::uint64_t bytes) const;
  bool concerns_global() const { return global_ > 0; }
  struct UnderWay {
    Dim3 block;  // that began the copy
    unsigned thread;
    SourceLine place;
    bool to_shared;
    bool product;  // none, but a product of matrices
  };
  /// The copy that an access comes in the way of, if there is one. `is_over`: does whoever accesses
  /// it know that this product is through?
  std::optional<UnderWay> conflict(bool shared, std::uint64_t address, unsigned bytes, bool writes,
                                   const std::function<bool(const AsyncCopy&)>& is_over) const;
  /// The copy to this block's shared memory that reads bytes of that of `issuer`.
  std::optional<UnderWay> reading(const BlockMemory& issuer, std::uint64_t address,
                                  std::uint64_t bytes) const;

 private:
  bool is_own(const AsyncCopy& copy) const { return copy.issuer == &block_; }
  void open();
  void move(AsyncCopy& copy, std::uint32_t lanes);
  void land(AsyncCopy& copy, std::uint32_t lanes);
  void mark(const AsyncCopy& copy, std::uint32_t lanes, int by);
  void note_sources(const AsyncCopy& copy);
  void update_barrier(const AsyncCopy& copy, std::uint32_t arrivals);
  bool late();

  Execution& execution_;
  BlockMemory& block_;
  SharedMemory& shared_;
  BlockRaces& races_;
  std::unique_ptr<CopyStorage> storage_;  // null until there is a copy
  std::size_t count_ = 0, global_ = 0;
};

}  // namespace simulator
