#pragma once

#include <cstdint>

namespace simulator {

/// What the race detector remembers of 4 bytes of memory: epochs of accesses. All zero: nothing.
/// Shared memory begins so in every block.
struct ShadowCell {
  std::uint64_t write = 0, read = 0;
};

/// Logical time of the memory whose cells bear epochs: it outlives launches.
struct RaceClock {
  std::uint32_t now = 1;
  /// What was before it comes before what is after it, also between launches that run at the same
  /// time: the host, or a copy, may have told the one of the other.
  std::uint32_t settled = 0;

  /// While one lives, memory is made ready that nobody has used, of which nobody is told.
  class Preparation {
   public:
    explicit Preparation(RaceClock& clock) : clock_(clock), settled_(clock.settled) {}
    ~Preparation() { clock_.settled = settled_; }
    Preparation(const Preparation&) = delete;
    Preparation& operator=(const Preparation&) = delete;

   private:
    RaceClock& clock_;
    const std::uint32_t settled_;
  };
};

/// Strength of an access and the scope within which it is strong.
enum class Strength : std::uint8_t { weak, volatile_, block, device, cluster, system };

/// Is an access strong for threads of another launch, so that the two may synchronise by it?
constexpr bool reaches_other_launches(Strength strength) {
  return strength == Strength::volatile_ || strength == Strength::device ||
         strength == Strength::system;
}

/// Every access has an epoch. From the lowest bit: time 28, spread 2, strength 2, reach 2, thread
/// 10, block 20.
namespace epoch {

/// A read epoch may stand for several readers: the last one, and others in the same warp, block or
/// grid.
enum Reach : unsigned { single, warp_wide, block_wide, grid_wide };

/// An epoch may stand for the neighbouring lanes of a warp that accessed a word's bytes or halves
/// at once, one each: the first of them is named.
enum Spread : unsigned { whole, over_bytes, over_halves };

inline constexpr unsigned time_bits = 28, spread_shift = 28, strength_shift = 30, reach_shift = 32,
                          thread_shift = 34, block_shift = 44;
inline constexpr std::uint32_t end_of_time = (1u << time_bits) - 1;
inline constexpr std::uint64_t block_mask = (1u << 20) - 1;

/// No write epoch is that wide: it marks a cell that was split into bytes. Its index is in the
/// upper bits.
inline constexpr Reach split = grid_wide;

/// Epochs that are spread are weak: the spread that none has, beside the scope of a block or the
/// device, marks the scope of a cluster or the system.
inline constexpr std::uint64_t no_spread = std::uint64_t{3} << spread_shift;

constexpr std::uint64_t bits_of(Strength strength) {
  switch (strength) {
    case Strength::cluster:
      return no_spread | std::uint64_t(Strength::block) << strength_shift;
    case Strength::system:
      return no_spread | std::uint64_t(Strength::device) << strength_shift;
    default:
      return std::uint64_t(strength) << strength_shift;
  }
}

constexpr std::uint64_t make(std::uint64_t block, unsigned thread, Strength strength,
                             std::uint32_t time) {
  return block << block_shift | std::uint64_t{thread} << thread_shift | bits_of(strength) | time;
}

constexpr std::uint32_t time_of(std::uint64_t epoch) {
  return epoch & end_of_time;
}
constexpr Strength strength_of(std::uint64_t epoch) {
  const auto rough = Strength(epoch >> strength_shift & 3);
  if ((epoch & no_spread) != no_spread) return rough;
  return rough == Strength::block    ? Strength::cluster
         : rough == Strength::device ? Strength::system
                                     : rough;
}
/// Of the two bits alone, which is enough to tell weak from strong, and the device's scope.
constexpr Strength rough_strength_of(std::uint64_t epoch) {
  return Strength(epoch >> strength_shift & 3);
}
constexpr Reach reach_of(std::uint64_t epoch) {
  return Reach(epoch >> reach_shift & 3);
}
constexpr Spread spread_of(std::uint64_t epoch) {
  const auto spread = unsigned(epoch >> spread_shift & 3);
  return spread == 3 ? whole : Spread(spread);
}
/// Is the epoch of one access to all of the word, and nothing special?
constexpr bool is_plain(std::uint64_t epoch) {
  return (epoch >> spread_shift & 3) == 0;
}
constexpr unsigned thread_of(std::uint64_t epoch) {
  return epoch >> thread_shift & 1023;
}
constexpr std::uint64_t block_of(std::uint64_t epoch) {
  return epoch >> block_shift;
}

constexpr std::uint64_t by_whom = ~std::uint64_t{0} << thread_shift;

/// Stands in the place of a write that comes before whatever may follow: a reader beside the one
/// that the read epoch names. As a write epoch it is older than all launches.
constexpr std::uint64_t aside(std::uint64_t reader) {
  return (reader & by_whom) | std::uint64_t{warp_wide} << reach_shift;
}
constexpr bool is_aside(std::uint64_t epoch) {
  return time_of(epoch) == 0 && reach_of(epoch) == warp_wide;
}

/// Stands in the place of a read: a weak write that a strong one, which came after it, has replaced
/// since. A strong write does not make others safe from it.
constexpr std::uint64_t replaced(std::uint64_t weak_write) {
  return weak_write | no_spread;
}
constexpr bool is_replaced(std::uint64_t epoch) {
  return (epoch & no_spread) == no_spread && rough_strength_of(epoch) == Strength::weak;
}

/// What a strong write, which does not race with them, leaves in the place of reads. Of what is
/// older than `settled` nobody need know.
constexpr std::uint64_t left_by_strong(const ShadowCell& cell, std::uint64_t settled) {
  const bool write = (time_of(cell.write) >= settled) &
                     (rough_strength_of(cell.write) == Strength::weak),
             read = (time_of(cell.read) >= settled) & is_replaced(cell.read);
  const std::uint64_t earlier = read ? cell.read : 0;
  return write ? replaced(cell.write) : earlier;
}

constexpr std::uint64_t with_reach(std::uint64_t epoch, Reach reach) {
  return epoch | std::uint64_t{reach} << reach_shift;
}

/// Of the last alone of those that an epoch stands for.
constexpr std::uint64_t of_one(std::uint64_t epoch) {
  return epoch & ~with_reach(0, Reach(3));
}

constexpr std::uint64_t with_spread(std::uint64_t epoch, Spread spread) {
  return epoch | std::uint64_t{spread} << spread_shift;
}

/// The epoch of the lane that accessed a byte of a word.
constexpr std::uint64_t of_byte(std::uint64_t epoch, unsigned byte) {
  const Spread spread = spread_of(epoch);
  if (spread == whole) return epoch;
  const unsigned lane = spread == over_bytes ? byte : byte / 2;
  return (epoch & ~with_spread(0, Spread(3))) + (std::uint64_t{lane} << thread_shift);
}

}  // namespace epoch
}  // namespace simulator
