#pragma once

#include <cstdint>

#include "simulator/program/program.hpp"

namespace simulator {

/// Copies a box of a tensor, which a tensor map describes, as bulk copies do.
void copy_tensor(Warp& warp, const Instruction& i, std::uint32_t mask);

}  // namespace simulator
