#include <algorithm>

#include "simulator/lane_mask.hpp"
#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/driver/driver_modules.hpp"

using namespace simulator;
using namespace simulator::runtime;

namespace {

/// How large blocks should be that as many threads as possible are there at once: of block sizes
/// that are as good, the largest.
struct BestBlocks {
  int threads = 0, of_multiprocessor = 0;
};

BestBlocks best_blocks(CUfunction function, CUoccupancyB2DSize shared_of, std::size_t shared,
                       int most, unsigned flags) {
  cudaFuncAttributes attributes;
  if (const cudaError_t error = cudaFuncGetAttributes(&attributes, function); error != cudaSuccess)
    throw ApiError{error};
  const int limit =
      most > 0 ? std::min(most, attributes.maxThreadsPerBlock) : attributes.maxThreadsPerBlock;
  BestBlocks best;
  for (int threads = limit; threads > 0;
       threads = (threads + warp_size - 1) / warp_size * warp_size - warp_size) {
    int blocks = 0;
    const std::size_t dynamic = shared_of ? shared_of(threads) : shared;
    const cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        &blocks, function, threads, dynamic, flags);
    if (error != cudaSuccess) throw ApiError{error};
    if (threads * blocks > best.threads * best.of_multiprocessor) best = {threads, blocks};
  }
  return best;
}

}  // namespace

extern "C" {

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, CUfunction function,
                                                              int threads, std::size_t shared,
                                                              unsigned flags) {
  return driver_call([&](State&) {
    checked_function(function);
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, shared,
                                                                  flags);
  });
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function, int threads,
                                                     std::size_t shared) {
  return driver_call([&](State&) {
    checked_function(function);
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared);
  });
}

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* threads, CUfunction function,
                                                   CUoccupancyB2DSize shared_of, std::size_t shared,
                                                   int most, unsigned flags) {
  return driver_call([&](State& s) {
    checked_function(function);
    const BestBlocks best = best_blocks(function, shared_of, shared, most, flags);
    result(grid) =
        best.of_multiprocessor * int(s.recorder->device(s.machine().device()).multiprocessors);
    result(threads) = best.threads;
    return cudaSuccess;
  });
}

CUresult cuOccupancyMaxPotentialBlockSize(int* grid, int* threads, CUfunction function,
                                          CUoccupancyB2DSize shared_of, std::size_t shared,
                                          int most) {
  return cuOccupancyMaxPotentialBlockSizeWithFlags(grid, threads, function, shared_of, shared, most,
                                                   CU_OCCUPANCY_DEFAULT);
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, CUfunction function,
                                                 int blocks, int threads) {
  return driver_call([&](State&) {
    checked_function(function);
    return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, function, blocks, threads);
  });
}

CUresult cuOccupancyMaxPotentialClusterSize(int* blocks, CUfunction function,
                                            const CUlaunchConfig* config) {
  return driver_call([&](State&) {
    checked_function(function);
    if (!config) return cudaErrorInvalidValue;
    const cudaLaunchConfig_t same = runtime_configuration(*config);
    return cudaOccupancyMaxPotentialClusterSize(blocks, function, &same);
  });
}

CUresult cuOccupancyMaxActiveClusters(int* clusters, CUfunction function,
                                      const CUlaunchConfig* config) {
  return driver_call([&](State&) {
    checked_function(function);
    if (!config) return cudaErrorInvalidValue;
    const cudaLaunchConfig_t same = runtime_configuration(*config);
    return cudaOccupancyMaxActiveClusters(clusters, function, &same);
  });
}

}  // extern "C"
