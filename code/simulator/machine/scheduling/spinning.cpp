#include "simulator/machine/scheduling/spinning.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "simulator/machine/access/access_observer.hpp"
#include "simulator/machine/execution.hpp"
#include "simulator/machine/scheduling/deadlock.hpp"
#include "simulator/machine/scheduling/state_hash.hpp"
#include "simulator/machine/warp.hpp"

namespace simulator {
namespace {

/// While one lives, what a launch accesses goes to an observer, if that is given.
class Observation {
 public:
  Observation(Execution& launch, AccessObserver* observer)
      : execution_(observer ? &launch : nullptr) {
    if (execution_ != nullptr) execution_->observe(observer, false);
  }
  ~Observation() {
    if (execution_ != nullptr) execution_->observe(nullptr, false);
  }
  Observation(const Observation&) = delete;
  Observation& operator=(const Observation&) = delete;

 private:
  Execution* execution_;
};

constexpr std::uint64_t longest_loop = 4096;  // instructions

/// What comes of some more instructions of the current path.
enum class Loop : std::uint8_t { goes_on, looks_at_the_clock, repeats };

Loop look_at_path(Warp& warp) {
  const Progress& progress = warp.execution().progress();
  const std::uint64_t start = state_hash(warp), changes = progress.changes,
                      looks = progress.looks_at_clock;
  const std::uint32_t next = warp.next();
  warp.let_ended_compute(false);
  bool same = false, goes_on = false;
  for (std::uint64_t k = 0; k < longest_loop && !same && !goes_on; ++k) {
    warp.run(1);
    goes_on = progress.changes != changes || !warp.ready();
    same = !goes_on && warp.next() == next && state_hash(warp) == start;
  }
  warp.let_ended_compute(true);
  if (same) return Loop::repeats;
  return !goes_on && progress.looks_at_clock != looks ? Loop::looks_at_the_clock : Loop::goes_on;
}

/// Where nobody else can help: lanes that wait for those that wait themselves go ahead.
bool part_from_waiting(std::vector<std::unique_ptr<Block>>& blocks) {
  bool any = false;
  for (auto& block : blocks)
    if (!block->ended())
      for (auto& warp : block->warps()) any = warp->part_from_waiting() || any;
  return any;
}

/// Does it look at what others may write?
bool is_strong_read(const Instruction& i) {
  constexpr const char* words[] = {".volatile", ".relaxed", ".acquire", "_wait", "atom."};
  const std::string_view text = i.text;
  return std::any_of(std::begin(words), std::end(words),
                     [&](const char* word) { return text.find(word) != text.npos; });
}

/// Notes whether threads look at what others may write, as those do that wait for it.
class Watch : public AccessObserver {
 public:
  void accessed(Warp& warp, StateSpace, std::uint32_t, const std::uint64_t*, unsigned,
                Use use) override {
    looks = looks || use == Use::update || is_strong_read(warp.instruction());
  }

  bool looks = false;
};

/// Does the warp, in some more instructions, look at what others may write?
bool looks_around(Warp& warp) {
  Watch watch;
  {
    const Observation observation(warp.execution(), &watch);
    warp.run(longest_loop);
  }
  return watch.looks && warp.ready();
}

/// Of a path that repeats itself: as far as such an instruction.
template <class Wanted>
bool stop_at(Warp& warp, Wanted wanted) {
  for (std::uint64_t k = 0; k < longest_loop; ++k) {
    if (wanted(instruction_of(warp, warp.paths()[std::size_t(warp.current_path())]))) return true;
    warp.run(1);
  }
  return false;
}

}  // namespace

void stop_at_accesses(Block& block) {
  const auto is_access = [](const Instruction& i) { return i.kind == InstructionClass::memory; };
  for (auto& warp : block.warps())
    for (unsigned path = 0; path < warp_size && warp->ready(); ++path) {
      if (look_at_path(*warp) == Loop::repeats && !stop_at(*warp, is_strong_read))
        stop_at(*warp, is_access);
      if (!warp->rotate()) break;
    }
}

Spinning look_for_spinning(std::vector<std::unique_ptr<Block>>& blocks, Awaited* awaited) {
  Spinning result = Spinning::all;
  for (auto& block : blocks) {
    if (block->ended()) continue;
    const Observation observation(block->execution(), awaited);
    for (auto& warp : block->warps()) {
      if (warp->let_leave()) result = Spinning::parted;
      if (!warp->ready()) continue;
      Loop all = Loop::repeats;
      for (unsigned path = 0; path < warp_size && all != Loop::goes_on; ++path) {
        all = std::min(all, look_at_path(*warp));
        if (!warp->rotate()) break;
      }
      if (all == Loop::goes_on && result >= Spinning::timed) result = Spinning::none;
      if (all == Loop::looks_at_the_clock && result == Spinning::all) result = Spinning::timed;
      // Of each path that spins, those who wait for it may be what the others wait for.
      if (all != Loop::goes_on && warp->part()) result = Spinning::parted;
    }
  }
  if (result >= Spinning::timed && part_from_waiting(blocks)) result = Spinning::parted;
  return result;
}

void let_waiting_ahead(std::vector<std::unique_ptr<Block>>& blocks) {
  for (auto& block : blocks) {
    if (block->ended()) continue;
    for (auto& warp : block->warps())
      if (warp->ready() && looks_around(*warp)) warp->part();
  }
}

}  // namespace simulator
