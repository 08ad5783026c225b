#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "simulator/dim3.hpp"
#include "simulator/races/epochs.hpp"
#include "simulator/races/knowledge.hpp"

namespace simulator {

struct Neighbour;

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
  /// From now on, other launches look like that: all that run, and those that are over of which
  /// some that runs need know. They stay where they are until the next call.
  /// `call` says from where this one was launched, and may be empty.
  void run_beside(const std::vector<const Neighbour*>& others, std::function<std::string()> call);
  bool is_beside_others() const { return !others_.empty(); }
  /// The next launch in the stream may begin, if it asked for that, though this one is not over.
  void let_next_begin() { lets_next_begin_ = true; }
  bool lets_next_begin() const { return lets_next_begin_; }
  /// Does another launch use memory near that address?
  bool others_use(std::uint64_t address) const;
  /// The host may tell all others what it has seen of this launch, or the other way round.
  void settle() { clock_.settled = clock_.now; }
  /// As others see it while it rests.
  Neighbour neighbour(std::string kernel) const;
  /// The same when it is over, once and for all.
  void leave(Neighbour& neighbour);
  const Dim3& grid() const { return grid_; }
  const Dim3& block() const { return block_; }
  const std::function<std::string()>& call() const { return call_; }

  /// Which of some words of global memory were read, written and last written by a strong access in
  /// this launch: 1 or 0 for each. Of reads that writes followed nothing is known any more.
  void find_uses(const ShadowCell* cells, std::size_t count, std::uint8_t* read,
                 std::uint8_t* wrote, std::uint8_t* updated) const;
  /// Has any of the words been written in this launch, or any part of it?
  bool any_written(const ShadowCell* cells, unsigned count) const {
    bool any = false;
    for (unsigned k = 0; k < count; ++k) any |= is_now(cells[k].write);
    return any;
  }
  /// Was nothing done to the words in this launch but by strong writes?
  bool are_only_updated(const ShadowCell* cells, unsigned count) const;

  /// How a word or a byte was used in this launch, the last access, as far as its epoch tells it.
  struct CellUse {
    enum What : std::uint8_t { nothing, only_read, written, byte_by_byte };

    What what = nothing;
    Strength strength = Strength::weak;  // of the write, if there is one

    bool operator==(const CellUse&) const = default;
  };
  void find_last_uses(const ShadowCell* cells, std::size_t count, CellUse* uses) const;
  /// The one use of all these words, if their epochs show at a glance that it is one.
  std::optional<CellUse> only_use(const ShadowCell* cells, std::size_t count) const;
  /// A word of global memory that strong reads were told something by, whatever was done there
  /// afterwards.
  struct Poll {
    std::uint64_t word;  // address / 4
    Strength strength;

    bool operator<(const Poll& other) const { return word < other.word; }
  };
  /// All such words, by their addresses, or as many as are kept in mind.
  std::vector<Poll> polls() const;
  /// Of the bytes of a word that was used byte by byte.
  std::array<CellUse, 4> uses_of_bytes(const ShadowCell& cell) const;

  /// What a write hands over to threads that acquire.
  struct Message {
    SharedKnowledge all;
    SharedKnowledge fenced;  // of that, what lies before fence.sc: any strong write hands it on
    /// What was only read before: for a fence.sc of whoever acquires this.
    SharedKnowledge sequential;

    bool operator==(const Message&) const = default;
  };
  struct Handover : Message {
    std::uint64_t releasers = 0;  // a bit for each thread that has ever released here, modulo 64
    // By them, before others wrote there: they hand it on again.
    SharedKnowledge released, released_sequential;
    Message heard = {};  // last, of another launch that wrote there: as that has it
  };
  using Handovers = std::unordered_map<std::uint64_t, Handover>;  // by address
  /// What others that are over had heard when this launch began: that comes before all it does.
  const SharedKnowledge& inherited() const { return inherited_; }

 private:
  friend class ClusterRaces;
  friend class HappensBefore;
  friend class BlockRaces;

  std::uint32_t tick();
  bool is_now(std::uint64_t epoch) const { return epoch::time_of(epoch) >= start_; }
  CellUse use_of(const ShadowCell& cell) const;
  void note_poll(std::uint64_t word, std::uint64_t read_before, const ShadowCell& cell);

  /// Who polled a word.
  struct Polled {
    static constexpr unsigned most = 4;  // that are told apart

    Strength strength = Strength::weak;
    bool in_vain = false;  // a thread that heard of none of them looked there, too
    unsigned count = 0;
    std::array<std::uint64_t, most> by = {};  // epochs, of a thread each
  };

  RaceClock& clock_;
  Dim3 grid_, block_;
  bool copies_;
  std::uint32_t start_;                           // epochs older than this are of earlier launches
  Handovers handovers_;                           // between blocks
  std::vector<std::array<ShadowCell, 4>> split_;  // cells of single bytes of global memory
  std::vector<const Neighbour*> others_;          // that run at the same time
  std::function<std::string()> call_;
  bool lets_next_begin_ = false;
  SharedKnowledge overlapped_;  // what who waits for the launch before this one knows; or null
  SharedKnowledge inherited_;
  SharedKnowledge heard_;                                  // of others: by any thread
  std::unordered_map<std::uint64_t, std::uint32_t> seen_;  // by words: the last strong write of
                                                           // others that was read by a strong read
  std::unordered_map<std::uint64_t, Polled> polled_;       // by words
};

}  // namespace simulator
