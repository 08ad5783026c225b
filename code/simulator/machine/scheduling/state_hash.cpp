#include "simulator/machine/scheduling/state_hash.hpp"

#include <algorithm>
#include <cstring>

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

}  // namespace

std::uint64_t state_hash(const Warp& warp) {
  Hash hash;
  hash.mix(warp.next());
  hash.mix(std::uint64_t(warp.current_path()));
  const Path& current = warp.paths()[std::size_t(std::max(warp.current_path(), 0))];
  for (const Path& path : warp.paths()) {
    hash.mix(std::uint64_t(path.state) << 32 | path.mask);
    if (path.state != Path::State::dead && &path != &current) hash.mix(path.pc);
  }
  for (const auto& frame : warp.frames()) {
    hash.mix(frame->values, frame->function->frame_bytes);
    for (const std::uint64_t top : frame->tops) hash.mix(top);
  }
  hash.mix(warp.local_memory().data(), warp.local_memory().size());
  return hash.value();
}

}  // namespace simulator
