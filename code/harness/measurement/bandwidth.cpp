#include "harness/measurement/bandwidth.hpp"

#include <stdexcept>
#include <string>

namespace harness {

// quote: judge
void judge(Timing& timing, const Traffic& traffic, const Limits& limits) {
  if (traffic.bytes <= 0) return;
  timing.in_l2 = (traffic.footprint > 0 ? traffic.footprint : traffic.bytes) <= limits.l2_bytes;
  double moved = traffic.bytes / (timing.median * 1e-3);
  if (timing.in_l2 || limits.peak <= 0 || moved <= limits.peak) return;
  throw std::runtime_error(std::to_string(moved / 1e9) + " GB/s is more than the memory's peak, " +
                           std::to_string(limits.peak / 1e9) +
                           " GB/s: the bytes are wrong, or the kernel is");
}
// end quote

}  // namespace harness
