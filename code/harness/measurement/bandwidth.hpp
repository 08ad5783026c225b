#pragma once

#include "harness/measurement/sampling.hpp"

namespace harness {

/// What a launch moves between the multiprocessors and memory, by the formula that the text states.
struct Traffic {
  double bytes = 0;      // read and written; 0: not said
  double footprint = 0;  // bytes of memory touched; 0: as many as are moved
};

/// What a device can do.
struct Limits {
  double l2_bytes, peak;  // peak: of the memory's bandwidth, in bytes a second; 0: not known
};

/// Marks a timing whose footprint fits into the L2 cache. Throws std::runtime_error where it does
/// not and more bytes a second were moved than the memory can: a mistake in the bytes or the
/// kernel.
void judge(Timing& timing, const Traffic& traffic, const Limits& limits);

}  // namespace harness
