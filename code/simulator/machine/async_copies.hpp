#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "memory.hpp"
#include "program.hpp"

namespace simulator {

class Block;
struct Fault;

/// What threads of a warp have begun and what goes on by itself: cp.async of some lanes at once, a
/// bulk copy or an arrival of one.
struct AsyncCopy {
  /// Up to 16 bytes, in one piece at both ends.
  struct Chunk {
    std::uint64_t to, from;
    std::uint8_t bytes;
    std::uint8_t taken;  // of these, from the source; the rest is `fill`
  };
  enum class Kind : std::uint8_t { thread, bulk_group, bulk_barrier, arrival };
  /// Puts one chunk's source onto its destination, where it is no plain copy.
  using Combine = void (*)(std::byte* to, const std::byte* from, unsigned bytes);
  static constexpr std::uint64_t no_barrier = ~std::uint64_t{0};

  Kind kind = Kind::thread;
  unsigned warp = 0;        // that began it
  std::uint32_t lanes = 0;  // of which it is, and who have not waited for it
  SourceLine place;
  bool to_shared = true;      // from global memory; else the other way
  std::vector<Chunk> chunks;  // of Kind::thread one for each of the warp's lanes; else all that
                              // there are
  Combine combine = nullptr;
  std::uint64_t barrier = no_barrier;  // mbarrier, in shared memory
  std::uint32_t bytes = 0;             // to report to it
  std::uint32_t group = 0;             // 0: not committed
  std::uint32_t moved = 0;             // lanes whose bytes have been copied
  bool read = false;                   // somebody waited for the source to be read

  /// Linear in the block.
  unsigned thread(unsigned lane) const { return warp * 32 + lane; }
  unsigned first_thread() const { return thread(unsigned(std::countr_zero(lanes))); }
};

/// What a block keeps of its copies, for the next block to use the storage.
struct CopyStorage {
  struct Groups {
    std::array<std::uint32_t, 32> thread{}, bulk{};  // that each lane committed

    std::array<std::uint32_t, 32>& of(AsyncCopy::Kind kind) {
      return kind == AsyncCopy::Kind::thread ? thread : bulk;
    }
  };

  std::vector<std::vector<AsyncCopy>> of_warp;  // in the order in which they began
  std::vector<Groups> groups;                   // of each warp
  std::vector<std::uint16_t> written, read;     // copies under way on 4 bytes of shared memory

  void clear();
};

/// The asynchronous copies of a block that nobody has waited for yet. Bytes move when a copy begins
/// or, under a hostile schedule, when it is waited for; either way nobody may look at the
/// destination, or change the source, before somebody waits.
class AsyncCopies {
 public:
  explicit AsyncCopies(Block& block) : block_(block) {}
  ~AsyncCopies();

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
  /// Somebody looks at an mbarrier: what was to arrive there has arrived.
  void look(std::uint64_t barrier);
  /// The block is through.
  void finish();

  /// Might an access have to be looked at by `conflict`?
  bool concerns_shared(std::uint64_t address, std::uint64_t bytes) const;
  bool concerns_global() const { return global_ > 0; }
  struct UnderWay {
    unsigned thread;  // that began the copy
    SourceLine place;
    bool to_shared;
  };
  /// The copy that an access comes in the way of, if there is one.
  std::optional<UnderWay> conflict(bool shared, std::uint64_t address, unsigned bytes,
                                   bool writes) const;

 private:
  void open();
  void move(AsyncCopy& copy, std::uint32_t lanes);
  void land(AsyncCopy& copy, std::uint32_t lanes);
  void mark(const AsyncCopy& copy, std::uint32_t lanes, int by);
  void update_barrier(const AsyncCopy& copy, std::uint32_t arrivals);
  bool late();

  Block& block_;
  std::unique_ptr<CopyStorage> storage_;  // null until there is a copy
  std::size_t count_ = 0, global_ = 0;
};

}  // namespace simulator
