#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "simulator/dim3.hpp"

namespace simulator {

/// What programs and kernels can know of a GPU. Where nothing is said, what all have had since
/// compute capability 8.0.
struct Device {
  std::string name;
  int major = 0, minor = 0;  // compute capability

  unsigned multiprocessors = 0;
  unsigned resident_warps = 64, resident_blocks = 32;  // on a multiprocessor
  unsigned block_threads = 1024;
  Dim3 largest_block = {1024, 1024, 64}, largest_grid = {2147483647, 65535, 65535};

  /// Multiprocessors that a cluster can be spread over, by sizes; none before compute capability
  /// 9.0. Blocks of each that clusters are made of at most, and of a cluster: on every device that
  /// has them, and where a kernel asks for more.
  std::vector<unsigned> neighbourhoods;
  unsigned clustered_blocks = 8, cluster_blocks = 8, large_cluster_blocks = 16;

  unsigned registers = 65536;       // 32-bit ones, of a multiprocessor and of a block
  unsigned partitions = 4;          // of a multiprocessor: a warp's registers are in one of them
  unsigned thread_registers = 255;  // at most
  unsigned register_unit = 256;     // by which a warp takes them

  // Bytes.
  std::size_t block_shared = 48 << 10;  // without asking for more
  std::size_t block_shared_optin = 0;   // for who asks
  std::size_t multiprocessor_shared = 0;
  std::size_t reserved_shared = 1 << 10;  // of each block, for the system
  std::size_t shared_unit = 128;          // by which a block takes it
  std::size_t constant_bytes = 64 << 10;
  std::uint64_t memory_bytes = 0, l2_bytes = 0;
  // Of a window whose accesses a stream may have the L2 cache treat in a way of their own.
  std::uint64_t access_window_bytes = 128 << 20;

  unsigned copy_engines = 3;         // each copies while kernels run
  unsigned double_slowdown = 2;      // of arithmetic with double, against float
  unsigned memory_sync_domains = 1;  // that fences can be confined to
  unsigned pci_device = 0;           // its PCI device ID, and below NVIDIA's as a vendor
  bool error_correction = true;      // of its memory
  unsigned clock_khz = 0, memory_clock_khz = 0, memory_bus_bits = 0;

  // Bytes that device code may use, unless a program sets other limits.
  std::size_t stack_bytes = 1 << 10;  // of a thread
  std::size_t most_stack_bytes = (511 << 10) - 1;
  std::size_t heap_bytes = 8 << 20;

  /// Of the L2 cache that can be set aside for what is to stay there: five eighths, as an H100
  /// says.
  std::uint64_t persisting_l2_bytes() const { return l2_bytes / 8 * 5; }

  unsigned capability() const { return unsigned(major * 10 + minor); }
};

const Device& h200();
const Device& h100();
const Device& a100();
/// By "h200", "h100" or "a100". Throws std::invalid_argument.
const Device& device_named(const std::string& name);

}  // namespace simulator
