// How many thread instructions the simulator executes a second of processor time, for kernels that
// mostly access memory and for some that do not. All checks and counts are on.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>

#include "simulator.hpp"

constexpr int n = 1 << 20, width = 1 << 10, block = 256, repetitions = 5;

__global__ void fill(float* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void copy(const float4* x, float4* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = x[i];
}

__global__ void add(const float* x, const float* y, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = x[i] + y[i];
}

__global__ void sum_strided(const float* x, float* out) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += x[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void sum_blocks(const float* x, float* out) {
  __shared__ float sums[block];
  sums[threadIdx.x] = x[blockIdx.x * block + threadIdx.x];
  for (unsigned step = block / 2; step > 0; step /= 2) {
    __syncthreads();
    if (threadIdx.x < step) sums[threadIdx.x] += sums[threadIdx.x + step];
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

__global__ void sum_warps(const float* x, float* out) {
  float sum = x[blockIdx.x * blockDim.x + threadIdx.x];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(~0u, sum, step);
  if (threadIdx.x % 32 == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = sum;
}

__global__ void transpose(const float* x, float* out) {
  __shared__ float tile[32][33];
  const int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32;
  for (unsigned k = threadIdx.y; k < 32; k += blockDim.y)
    tile[k][threadIdx.x] = x[(row + k) * width + column];
  __syncthreads();
  for (unsigned k = threadIdx.y; k < 32; k += blockDim.y)
    out[(blockIdx.x * 32 + k) * width + row + threadIdx.x] = tile[threadIdx.x][k];
}

__global__ void histogram(const float* x, unsigned* bins) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(bins + (__float_as_uint(x[i]) + 7 * i) % 64, 1);
}

__global__ void polynomial(float* out) {
  float value = threadIdx.x;
  for (int k = 0; k < 64; ++k) value = value * 0.5f + float(k);
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

template <class Launch>
void measure(const char* name, Launch launch) {
  double best = 0;
  for (int k = 0; k < repetitions; ++k) {
    const std::clock_t start = std::clock();
    launch();
    cudaDeviceSynchronize();
    const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    const simulator::Counts counts = simulator::take_launches().at(0).counts;
    best = std::max(best, double(counts.thread_instructions) / seconds);
  }
  std::printf("%-12s %6.0f million thread instructions/s\n", name, best / 1e6);
}

int main() {
  float *x, *y, *out;
  unsigned* bins;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMalloc(&bins, 64 * sizeof(unsigned));
  cudaMemset(x, 0, n * sizeof(float));
  cudaMemset(y, 0, n * sizeof(float));
  cudaMemset(bins, 0, 64 * sizeof(unsigned));
  constexpr int blocks = n / block;
  measure("fill", [&] { fill<<<blocks, block>>>(out); });
  measure("copy", [&] { copy<<<blocks / 4, block>>>((float4*)x, (float4*)out); });
  measure("add", [&] { add<<<blocks, block>>>(x, y, out); });
  measure("sum strided", [&] { sum_strided<<<64, block>>>(x, out); });
  measure("sum blocks", [&] { sum_blocks<<<blocks, block>>>(x, out); });
  measure("sum warps", [&] { sum_warps<<<blocks, block>>>(x, out); });
  measure("transpose", [&] { transpose<<<dim3(32, 32), dim3(32, 8)>>>(x, out); });
  measure("histogram", [&] { histogram<<<blocks, block>>>(x, bins); });
  measure("polynomial", [&] { polynomial<<<blocks / 16, block>>>(out); });
}
