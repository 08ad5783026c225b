#pragma once

#include <cstdint>
#include <string_view>

namespace simulator {

/// The order in which blocks, and the warps of a block, take their turns.
struct Schedule {
  enum class Order { forward, reverse, random, starve };

  Order order = Order::forward;
  std::uint64_t seed = 0;  // of Order::random

  /// Reads "forward", "reverse", "random:SEED" or "starve"; throws std::invalid_argument.
  static Schedule parse(std::string_view text);
};

}  // namespace simulator
