#pragma once

#include <memory>
#include <vector>

#include "simulator/machine/block.hpp"

namespace simulator {

enum class Spinning : std::uint8_t { none, parted, all };

/// Do all warps that can go on come back to where they are, with no change that another could see?
/// Then they will for ever, since the machine is deterministic: unless another block comes, or
/// lanes of the same warp that wait for the spinning ones go ahead without them (`parted`), as
/// those of a GPU may.
Spinning look_for_spinning(std::vector<std::unique_ptr<Block>>& blocks);

}  // namespace simulator
