#pragma once

#include <cstdint>

namespace simulator {

/// The first multiple of `unit` that is not below n.
constexpr std::uint64_t round_up(std::uint64_t n, std::uint64_t unit) {
  return (n + unit - 1) / unit * unit;
}

}  // namespace simulator
