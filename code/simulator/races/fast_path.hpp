#pragma once

#include <algorithm>
#include <cstdint>

#include "simulator/races/epochs.hpp"

namespace simulator {

/// What one instruction of a warp can tell of a label by a few comparisons. Nearly every cell bears
/// labels of an earlier launch, of before the last barrier, or of the same thread; what else there
/// is takes BlockRaces a closer look. Truths are 1 and 0, without branches, so that compilers look
/// at many lanes side by side.
struct FastPath {
  std::uint32_t start;       // labels older than this are of earlier launches
  std::uint32_t barrier;     // time of the block's last barrier of all threads
  std::uint32_t all_lanes;   // and of the last one of the warp
  std::uint32_t met_others;  // has the warp met others by anything else?
  std::uint64_t mine;        // label of the warp's lane 0 now, weak
  std::uint32_t past;        // a write before need not be known any more
  std::uint64_t settled;     // whoever made a label before, it comes before what the warp does now

  std::uint64_t label_of(unsigned lane) const {
    return mine + (std::uint64_t{lane} << label::thread_shift);
  }

  /// Are both labels of a cell from before `settled`, as nearly all are, and is it not split? To be
  /// asked of the sum over many cells.
  struct Age {
    std::uint64_t late = 0, split = 0;

    explicit operator bool() const { return std::int64_t(late) >= 0 && (split >> 33 & 1) == 0; }
  };
  void look_at(const Cell& cell, Age& age) const {
    age.late |=
        (settled - 1 - label::time_of(cell.write)) | (settled - 1 - label::time_of(cell.read));
    age.split |= cell.write & cell.write << 1;  // both bits of the reach
  }

  /// Does what the label stands for come before what the lane does now? For sure, if so.
  std::uint32_t ordered(std::uint64_t label, unsigned lane) const {
    const std::uint32_t same = apart(label, label_of(lane)) == 0;
    return met(label) | (same & std::uint32_t(label::is_plain(label)));
  }

  /// The same for the lanes that share a word, of which `lane` is the first.
  std::uint32_t ordered(std::uint64_t label, unsigned lane, label::Spread spread) const {
    const std::uint64_t own = label::with_spread(label_of(lane), spread);
    return met(label) | std::uint32_t((label ^ own) >> label::time_bits == 0);
  }

  /// Can `joined` not tell what one more reader makes of a read label?
  std::uint32_t unclear(std::uint64_t label, unsigned lane) const {
    return (ordered(label, lane) ^ 1) &
           (met_others | std::uint32_t(!label::is_plain(label)) |
            std::uint32_t(label::rough_strength_of(label) != Strength::weak));
  }

  /// The read label of a word that the lane reads as well.
  std::uint64_t joined(std::uint64_t label, unsigned lane) const {
    const std::uint32_t distance = apart(label, mine);
    const std::uint32_t least =
        1 + std::uint32_t(distance >> warp_bits != 0) + std::uint32_t(distance >> block_bits != 0);
    const std::uint32_t reach = std::max(std::uint32_t(label::reach_of(label)), least);
    const std::uint32_t others = ordered(label, lane) ^ 1;
    return label_of(lane) | std::uint64_t{reach * others} << label::reach_shift;
  }

  /// The write label of that word then.
  std::uint64_t beside(std::uint64_t write, std::uint64_t read, unsigned lane) const {
    const bool first = (label::reach_of(read) == label::single) & (ordered(read, lane) == 0);
    return first & (label::time_of(write) < past) ? label::aside(read) : write;
  }

 private:
  static constexpr unsigned warp_bits = label::thread_shift - label::reach_shift + 5,
                            block_bits = label::block_shift - label::reach_shift;

  /// Of block, thread and reach: zero where one thread made both labels, and no other.
  static std::uint32_t apart(std::uint64_t a, std::uint64_t b) {
    return std::uint32_t((a ^ b) >> label::reach_shift);
  }

  std::uint32_t met(std::uint64_t label) const {
    const std::uint32_t time = label::time_of(label), reach = label::reach_of(label);
    const std::uint32_t distance = apart(label, mine);
    const std::uint32_t in_block = distance >> block_bits == 0,
                        in_warp = distance >> warp_bits == 0;
    return std::uint32_t(time < start) |
           (in_block & std::uint32_t(reach < label::grid_wide) & std::uint32_t(time <= barrier)) |
           (in_warp & std::uint32_t(reach < label::block_wide) & std::uint32_t(time <= all_lanes));
  }
};

}  // namespace simulator
