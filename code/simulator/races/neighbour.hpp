#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "simulator/dim3.hpp"
#include "simulator/races/launch_races.hpp"

namespace simulator {

/// A piece of memory that a launch uses.
struct NeighbourPiece {
  static constexpr std::uint64_t chunk = 4096;  // bytes, of each of the marks

  std::uint64_t begin, end;                // addresses
  const ShadowCell* cells;                 // the launch's own, from the word of `begin` on
  const std::vector<std::uint8_t>* marks;  // of a Footprint: 0 for a chunk that it does not use
};

/// A launch as others see it that run, or did, before it was over: what it did to memory, and what
/// it hands over. It looks so while they run and it rests, or is over.
struct Neighbour {
  std::string kernel;
  Dim3 grid, block;
  std::function<std::string()> call;  // that launched it; may be empty
  std::uint32_t start = 0, end = 0;   // 0: it is not over
  /// It was over before this one began, but need not have been: its epochs are those that this
  /// one's cells had then.
  bool overlapped = false;
  std::vector<NeighbourPiece> pieces = {};  // by address
  const Races::Handovers* handovers = nullptr;
  const std::vector<std::array<ShadowCell, 4>>* split = nullptr;

  /// It is over: what it had is here.
  SharedKnowledge heard = nullptr;  // of others
  Races::Handovers left_handovers = {};
  std::vector<std::array<ShadowCell, 4>> left_split = {};
  std::shared_ptr<void> left_cells = {};
  std::uint64_t left_bytes = 0;  // of the cells that it used

  /// The cell of an address; null where it uses nothing near.
  const ShadowCell* cell(std::uint64_t address) const;
  bool is_now(std::uint64_t epoch) const {
    return epoch::time_of(epoch) >= start && (end == 0 || epoch::time_of(epoch) <= end);
  }
  bool was_over(std::uint32_t time) const { return end != 0 && end <= time; }
  /// Of the cells in use.
  std::uint64_t bytes() const;
};

using Neighbours = std::vector<std::shared_ptr<Neighbour>>;

/// Forgets those that were over first, if they have become too many or too large. Says when the
/// last of them was over, or 0.
std::uint32_t forget_some(Neighbours& neighbours);

}  // namespace simulator
