#include "simulator/device/occupancy.hpp"

#include <algorithm>

#include "simulator/lane_mask.hpp"
#include "simulator/round_up.hpp"

namespace simulator {

unsigned resident_blocks(const Device& device, const BlockNeeds& block) {
  if (block.threads == 0 || block.threads > device.block_threads) return 0;
  const auto warps = unsigned((block.threads + warp_size - 1) / warp_size);
  const std::size_t shared = round_up(block.shared_bytes, device.shared_unit);
  if (shared > device.block_shared_optin) return 0;
  unsigned most = std::min(device.resident_blocks, device.resident_warps / warps);
  if (const std::size_t taken = shared + device.reserved_shared; taken > 0)
    most = unsigned(std::min<std::size_t>(most, device.multiprocessor_shared / taken));
  const unsigned registers = std::clamp(block.registers, 1u, device.thread_registers);
  const std::size_t of_warp = round_up(registers * warp_size, device.register_unit);
  // A launch is let pass as if its blocks took as many warps in each partition.
  if (of_warp * round_up(warps, device.partitions) > device.registers) return 0;
  const std::size_t resident = device.registers / device.partitions / of_warp * device.partitions;
  return unsigned(std::min<std::size_t>(most, resident / warps));
}

unsigned resident_clusters(const Device& device, const BlockNeeds& block, std::uint64_t blocks) {
  const std::uint64_t of_each = std::min(resident_blocks(device, block), device.clustered_blocks);
  std::uint64_t clusters = 0;
  for (const unsigned multiprocessors : device.neighbourhoods)
    if (blocks <= multiprocessors) clusters += multiprocessors * of_each / blocks;
  return unsigned(clusters);
}

std::size_t shared_of_each(const Device& device, unsigned blocks) {
  return device.multiprocessor_shared / blocks / device.shared_unit * device.shared_unit;
}

}  // namespace simulator
