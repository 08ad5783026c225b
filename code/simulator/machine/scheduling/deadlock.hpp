#pragma once

#include <string>

#include "simulator/faults.hpp"
#include "simulator/machine/block.hpp"

namespace simulator {

/// The instruction that a path is at, or waits at.
const Instruction& instruction_of(const Warp& warp, const Path& path);

/// "bar.sync at chapters/x.md:12".
std::string place_of(Warp& warp, const Instruction& i);

/// Where a block's warps are, and who is missing: "warps 0 to 2 wait at barrier 0 (bar.sync at
/// chapters/x.md:12); warp 3 spins (…); barrier 0 lacks warp 3".
std::string standing(Block& block);

/// The fault of a block that never ends.
Fault never_ends(Block& block, const char* how);

}  // namespace simulator
