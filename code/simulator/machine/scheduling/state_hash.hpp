#pragma once

#include <cstdint>

#include "simulator/machine/warp.hpp"

namespace simulator {

/// Of everything that decides what the warp does next, except memory that others may change.
std::uint64_t state_hash(const Warp& warp);

}  // namespace simulator
