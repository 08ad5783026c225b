#pragma once

#include <cstddef>

#include "harness/call.hpp"
#include "harness/device_array.hpp"
#include "harness/measurement/timing.hpp"

/// What a kernel's time is held against: a launch that does nothing, a kernel that only reads, and
/// a copy, both in accesses of 16 bytes.
namespace harness::baseline {

static __global__ void do_nothing() {}

/// Writes data without pattern, so that no memory or cache can make it smaller.
static __global__ void fill(uint4* to, std::size_t size) {
  std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  if (i >= size) return;
  auto word = [i](unsigned which) {
    return unsigned((4 * i + which + 1) * 0x9E3779B97F4A7C15u >> 32);
  };
  to[i] = make_uint4(word(0), word(1), word(2), word(3));
}

static __global__ void copy(const uint4* from, uint4* to, std::size_t size) {
  std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  if (i < size) to[i] = from[i];
}

/// Adds the exclusive or of all words to *result, with any grid.
static __global__ void read(const uint4* from, std::size_t size, unsigned* result) {
  __shared__ unsigned block_result;
  if (threadIdx.x == 0) block_result = 0;
  __syncthreads();
  unsigned mine = 0;
  std::size_t threads = gridDim.x * std::size_t(blockDim.x);
#pragma unroll 8
  for (std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; i < size; i += threads) {
    uint4 words = from[i];
    mine ^= words.x ^ words.y ^ words.z ^ words.w;
  }
  atomicXor(&block_result, mine);
  __syncthreads();
  if (threadIdx.x == 0) atomicXor(result, block_result);
}

constexpr int threads = 256;

inline unsigned blocks_for(std::size_t size) {
  return unsigned((size + threads - 1) / threads);
}

inline void launch_fill(DeviceArray<uint4>& to) {
  fill<<<blocks_for(to.size()), threads>>>(to.data(), to.size());
}

inline void launch_copy(DeviceArray<uint4>& from, DeviceArray<uint4>& to) {
  copy<<<blocks_for(from.size()), threads>>>(from.data(), to.data(), from.size());
}

inline void launch_read(DeviceArray<uint4>& from, DeviceArray<unsigned>& result) {
  int device = 0, multiprocessors = 0;
  CUDA_CALL(cudaGetDevice(&device));
  CUDA_CALL(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  read<<<8 * multiprocessors, threads>>>(from.data(), from.size(), result.data());
}

/// Time to copy `bytes` bytes, a multiple of 16: as many are read as are written.
inline Timing time_copy(std::size_t bytes) {
  DeviceArray<uint4> from(bytes / sizeof(uint4)), to(bytes / sizeof(uint4));
  launch_fill(from);
  return time_on_device([&] { launch_copy(from, to); }, {.bytes = 2.0 * bytes});
}

/// Time to read `bytes` bytes, a multiple of 16.
inline Timing time_read(std::size_t bytes) {
  DeviceArray<uint4> from(bytes / sizeof(uint4));
  DeviceArray<unsigned> result(1, 0u);
  launch_fill(from);
  return time_on_device([&] { launch_read(from, result); }, {.bytes = 1.0 * bytes});
}

}  // namespace harness::baseline
