#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "simulator/program/program.hpp"

namespace simulator {

struct BlockMemory;

/// What threads of a warp have begun and what goes on by itself: cp.async of some lanes at once, a
/// bulk copy or an arrival of one; or a product of matrices, which reads its chunks' sources in
/// shared memory and writes nothing there.
struct AsyncCopy {
  /// Up to 16 bytes, in one piece at both ends.
  struct Chunk {
    std::uint64_t to, from;
    std::uint8_t bytes;
    std::uint8_t taken;  // of these, from the source; the rest is `fill`
  };
  enum class Kind : std::uint8_t { thread, bulk_group, bulk_barrier, arrival, product };
  /// Puts one chunk's source onto its destination, where it is no plain copy.
  using Combine = void (*)(std::byte* to, const std::byte* from, unsigned bytes);
  static constexpr std::uint64_t no_barrier = ~std::uint64_t{0};

  Kind kind = Kind::thread;
  unsigned warp = 0;        // that began it
  std::uint32_t lanes = 0;  // of which it is, and who have not waited for it
  SourceLine place;
  BlockMemory* issuer =
      nullptr;            // of the block whose warp it is; null: the one that keeps the copy
  bool to_shared = true;  // of the block that keeps the copy; else to global memory
  /// From the shared memory of the issuer, and from what the chunks hold in place of an address; by
  /// nature to shared memory. Else from global memory, where it is `to_shared`.
  bool from_shared = false, immediate = false;
  std::vector<Chunk> chunks;  // of Kind::thread one for each of the warp's lanes; else all that
                              // there are
  Combine combine = nullptr;
  std::uint64_t barrier = no_barrier;  // mbarrier, in shared memory
  std::uint32_t bytes = 0;             // to report to it
  std::uint32_t group = 0;             // 0: not committed; of a product its number
  std::uint32_t moved = 0;             // lanes whose bytes have been copied
  bool read = false;                   // somebody waited for the source to be read
  bool looked = false;                 // … or has looked at the mbarrier once, too early
  // Of a product: when it was through, and when each of the four warps had waited for it, 0: not
  // yet.
  std::uint32_t read_at = 0;
  std::array<std::uint32_t, 4> waited_at{};

  /// From the first byte to behind the last one of all chunks, once the copy has begun.
  struct Span {
    std::uint64_t first = ~std::uint64_t{0}, end = 0;

    void extend(std::uint64_t at, unsigned bytes) {
      first = std::min(first, at);
      end = std::max(end, at + bytes);
    }
  };
  Span destination, source;

  bool uses_global() const {
    return kind != Kind::product && (!to_shared || (!from_shared && !immediate));
  }
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

  void clear();  // for the next block
};

}  // namespace simulator
