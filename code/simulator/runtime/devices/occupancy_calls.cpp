#include <algorithm>

#include "simulator/device/occupancy.hpp"
#include "simulator/runtime/runtime.hpp"

using namespace simulator;
using namespace simulator::runtime;

namespace {

/// Clusters of such launches that the device holds at once. Throws ApiError.
unsigned clusters_that_fit(State& s, const Function& function, const cudaLaunchConfig_t& config) {
  s.recorder->ask("clusters of", function);
  const Kernel kernel = s.recorder->kernel(function.kernel());
  LaunchConfiguration configuration = configuration_of(config);
  settle_clusters(function, configuration);
  if (const auto refusal = s.machine().cluster_refusal(kernel, configuration))
    throw ApiError{cudaErrorInvalidClusterSize, refusal->what};
  return configuration.dynamic_shared > function.most_dynamic_shared()
             ? 0
             : s.machine().resident_clusters(kernel, configuration);
}

}  // namespace

extern "C" {

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* handle,
                                                                   int block_threads,
                                                                   std::size_t dynamic_shared,
                                                                   unsigned flags) {
  return call([&](State& s) {
    if (!blocks || block_threads <= 0 || flags > cudaOccupancyDisableCachingOverride)
      return cudaErrorInvalidValue;
    const Function& function = find_function(handle);
    s.recorder->ask("occupancy of", function);
    *blocks = dynamic_shared > function.most_dynamic_shared()
                  ? 0
                  : int(s.machine().resident_blocks(s.recorder->kernel(function.kernel()),
                                                    unsigned(block_threads), dynamic_shared));
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                          int block_threads,
                                                          std::size_t dynamic_shared) {
  return call([&](State&) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks, function, block_threads, dynamic_shared, cudaOccupancyDefault);
  });
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* handle,
                                                      int blocks, int block_threads) {
  return call([&](State& s) {
    if (!bytes || blocks <= 0 || block_threads <= 0) return cudaErrorInvalidValue;
    const Function& function = find_function(handle);
    const Kernel kernel = s.recorder->kernel(function.kernel());
    const auto wanted = unsigned(blocks);
    if (s.machine().resident_blocks(kernel, unsigned(block_threads), 0) < wanted)
      return cudaErrorInvalidValue;
    const std::size_t share = shared_of_each(s.machine().device(), wanted);
    *bytes = std::min(share - std::min(share, kernel.static_shared_bytes),
                      function.most_dynamic_shared());
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* handle,
                                           const cudaLaunchConfig_t* config) {
  return call([&](State& s) {
    if (!clusters || !config) return cudaErrorInvalidValue;
    *clusters = int(clusters_that_fit(s, find_function(handle), *config));
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* blocks, const void* handle,
                                                 const cudaLaunchConfig_t* config) {
  return call([&](State& s) {
    if (!blocks || !config) return cudaErrorInvalidValue;
    const Function& function = find_function(handle);
    const Device& device = s.machine().device();
    const unsigned most = function.of_current_device().large_clusters ? device.large_cluster_blocks
                                                                      : device.cluster_blocks;
    *blocks = clusters_that_fit(s, function, *config) > 0 ? int(most) : 0;
    return cudaSuccess;
  });
}

}  // extern "C"
