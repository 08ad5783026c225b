// exit: 0
// prints: right
// architecture: 90a
// schedules: forward reverse random:1 random:2 starve

// A lane waits for others of its warp, which go ahead; they meet again before products of four
// warps whose operands change from one to the next. No lane may change them before a product that
// the others still wait for.
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>
#include <vector>

#include "mbarriers.hpp"

constexpr int m = 64, n = 8, k = 16, threads = 128, products = 6;

__device__ std::uint64_t descriptor(const void* matrix) {
  const unsigned address = unsigned(__cvta_generic_to_shared(matrix));
  return std::uint64_t(address >> 4) | std::uint64_t(128 >> 4) << 16 |
         std::uint64_t(256 >> 4) << 32;
}

/// The sum of products of a matrix of ones and one that is full of 1, then 2, then 4 …
__global__ void multiply(float* c, int count) {
  __shared__ __align__(128) __half a[m * k], b[products][n * k];
  __shared__ std::uint64_t flag;
  for (int e = threadIdx.x; e < m * k; e += threads) a[e] = __float2half(1);
  for (int p = 0; p < products; ++p)
    for (int e = threadIdx.x; e < n * k; e += threads) b[p][e] = __float2half(1 << p);
  if (threadIdx.x == 0) initialise(&flag, 1);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) wait(&flag, 0);
  if (threadIdx.x == 31) arrive(&flag);
  __syncwarp();
  float d[4] = {};
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll 1
  for (int p = 0; p < count; ++p)
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, "
        "0;"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "l"(descriptor(a)), "l"(descriptor(b[p]))
        : "memory");
  asm volatile(
      "wgmma.commit_group.sync.aligned;\n"
      "wgmma.wait_group.sync.aligned 0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      :
      : "memory");
  for (int i = 0; i < 4; ++i) c[threadIdx.x * 4 + i] = d[i];
}

int main() {
  float* c;
  std::vector<float> got(m * n);
  cudaMalloc(&c, got.size() * sizeof(float));
  multiply<<<1, threads>>>(c, products);
  cudaMemcpy(got.data(), c, got.size() * sizeof(float), cudaMemcpyDeviceToHost);
  bool right = true;
  for (const float each : got) right = right && each == k * ((1 << products) - 1);
  std::puts(right ? "right" : "wrong");
}
