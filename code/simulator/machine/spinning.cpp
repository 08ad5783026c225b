#include "simulator/machine/spinning.hpp"

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

bool repeats(Warp& warp) {
  constexpr std::uint64_t longest_loop = 4096;
  const Progress& progress = warp.execution().progress();
  const std::uint64_t start = state_hash(warp), changes = progress.changes;
  const std::uint32_t next = warp.next();
  warp.let_ended_compute(false);
  bool same = false;
  for (std::uint64_t k = 0; k < longest_loop && !same; ++k) {
    warp.run(1);
    if (progress.changes != changes || !warp.ready()) break;
    same = warp.next() == next && state_hash(warp) == start;
  }
  warp.let_ended_compute(true);
  return same;
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
      bool spins = true;
      for (unsigned path = 0; path < warp_size && spins; ++path) {
        spins = repeats(*warp);
        if (!warp->rotate()) break;
      }
      if (!spins && result == Spinning::all) result = Spinning::none;
      if (spins && warp->part()) result = Spinning::parted;
    }
  }
  return result;
}

}  // namespace simulator
