#pragma once

#include <cstdint>

namespace simulator {

/// What the lanes' accesses of `bytes` each touch: sectors of 32 bytes, and lines of four of them.
/// Also in chapters/aids/sectors.js, and the wavefronts below in wavefronts.js; sectors_test.py and
/// wavefronts_test.py hold them against each other.
struct Touched {
  unsigned sectors, lines;
};
Touched touched(const std::uint64_t* addresses, std::uint32_t mask, unsigned bytes);

/// Passes over the 32 banks of 4 bytes that a shared-memory store takes: lanes that want the same
/// word share it. Of 8 bytes a lane it goes by half warps, of 16 bytes by quarters.
unsigned store_wavefronts(const std::uint64_t* addresses, std::uint32_t mask, unsigned bytes);

/// The same for a load, which serves two such groups at once if all lanes that are there agree with
/// lane ^ 1, or all with lane ^ 2, where those are there. Found by experiment on an H200.
unsigned load_wavefronts(const std::uint64_t* addresses, std::uint32_t mask, unsigned bytes);

/// For each lane in the mask, the wavefront of a load or store, from 0, with which the last of its
/// words is served, if words of a bank are served in the order of the lanes.
void find_wavefronts(const std::uint64_t* addresses, std::uint32_t mask, unsigned bytes, bool load,
                     unsigned* wavefront);

/// The bank of shared memory that an address lies in.
unsigned bank_of(std::uint64_t address);

/// The wavefronts that a request takes if each of its lanes' words lies in a bank of its own.
unsigned least_wavefronts(std::uint32_t mask, unsigned bytes);

/// The most lanes that have the same address.
unsigned most_on_one_address(const std::uint64_t* addresses, std::uint32_t mask);

}  // namespace simulator
