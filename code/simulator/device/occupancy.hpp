#pragma once

#include <cstddef>
#include <cstdint>

#include "simulator/device/device.hpp"

namespace simulator {

/// What a block of a kernel takes.
struct BlockNeeds {
  std::uint64_t threads = 0;
  unsigned registers = 0;        // a thread
  std::size_t shared_bytes = 0;  // static and dynamic
};

/// Blocks that fit on a multiprocessor at once. Also in chapters/aids/residency.js, which
/// residency_test.py holds against it.
unsigned resident_blocks(const Device& device, const BlockNeeds& block);

/// Clusters of so many blocks that run on the device at once.
unsigned resident_clusters(const Device& device, const BlockNeeds& block, std::uint64_t blocks);

/// Bytes of shared memory that a block may have if so many (> 0) are to share a multiprocessor.
std::size_t shared_of_each(const Device& device, unsigned blocks);

}  // namespace simulator
