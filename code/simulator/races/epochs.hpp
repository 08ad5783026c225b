#pragma once

#include <cstdint>

namespace simulator {

/// What the race detector remembers of 4 bytes of memory: labels of accesses. All zero: nothing.
/// Shared memory begins so in every block.
struct Cell {
  std::uint64_t write = 0, read = 0;
};

/// Logical time of the memory whose cells bear labels: it outlives launches.
struct RaceClock {
  std::uint32_t now = 1;
};

/// Strength of an access and the scope within which it is strong.
enum class Strength : std::uint8_t { weak, volatile_, block, device, cluster };

/// Every access has a label. From the lowest bit: time 28, spread 2, strength 2, reach 2, thread
/// 10, block 20.
namespace label {

/// A read label may stand for several readers: the last one, and others in the same warp, block or
/// grid.
enum Reach : unsigned { single, warp_wide, block_wide, grid_wide };

/// A label may stand for the neighbouring lanes of a warp that accessed a word's bytes or halves at
/// once, one each: the first of them is named.
enum Spread : unsigned { whole, over_bytes, over_halves };

inline constexpr unsigned time_bits = 28, spread_shift = 28, strength_shift = 30, reach_shift = 32,
                          thread_shift = 34, block_shift = 44;
inline constexpr std::uint32_t end_of_time = (1u << time_bits) - 1;
inline constexpr std::uint64_t block_mask = (1u << 20) - 1;

/// No write label is that wide: it marks a cell that was split into bytes. Its index is in the
/// upper bits.
inline constexpr Reach split = grid_wide;

/// Labels that are spread are weak: the spread that none has, beside the scope of a block, marks
/// the scope of a cluster.
inline constexpr std::uint64_t cluster_scope =
    std::uint64_t{3} << spread_shift | std::uint64_t(Strength::block) << strength_shift;

constexpr std::uint64_t bits_of(Strength strength) {
  return strength == Strength::cluster ? cluster_scope : std::uint64_t(strength) << strength_shift;
}

constexpr std::uint64_t make(std::uint64_t block, unsigned thread, Strength strength,
                             std::uint32_t time) {
  return block << block_shift | std::uint64_t{thread} << thread_shift | bits_of(strength) | time;
}

constexpr std::uint32_t time_of(std::uint64_t label) {
  return label & end_of_time;
}
constexpr Strength strength_of(std::uint64_t label) {
  constexpr std::uint64_t field = 15;  // spread and strength
  if ((label >> spread_shift & field) == cluster_scope >> spread_shift) return Strength::cluster;
  return Strength(label >> strength_shift & 3);
}
/// Of the two bits alone, which is enough to tell weak from strong, and the device's scope.
constexpr Strength rough_strength_of(std::uint64_t label) {
  return Strength(label >> strength_shift & 3);
}
constexpr Reach reach_of(std::uint64_t label) {
  return Reach(label >> reach_shift & 3);
}
constexpr Spread spread_of(std::uint64_t label) {
  const auto spread = unsigned(label >> spread_shift & 3);
  return spread == 3 ? whole : Spread(spread);
}
/// Is the label of one access to all of the word, and not of a cluster's scope?
constexpr bool is_plain(std::uint64_t label) {
  return (label >> spread_shift & 3) == 0;
}
constexpr unsigned thread_of(std::uint64_t label) {
  return label >> thread_shift & 1023;
}
constexpr std::uint64_t block_of(std::uint64_t label) {
  return label >> block_shift;
}

constexpr std::uint64_t by_whom = ~std::uint64_t{0} << thread_shift;

/// Stands in the place of a write that comes before whatever may follow: a reader beside the one
/// that the read label names. As a write label it is older than all launches.
constexpr std::uint64_t aside(std::uint64_t reader) {
  return (reader & by_whom) | std::uint64_t{warp_wide} << reach_shift;
}
constexpr bool is_aside(std::uint64_t label) {
  return time_of(label) == 0 && reach_of(label) == warp_wide;
}

constexpr std::uint64_t with_reach(std::uint64_t label, Reach reach) {
  return label | std::uint64_t{reach} << reach_shift;
}

constexpr std::uint64_t with_spread(std::uint64_t label, Spread spread) {
  return label | std::uint64_t{spread} << spread_shift;
}

/// The label of the lane that accessed a byte of a word.
constexpr std::uint64_t of_byte(std::uint64_t label, unsigned byte) {
  const Spread spread = spread_of(label);
  if (spread == whole) return label;
  const unsigned lane = spread == over_bytes ? byte : byte / 2;
  return (label & ~with_spread(0, Spread(3))) + (std::uint64_t{lane} << thread_shift);
}

}  // namespace label
}  // namespace simulator
