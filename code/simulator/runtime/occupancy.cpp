#include <algorithm>

#include "runtime.hpp"

using namespace simulator;
using namespace simulator::runtime;

namespace simulator::runtime {
namespace {

constexpr std::size_t shared_unit = 128;  // bytes
constexpr int register_unit = 256;        // registers of a warp

std::size_t round_up(std::size_t n, std::size_t unit) {
  return (n + unit - 1) / unit * unit;
}

}  // namespace

int resident_blocks(const Kernel& kernel, int block_threads, std::size_t dynamic_shared) {
  if (block_threads > device::threads_per_block) return 0;
  const int warps = (block_threads + 31) / 32;
  const std::size_t shared = round_up(kernel.static_shared_bytes + dynamic_shared, shared_unit);
  if (shared > device::shared_per_block_optin) return 0;
  const int by_shared = device::shared_per_multiprocessor / (shared + device::shared_reserved);
  const int registers = std::clamp<int>(kernel.registers, 1, device::registers_per_thread);
  // How many registers a kernel has is an estimate, which must not get into what a rehearsal says.
  const int by_registers =
      rehearses(state())
          ? device::blocks_per_multiprocessor
          : device::registers / (int(round_up(registers * 32, register_unit)) * warps);
  return std::min({device::blocks_per_multiprocessor, device::warps_per_multiprocessor / warps,
                   by_shared, by_registers});
}

}  // namespace simulator::runtime

extern "C" {

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* handle,
                                                                   int block_threads,
                                                                   std::size_t dynamic_shared,
                                                                   unsigned flags) {
  return call([&](State& s) {
    if (!blocks || block_threads <= 0 || flags > cudaOccupancyDisableCachingOverride)
      return cudaErrorInvalidValue;
    const Function& function = find_function(handle);
    if (s.log) s.log->kernel("occupancy of", function);
    *blocks = dynamic_shared > function.most_dynamic_shared()
                  ? 0
                  : resident_blocks(function.kernel(), block_threads, dynamic_shared);
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                          int block_threads,
                                                          std::size_t dynamic_shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, function, block_threads, dynamic_shared, cudaOccupancyDefault);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* handle,
                                                      int blocks, int block_threads) {
  return call([&](State&) {
    if (!bytes || blocks <= 0 || block_threads <= 0) return cudaErrorInvalidValue;
    const Function& function = find_function(handle);
    const Kernel& kernel = function.kernel();
    if (resident_blocks(kernel, block_threads, 0) < blocks) return cudaErrorInvalidValue;
    const std::size_t share =
        device::shared_per_multiprocessor / blocks / shared_unit * shared_unit;
    *bytes = std::min(share - std::min(share, kernel.static_shared_bytes),
                      function.most_dynamic_shared());
    return cudaSuccess;
  });
}

}  // extern "C"
