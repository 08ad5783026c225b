#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simulator/machine/launch_facts.hpp"
#include "simulator/memory/undefined_words.hpp"
#include "simulator/memory/written_bits.hpp"
#include "simulator/races/epochs.hpp"

namespace simulator {

/// The shared memory of a block, with what is known of each word.
struct SharedMemory {
  /// `base`: the address of the block's first byte.
  SharedMemory(const LaunchFacts& launch, std::uint64_t base)
      : base(base),
        usable(launch.shared_bytes()),
        reserved(launch.reserved_shared_start()),
        bytes(reserved == 0 ? usable : reserved + launch.device().reserved_shared),
        cells((bytes.size() + 3) / 4 + 4) {
    if (!bytes.empty()) written = WrittenBits(bytes.size());
    if (reserved != 0) written.set(reserved, launch.device().reserved_shared);
  }

  std::uint64_t base;            // of addresses; below, they are counted from there
  std::size_t usable;            // the kernel's own
  std::size_t reserved;          // where the system's begin, all zero; 0 if there are none
  std::vector<std::byte> bytes;  // both
  std::vector<ShadowCell> cells;
  WrittenBits written;
  UndefinedWords undefined;
};

}  // namespace simulator
