#include "simulator/device/device.hpp"

#include <stdexcept>

namespace simulator {
// NVIDIA, "CUDA C++ Programming Guide", table "Technical specifications per compute capability":
// warps, blocks, registers and shared memory. The stack's limit, the L2 cache, memory and clocks of
// the H200 and the H100 are what cudaDeviceGetAttribute, cudaGetDeviceProperties and
// cudaDeviceSetLimit say there under CUDA 13.0. The neighbourhoods, and how many blocks of each
// multiprocessor count, are what cudaOccupancyMaxActiveClusters gave away on one H200, for clusters
// of 1 to 17 blocks: other devices of the same name have other ones. What else
// cudaDeviceGetAttribute says is from an H100 (tests/api/nvidia-h100), and the same on all three
// where nothing is said. PCI device IDs: the H100's own; of the H200 as in the PCI ID Repository;
// of the A100 as in NVIDIA's mig-parted.

const Device& h200() {
  static const Device device = [] {
    Device d = h100();
    d.name = "NVIDIA H200";
    d.memory_bytes = 150'109'880'320;
    d.l2_bytes = 60 << 20;
    d.memory_clock_khz = 3'201'000;
    d.memory_bus_bits = 6016;
    d.pci_device = 0x233510de;
    return d;
  }();
  return device;
}

const Device& h100() {
  static const Device device = [] {
    Device d;
    d.name = "NVIDIA H100 80GB HBM3";
    d.major = 9;
    d.multiprocessors = 132;
    d.neighbourhoods = {18, 18, 16, 16, 16, 16, 16, 8, 2, 2, 2, 2};
    d.block_shared_optin = 227 << 10;
    d.multiprocessor_shared = 228 << 10;
    d.memory_bytes = 85'017'493'504;
    d.l2_bytes = 50 << 20;
    d.clock_khz = 1'980'000;
    d.memory_clock_khz = 2'619'000;
    d.memory_bus_bits = 5120;
    d.memory_sync_domains = 4;
    d.pci_device = 0x233010de;
    return d;
  }();
  return device;
}

// NVIDIA, "NVIDIA A100 Tensor Core GPU Architecture" (white paper), tables of the SXM4 module with
// 40 GB, and "NVIDIA Ampere GPU Architecture Tuning Guide" for shared memory.
const Device& a100() {
  static const Device device = [] {
    Device d;
    d.name = "NVIDIA A100-SXM4-40GB";
    d.major = 8;
    d.multiprocessors = 108;
    d.block_shared_optin = 163 << 10;
    d.multiprocessor_shared = 164 << 10;
    d.memory_bytes = std::uint64_t{40} << 30;
    d.l2_bytes = 40 << 20;
    d.clock_khz = 1'410'000;
    d.memory_clock_khz = 1'215'000;
    d.memory_bus_bits = 5120;
    d.pci_device = 0x20b010de;
    return d;
  }();
  return device;
}

const Device& device_named(const std::string& name) {
  if (name == "h200") return h200();
  if (name == "h100") return h100();
  if (name == "a100") return a100();
  throw std::invalid_argument("no such device: '" + name + "' (h200, h100, a100)");
}

}  // namespace simulator
