#include "simulator/instructions/access_counts.hpp"

#include <algorithm>

#include "simulator/observation/traffic.hpp"

namespace simulator {
namespace {

/// The wavefronts that bank conflicts add to a request, by its width.
void count_conflicts(Request& r, unsigned wavefronts) {
  Counts& counts = r.warp.execution().counts();
  (r.bytes <= 4   ? counts.shared_conflicts_4_bytes
   : r.bytes == 8 ? counts.shared_conflicts_8_bytes
                  : counts.shared_conflicts_16_bytes) +=
      wavefronts - std::min(wavefronts, least_wavefronts(r.mask, r.bytes));
}

}  // namespace

void count_load(Request& r) {
  if (!r.warp.execution().checked()) return;
  Counts& counts = r.warp.execution().counts();
  switch (r.space) {
    case StateSpace::global: {
      ++counts.global_load_requests;
      const Touched there = touched(r.addresses, r.mask, r.bytes);
      counts.global_load_sectors += there.sectors;
      counts.global_load_lines += there.lines;
      counts.global_load_bytes += std::uint64_t(std::popcount(r.mask)) * r.bytes;
      break;
    }
    case StateSpace::shared: {
      if (r.is_remote()) {
        ++counts.remote_shared_load_requests;
        break;
      }
      ++counts.shared_load_requests;
      const unsigned passes = load_wavefronts(r.addresses, r.mask, r.bytes);
      counts.shared_load_wavefronts += passes;
      count_conflicts(r, passes);
      break;
    }
    case StateSpace::local:
      ++counts.local_loads;
      break;
    default:
      break;
  }
}

void count_matrix_load(Request& r) {
  if (r.space != StateSpace::shared || r.is_remote()) return count_load(r);
  if (!r.warp.execution().checked()) return;
  Counts& counts = r.warp.execution().counts();
  ++counts.shared_load_requests;
  const unsigned passes = store_wavefronts(r.addresses, r.mask, r.bytes);  // in groups of eight
  counts.shared_load_wavefronts += passes;
  count_conflicts(r, passes);
}

void count_store(Request& r) {
  if (!r.warp.execution().checked()) return;
  Counts& counts = r.warp.execution().counts();
  switch (r.space) {
    case StateSpace::global: {
      ++counts.global_store_requests;
      const Touched there = touched(r.addresses, r.mask, r.bytes);
      counts.global_store_sectors += there.sectors;
      counts.global_store_lines += there.lines;
      counts.global_store_bytes += std::uint64_t(std::popcount(r.mask)) * r.bytes;
      break;
    }
    case StateSpace::shared: {
      if (r.is_remote()) {
        ++counts.remote_shared_store_requests;
        break;
      }
      ++counts.shared_store_requests;
      const unsigned passes = store_wavefronts(r.addresses, r.mask, r.bytes);
      counts.shared_store_wavefronts += passes;
      count_conflicts(r, passes);
      break;
    }
    case StateSpace::local:
      ++counts.local_stores;
      break;
    default:
      break;
  }
}

}  // namespace simulator
