#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace simulator {

class Warp;

/// A register that threads only read, or an address that is known only when they run.
struct SpecialRegister {
  enum class Changes : std::uint8_t { never, between_warps, always };  // within a launch

  std::string_view name;  // in PTX
  Changes changes;
  /// Writes the values of the 32 lanes, each of `bytes` bytes, with `addend` added to it. `local`
  /// is where the frame that they are for begins in local memory.
  void (*fill)(Warp& warp, std::uint64_t local, std::byte* to, unsigned bytes,
               std::uint64_t addend);
};

// The machine defines them.

/// Null if there is none.
const SpecialRegister* special_register(std::string_view name);

/// The first address of the block's shared memory, of its dynamic part, and of a frame's local
/// memory.
extern const SpecialRegister shared_start, dynamic_shared_start, local_start;

}  // namespace simulator
