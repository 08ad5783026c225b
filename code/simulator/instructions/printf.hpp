#pragma once

#include <cstdint>

#include "simulator/machine/warp.hpp"
#include "simulator/program/program.hpp"

namespace simulator {

/// Carries out a call of vprintf, which is what nvcc makes of printf: prints as an H200 does, and
/// reports arguments that the format asks for and that are not given, and notes what a GPU's printf
/// lacks.
void vprintf(Warp& warp, const Instruction& i, std::uint32_t mask);

}  // namespace simulator
