#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simulator/dim3.hpp"
#include "simulator/races/epochs.hpp"
#include "simulator/races/knowledge.hpp"

namespace simulator {

/// One launch: what blocks tell each other through global memory.
class Races {
 public:
  /// Everything before this launch is ordered before it. `copies`: are there asynchronous copies,
  /// to which barriers show nothing that was written to shared memory?
  Races(RaceClock& clock, const Dim3& grid, const Dim3& block, bool copies = true);
  Races(const Races&) = delete;
  Races& operator=(const Races&) = delete;

  /// Until now, and not from now on.
  std::uint32_t now() { return tick(); }
  const Dim3& grid() const { return grid_; }
  const Dim3& block() const { return block_; }

  /// Which of some words of global memory were read, written and last written by a strong access in
  /// this launch: 1 or 0 for each. Of reads that writes followed nothing is known any more.
  void find_uses(const ShadowCell* cells, std::size_t count, std::uint8_t* read,
                 std::uint8_t* wrote, std::uint8_t* updated) const;
  /// Was nothing done to the words in this launch but by strong writes?
  bool are_only_updated(const ShadowCell* cells, unsigned count) const;

  /// How the four bytes of a word were used in this launch, the last access of each, as far as its
  /// epoch tells it.
  struct ByteUses {
    bool whole = true;  // all bytes alike
    std::array<bool, 4> read{}, wrote{};
    std::array<Strength, 4> strength{};  // of the write, if there is one
  };
  ByteUses byte_uses(const ShadowCell& cell) const;
  /// So many words, the first among them, were used alike. One that was used byte by byte is alone.
  std::size_t alike(const ShadowCell* cells, std::size_t count) const;

 private:
  friend class ClusterRaces;
  friend class HappensBefore;
  friend class BlockRaces;

  /// What a write hands over to threads that acquire.
  struct Message {
    SharedKnowledge all;
    SharedKnowledge fenced;  // of that, what lies before fences: any strong write hands it on
  };
  struct Handover : Message {
    std::uint64_t releasers = 0;  // a bit for each thread that has ever released here, modulo 64
    SharedKnowledge released;     // by them, before others wrote there: they hand it on again
  };
  using Handovers = std::unordered_map<std::uint64_t, Handover>;  // by address

  std::uint32_t tick();
  bool is_now(std::uint64_t epoch) const { return epoch::time_of(epoch) >= start_; }

  RaceClock& clock_;
  Dim3 grid_, block_;
  bool copies_;
  std::uint32_t start_;                           // epochs older than this are of earlier launches
  Handovers handovers_;                           // between blocks
  std::vector<std::array<ShadowCell, 4>> split_;  // cells of single bytes of global memory
};

}  // namespace simulator
