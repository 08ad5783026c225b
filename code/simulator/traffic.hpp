#pragma once

#include <cstdint>

namespace simulator {

/// Do the accesses of each of the 32 lanes lie right behind those of the lane before it?
bool consecutive(const std::uint64_t* addresses, unsigned bytes);

/// Sectors of 32 bytes that the lanes' accesses of `bytes` each touch.
unsigned sectors(const std::uint64_t* addresses, std::uint32_t mask, unsigned bytes);

/// Passes over the 32 banks of 4 bytes that a shared-memory request takes: lanes that want the same
/// word share it. A request of 8 bytes a lane goes by half warps, one of 16 bytes by quarters.
unsigned wavefronts(const std::uint64_t* addresses, std::uint32_t mask, unsigned bytes);

/// The most lanes that have the same address.
unsigned most_on_one_address(const std::uint64_t* addresses, std::uint32_t mask);

}  // namespace simulator
