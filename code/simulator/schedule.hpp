#pragma once

#include <cstdint>
#include <string_view>

namespace simulator {

/// The order in which blocks, and the warps of a block, take their turns. In lockstep it is
/// forward, and the lanes of a warp have one program counter, as before Volta: those that wait for
/// the others where paths meet never go ahead, and of two paths one ends before the other runs.
struct Schedule {
  enum class Order { forward, reverse, random, starve, lockstep };

  Order order = Order::forward;
  std::uint64_t seed = 0;  // of Order::random

  /// Reads "forward", "reverse", "random:SEED", "starve" or "lockstep"; throws
  /// std::invalid_argument.
  static Schedule parse(std::string_view text);
};

}  // namespace simulator
