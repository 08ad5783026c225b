#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace simulator::runtime {

/// Throws ApiError if there is no such pool.
void check_pool(cudaMemPool_t pool);
cudaMemPool_t current_pool(unsigned device);
unsigned device_of(cudaMemPool_t pool);
/// Memory that came from a pool, or went back.
void note_pool_memory(cudaMemPool_t pool, std::uint64_t address, std::uint64_t bytes);
void forget_pool_memory(std::uint64_t address);

}  // namespace simulator::runtime
