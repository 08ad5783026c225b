#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "simulator/memory/footprint.hpp"
#include "simulator/memory/lazy_bytes.hpp"
#include "simulator/memory/written_bits.hpp"
#include "simulator/races/epochs.hpp"

namespace simulator {

/// How memory came to be there. From `managed` on it is the host's, too.
enum class AllocationKind : std::uint8_t {
  device,
  heap,  // by device code
  variable,
  constant,
  managed,
  pinned,
  registered
};

/// A bit for each.
inline constexpr std::uint32_t all_devices = ~std::uint32_t{0};

/// A piece of memory that was given out at once, with what it holds and what is known of its use.
struct Allocation {
  std::uint64_t address = 0, bytes = 0;
  AllocationKind kind = AllocationKind::device;
  bool freed = false;
  std::uint8_t device = 0;              // that has it or, of memory on the host, had it made
  bool opened_apart = false;            // not to those that its device's memory is open to
  std::uint32_t open_to = all_devices;  // a bit for each device whose kernels may use it
  bool imported = false;                // it is another process's
  int file = -1;                        // that other processes have as well
  std::string name;                     // of a variable
  std::byte* host = nullptr;
  ShadowCell* cells = nullptr;
  WrittenBits written;
  Footprint footprint;
  LazyBytes storage, cell_storage;
  std::vector<LazyBytes> spare_cells;  // for views, with epochs of earlier launches
  Allocation* original = nullptr;      // where this is a view
  std::size_t place = 0;               // among those that live

  /// Of a module: nobody asked for it, nor can free it.
  bool is_variable() const {
    return kind == AllocationKind::variable || kind == AllocationKind::constant ||
           (kind == AllocationKind::managed && !name.empty());
  }
  bool on_host() const { return kind >= AllocationKind::managed; }
  /// Is it of no use to any other device, whatever that may access?
  bool is_private() const {
    return kind == AllocationKind::heap || kind == AllocationKind::variable ||
           kind == AllocationKind::constant;
  }
};

}  // namespace simulator
