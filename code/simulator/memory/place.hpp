#pragma once

#include <cstddef>
#include <cstdint>

#include "simulator/memory/footprint.hpp"
#include "simulator/memory/written_bits.hpp"
#include "simulator/races/epochs.hpp"

namespace simulator {

/// Why an address cannot be accessed.
enum class MemoryStatus : std::uint8_t {
  ok,
  null_pointer,
  out_of_bounds,
  misaligned,
  use_after_free,
  uninitialised,
  read_only,
  no_peer_access
};

/// The kind of fault (simulator::fault) for a status other than ok.
const char* fault_kind(MemoryStatus status);

/// Where an access goes on the host. Uninitialised reads have a place as well, so that a program
/// can go on.
struct Place {
  std::byte* host = nullptr;   // null unless status is ok or uninitialised
  ShadowCell* cell = nullptr;  // of the 4 bytes that hold the address, for BlockRaces
  MemoryStatus status = MemoryStatus::ok;
};

/// A piece of memory that can be accessed anywhere.
struct Region {
  std::uint64_t start = 0, bytes = 0;  // addresses
  std::byte* host = nullptr;           // null: there is none
  ShadowCell* cells = nullptr;         // of the words from `start` on; null where races cannot be
  WrittenBits* written = nullptr;      // null where that does not matter
  Footprint* footprint = nullptr;      // the same

  bool holds(std::uint64_t address, std::uint64_t count) const {
    return address - start <= bytes && count <= bytes - (address - start);
  }
  ShadowCell* cell(std::uint64_t address) const {
    return cells == nullptr ? nullptr : cells + (address / 4 - start / 4);
  }
};

}  // namespace simulator
