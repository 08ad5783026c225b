#include "simulator/machine/spinning.hpp"

#include <algorithm>

#include "simulator/machine/execution.hpp"
#include "simulator/machine/state_hash.hpp"
#include "simulator/machine/warp.hpp"

namespace simulator {
namespace {

/// While one lives, what a launch reads goes to `awaited`.
class Observation {
 public:
  Observation(Execution& launch, Awaited* awaited) : execution_(awaited ? &launch : nullptr) {
    if (execution_ != nullptr) execution_->observe(awaited, false);
  }
  ~Observation() {
    if (execution_ != nullptr) execution_->observe(nullptr, false);
  }
  Observation(const Observation&) = delete;
  Observation& operator=(const Observation&) = delete;

 private:
  Execution* execution_;
};

/// What comes of some more instructions of the current path.
enum class Loop : std::uint8_t { goes_on, looks_at_the_clock, repeats };

Loop look_at_path(Warp& warp) {
  constexpr std::uint64_t longest_loop = 4096;
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

/// Of any path, lanes that wait for those on it go ahead.
bool part_any(Warp& warp) {
  for (unsigned path = 0; path < warp_size; ++path) {
    if (warp.part()) return true;
    if (!warp.rotate()) return false;
  }
  return false;
}

}  // namespace

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
      // Where the clock decides, each path may be what the others wait for.
      if (all == Loop::repeats ? warp->part() : all != Loop::goes_on && part_any(*warp))
        result = Spinning::parted;
    }
  }
  return result;
}

}  // namespace simulator
