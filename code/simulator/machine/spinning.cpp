#include "simulator/machine/spinning.hpp"

#include <algorithm>
#include <cstring>

#include "simulator/machine/execution.hpp"
#include "simulator/machine/warp.hpp"

namespace simulator {
namespace {

class Hash {
 public:
  void mix(std::uint64_t word) {
    value_ = (value_ ^ word) * 0x100000001b3ull;
    value_ ^= value_ >> 29;
  }
  void mix(const std::byte* bytes, std::size_t count) {
    for (std::size_t k = 0; k + 8 <= count; k += 8) {
      std::uint64_t word;
      std::memcpy(&word, bytes + k, sizeof word);
      mix(word);
    }
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ull;
};

/// Of everything that decides what the warp does next, except memory.
std::uint64_t state_hash(const Warp& warp) {
  Hash hash;
  hash.mix(warp.next());
  hash.mix(std::uint64_t(warp.current_path()));
  const Path& current = warp.paths()[std::size_t(std::max(warp.current_path(), 0))];
  for (const Path& path : warp.paths()) {
    hash.mix(std::uint64_t(path.state) << 32 | path.mask);
    if (path.state != Path::State::dead && &path != &current) hash.mix(path.pc);
  }
  for (const auto& frame : warp.frames()) hash.mix(frame->values, frame->function->frame_bytes);
  hash.mix(warp.local_memory().data(), warp.local_memory().size());
  return hash.value();
}

bool repeats(Warp& warp) {
  constexpr std::uint64_t longest_loop = 4096;
  const Progress& progress = warp.launch().progress();
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

Spinning look_for_spinning(std::vector<std::unique_ptr<Block>>& blocks) {
  Spinning result = Spinning::all;
  for (auto& block : blocks) {
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
