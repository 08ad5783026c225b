#include <algorithm>

#include "simulator/races/detector.hpp"

namespace simulator {

using namespace epoch;

// quote: proxy-fence
void BlockRaces::fence_proxy(unsigned thread) {
  fence(thread, Strength::device);
  Warp& warp = warps_[thread / 32];
  threads_[thread].proxy = threads_[thread].fence;
  warp.proxy = std::max({warp.proxy, warp.all_lanes, warp.last_sync[thread % 32]});
  proxy_ = std::max({proxy_, barrier_, warp.last_partial, granted(thread)});
}

Conflict BlockRaces::unfenced(unsigned thread, std::uint64_t address, unsigned bytes,
                              const ShadowCell* cell) const {
  const auto fenced = [&](std::uint64_t epoch) {
    const std::uint32_t time = time_of(epoch);
    const unsigned writer = thread_of(epoch);
    return time < launch_.start_ || time <= proxy_ || time <= warps_[writer / 32].proxy ||
           (!threads_.empty() && time <= std::max(threads_[writer].proxy, threads_[thread].proxy));
  };
  for (std::uint64_t at = address; at < address + bytes; ++at) {
    const std::uint64_t word = at / 4;
    const std::uint64_t written = cell[word - address / 4].write,
                        copied = word < written_by_proxy_.size() ? written_by_proxy_[word] : 0;
    const bool parts = reach_of(written) == split && launch_.is_now(written);
    const std::uint64_t epoch =
        parts ? shared_split()[written >> thread_shift][at % 4].write : of_byte(written, at % 4);
    if (epoch != copied && block_of(epoch) == block_ && !fenced(epoch))
      return {Conflict::Other::wrote, block_, thread_of(epoch)};
  }
  return {};
}
// end quote

void BlockRaces::wrote_by_proxy(const BlockRaces& issuer, unsigned thread, std::uint64_t address,
                                unsigned bytes) {
  const std::uint64_t end = (address + bytes + 3) / 4;
  if (written_by_proxy_.size() < end) written_by_proxy_.resize(end);
  for (std::uint64_t word = address / 4; word < end; ++word)
    written_by_proxy_[word] = issuer.epoch(thread, Strength::weak);
}

}  // namespace simulator
