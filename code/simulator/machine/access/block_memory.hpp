#pragma once

#include <cstddef>

#include "simulator/dim3.hpp"
#include "simulator/machine/access/shared_memory.hpp"
#include "simulator/races/detector.hpp"

namespace simulator {

/// Of a block, what copies and other blocks of its cluster reach.
struct BlockMemory {
  Dim3 index;  // of the block in the grid
  SharedMemory shared;
  BlockRaces races;
  std::size_t copies_out = 0;  // under way, from there to the shared memory of the cluster's blocks
};

}  // namespace simulator
