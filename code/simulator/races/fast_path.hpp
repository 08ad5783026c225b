#pragma once

#include <algorithm>
#include <cstdint>

#include "simulator/races/epochs.hpp"

namespace simulator {

/// What one instruction of a warp can tell of an epoch by a few comparisons. Nearly every cell
/// bears epochs of an earlier launch, of before the last barrier, or of the same thread; what else
/// there is takes BlockRaces a closer look. Truths are 1 and 0, without branches, so that compilers
/// look at many lanes side by side.
struct FastPath {
  std::uint32_t start;       // epochs older than this are of earlier launches
  std::uint32_t barrier;     // time of the block's last barrier of all threads
  std::uint32_t all_lanes;   // and of the last one of the warp
  std::uint32_t met_others;  // has the warp met others by anything else?
  std::uint64_t mine;        // epoch of the warp's lane 0 now, weak
  std::uint32_t past;        // a write before need not be known any more
  std::uint64_t settled;     // whoever made an epoch before, it comes before what the warp does now

  std::uint64_t epoch_of(unsigned lane) const {
    return mine + (std::uint64_t{lane} << epoch::thread_shift);
  }

  /// Are both epochs of a cell from before `settled`, as nearly all are, and is it not split? To be
  /// asked of the sum over many cells.
  struct Age {
    std::uint64_t late = 0, split = 0;

    explicit operator bool() const { return std::int64_t(late) >= 0 && (split >> 33 & 1) == 0; }
  };
  void look_at(const ShadowCell& cell, Age& age) const {
    age.late |=
        (settled - 1 - epoch::time_of(cell.write)) | (settled - 1 - epoch::time_of(cell.read));
    age.split |= cell.write & cell.write << 1;  // both bits of the reach
  }

  /// Negative if the epoch is not from before `settled`, nor strong.
  std::uint64_t late_and_weak(std::uint64_t epoch) const {
    constexpr unsigned sign = 63;
    const std::uint64_t strong =
        epoch << (sign - epoch::strength_shift) | epoch << (sign - epoch::strength_shift - 1);
    return (settled - 1 - epoch::time_of(epoch)) & ~strong;
  }

  /// Does what the epoch stands for come before what the lane does now? For sure, if so.
  std::uint32_t ordered(std::uint64_t epoch, unsigned lane) const {
    const std::uint32_t same = apart(epoch, epoch_of(lane)) == 0;
    return met(epoch) | (same & std::uint32_t(epoch::is_plain(epoch)));
  }

  /// The same for the lanes that share a word, of which `lane` is the first.
  std::uint32_t ordered(std::uint64_t epoch, unsigned lane, epoch::Spread spread) const {
    const std::uint64_t own = epoch::with_spread(epoch_of(lane), spread);
    return met(epoch) | std::uint32_t((epoch ^ own) >> epoch::time_bits == 0);
  }

  /// Can `joined` not tell what one more reader makes of a read epoch?
  std::uint32_t unclear(std::uint64_t epoch, unsigned lane) const {
    return (ordered(epoch, lane) ^ 1) &
           (met_others | std::uint32_t(!epoch::is_plain(epoch)) |
            std::uint32_t(epoch::rough_strength_of(epoch) != Strength::weak));
  }

  /// The read epoch of a word that the lane reads as well.
  std::uint64_t joined(std::uint64_t epoch, unsigned lane) const {
    const std::uint32_t distance = apart(epoch, mine);
    const std::uint32_t least =
        1 + std::uint32_t(distance >> warp_bits != 0) + std::uint32_t(distance >> block_bits != 0);
    const std::uint32_t reach = std::max(std::uint32_t(epoch::reach_of(epoch)), least);
    const std::uint32_t others = ordered(epoch, lane) ^ 1;
    return epoch_of(lane) | std::uint64_t{reach * others} << epoch::reach_shift;
  }

  /// The write epoch of that word then.
  std::uint64_t beside(std::uint64_t write, std::uint64_t read, unsigned lane) const {
    const bool first = (epoch::reach_of(read) == epoch::single) & (ordered(read, lane) == 0);
    return first & (epoch::time_of(write) < past) ? epoch::aside(read) : write;
  }

 private:
  static constexpr unsigned warp_bits = epoch::thread_shift - epoch::reach_shift + 5,
                            block_bits = epoch::block_shift - epoch::reach_shift;

  /// Of block, thread and reach: zero where one thread made both epochs, and no other.
  static std::uint32_t apart(std::uint64_t a, std::uint64_t b) {
    return std::uint32_t((a ^ b) >> epoch::reach_shift);
  }

  std::uint32_t met(std::uint64_t epoch) const {
    const std::uint32_t time = epoch::time_of(epoch), reach = epoch::reach_of(epoch);
    const std::uint32_t distance = apart(epoch, mine);
    const std::uint32_t in_block = distance >> block_bits == 0,
                        in_warp = distance >> warp_bits == 0;
    return std::uint32_t(time < start) |
           (in_block & std::uint32_t(reach < epoch::grid_wide) & std::uint32_t(time <= barrier)) |
           (in_warp & std::uint32_t(reach < epoch::block_wide) & std::uint32_t(time <= all_lanes));
  }
};

}  // namespace simulator
