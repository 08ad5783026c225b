#pragma once

#include <bit>
#include <cstdint>

namespace simulator {

inline constexpr unsigned warp_size = 32;
inline constexpr std::uint32_t full_mask = ~std::uint32_t{0};

/// Calls body(lane) for every lane in the mask, lowest first.
template <class Body>
inline void for_lanes(std::uint32_t mask, Body&& body) {
  if (mask == full_mask) {
    for (unsigned lane = 0; lane < warp_size; ++lane) body(lane);
  } else {
    for (; mask != 0; mask &= mask - 1) body(unsigned(std::countr_zero(mask)));
  }
}

/// Calls body(lane, chosen) for all lanes; chosen: all ones for a lane in the mask, else zero. Such
/// a loop becomes vector instructions, which one over the lanes of a mask does not.
template <class Body>
inline void for_all_lanes(std::uint32_t mask, Body&& body) {
  if (mask == full_mask) {
    for (unsigned lane = 0; lane < warp_size; ++lane) body(lane, ~std::uint64_t{0});
  } else {
    for (unsigned lane = 0; lane < warp_size; ++lane) body(lane, -std::uint64_t(mask >> lane & 1));
  }
}

/// Are the lanes in the mask the first ones of the warp, without a gap?
inline bool are_first(std::uint32_t mask) {
  return (mask & (mask + 1)) == 0;
}

/// Do the lanes in the mask begin with the warp's first, without a gap, and the accesses of each
/// lie right behind those of the lane before it?
inline bool consecutive(const std::uint64_t* addresses, std::uint32_t mask, unsigned bytes) {
  if (!are_first(mask)) return false;
  std::uint64_t differs = 0;
  for_all_lanes(mask, [&](unsigned lane, std::uint64_t chosen) {
    differs |= (addresses[lane] ^ (addresses[0] + lane * bytes)) & chosen;
  });
  return differs == 0;
}

}  // namespace simulator
