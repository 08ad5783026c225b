#pragma once

#include <string>

#include "simulator/faults.hpp"
#include "simulator/machine/block.hpp"

namespace simulator {

/// Where a block's warps are: "warp 3 waits at barrier 0 (bar.sync at chapters/x.md:12); …".
std::string standing(Block& block);

/// The fault of a block that never ends.
Fault never_ends(Block& block, const char* how);

}  // namespace simulator
