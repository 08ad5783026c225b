// exit: 0
// prints: right, whoever comes late
// architecture: 90a
// schedules: forward reverse random:1 random:2 starve

// Four warps multiply two matrices, and one of the four comes to it late, having written one of the
// matrices just before: all four wait for it. A thread of some warp changes the matrices as soon as
// its own wait for the product is over: none of the four reads them any more. (An H200 prints the
// same.)
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int m = 64, n = 8, k = 16, threads = 128;

__device__ std::uint64_t descriptor(const void* matrix) {
  const unsigned address = unsigned(__cvta_generic_to_shared(matrix));
  return std::uint64_t(address >> 4) | std::uint64_t(128 >> 4) << 16 |
         std::uint64_t(256 >> 4) << 32;
}
/// In core matrices of 8 rows of 16 bytes, two of which make a row of A or a column of B.
__host__ __device__ int place(int line, int at) {
  return line / 8 * 128 + at / 8 * 64 + line % 8 * 8 + at % 8;
}
__host__ __device__ float in_a(int row, int at) {
  return float((row * 3 + at) % 7);
}
__host__ __device__ float in_b(int at, int column) {
  return float((column + 2 * at) % 5);
}

__global__ void multiply(float* c, unsigned late, unsigned changes) {
  __shared__ __align__(128) __half a[m * k], b[n * k];
  for (int e = threadIdx.x; e < m * k; e += threads)
    a[place(e / k, e % k)] = __float2half(in_a(e / k, e % k));
  for (int e = threadIdx.x; e < n * k; e += threads) b[e] = __float2half(-1);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x / 32 == late) {
    for (const long long begin = clock64(); clock64() - begin < 20'000;) {
    }
    for (int e = threadIdx.x % 32; e < n * k; e += 32)
      b[place(e / k, e % k)] = __float2half(in_b(e % k, e / k));
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  float d[4] = {};
  asm volatile(
      "wgmma.fence.sync.aligned;\n"
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;\n"
      "wgmma.commit_group.sync.aligned;\n"
      "wgmma.wait_group.sync.aligned 0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "l"(descriptor(a)), "l"(descriptor(b))
      : "memory");
  if (threadIdx.x == changes * 32) {
    for (__half& each : a) each = __float2half(1000);
    for (__half& each : b) each = __float2half(1000);
  }
  const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
  for (int i = 0; i < 4; ++i) c[(row + i / 2 * 8) * n + column + i % 2] = d[i];
}

int main() {
  std::vector<float> want(m * n), got(m * n);
  for (int e = 0; e < m * n; ++e)
    for (int at = 0; at < k; ++at) want[e] += in_a(e / n, at) * in_b(at, e % n);
  float* c;
  cudaMalloc(&c, got.size() * sizeof(float));
  bool right = true;
  for (unsigned pair = 0; pair < 16; ++pair) {
    multiply<<<1, threads>>>(c, pair / 4, pair % 4);
    right = cudaMemcpy(got.data(), c, got.size() * sizeof(float), cudaMemcpyDeviceToHost) ==
                cudaSuccess &&
            got == want && right;
  }
  std::puts(right ? "right, whoever comes late" : "wrong");
}
