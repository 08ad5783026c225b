// How many thread instructions the simulator executes a second of processor time, for kernels each
// of which does one thing over and over.
#include <cuda_pipeline.h>

#include <cstdint>

#include "measure.hpp"

using benchmark::measure;

constexpr int n = 1 << 20, width = 1 << 10, block = 256;

__device__ int index() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

// Streams

__global__ void fill(float* out) {
  out[index()] = 1;
}

template <class T>
__global__ void copy(const T* x, T* out) {
  out[index()] = x[index()];
}

__global__ void add(const float* x, const float* y, float* out) {
  const int i = index();
  if (i < n) out[i] = x[i] + y[i];
}

__global__ void sum_grid(const float* x, float* out) {
  float sum = 0;
  for (int i = index(); i < n; i += gridDim.x * blockDim.x) sum += x[i];
  out[index()] = sum;
}

// Other patterns of access

__global__ void shift(const float* x, float* out) {
  const int i = index();
  if (i < n - 1) out[i] = x[i + 1];
}

__global__ void stride(const float* x, float* out, int step) {
  const int i = index();
  out[i] = x[i * step % n];
}

__global__ void scatter(const float* x, float* out) {
  const int i = index();
  out[i % width * width + i / width] = x[i];
}

__global__ void gather(const float* x, float* out) {
  const int i = index();
  out[i] = x[(unsigned(i) * 2654435761u >> 7) % n];
}

__global__ void broadcast(const float* x, float* out) {
  float sum = 0;
  for (int k = 0; k < 16; ++k) sum += x[blockIdx.x + k];
  out[index()] = sum;
}

__global__ void odd_lanes(const float* x, float* out) {
  const int i = index();
  if (i % 2 == 1) out[i] = x[i] * 2;
}

__global__ void short_rows(const float* x, float* out) {  // blocks of 30 threads
  const int i = blockIdx.x * 30 + threadIdx.x;
  out[i] = x[i] * 2;
}

__global__ void diverge(const float* x, float* out) {
  const int i = index();
  float value = x[i] + i % 32;
  for (int k = 0; k < i % 8; ++k) value = value > 10 ? value * 0.5f : value + 3;
  out[i] = value;
}

__global__ void local_array(const float* x, float* out, int turn) {
  float values[8];
  for (int k = 0; k < 8; ++k) values[k] = x[k * width + index() % width];
  float sum = 0;
  for (int k = 0; k < 8; ++k) sum += values[(k + turn) % 8];
  out[index()] = sum;
}

// Shared memory

__global__ void sum_blocks(const float* x, float* out) {
  __shared__ float sums[block];
  sums[threadIdx.x] = x[index()];
  for (unsigned step = block / 2; step > 0; step /= 2) {
    __syncthreads();
    if (threadIdx.x < step) sums[threadIdx.x] += sums[threadIdx.x + step];
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

template <int pitch>
__global__ void transpose(const float* x, float* out) {
  __shared__ float tile[32][pitch];
  const int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32;
  for (unsigned k = threadIdx.y; k < 32; k += blockDim.y)
    tile[k][threadIdx.x] = x[(row + k) * width + column];
  __syncthreads();
  for (unsigned k = threadIdx.y; k < 32; k += blockDim.y)
    out[(blockIdx.x * 32 + k) * width + row + threadIdx.x] = tile[threadIdx.x][k];
}

__global__ void multiply(const float* a, const float* b, float* c) {
  constexpr int size = 16, extent = 256;
  __shared__ float left[size][size], right[size][size];
  const int row = blockIdx.y * size + threadIdx.y, column = blockIdx.x * size + threadIdx.x;
  float sum = 0;
  for (int tile = 0; tile < extent; tile += size) {
    left[threadIdx.y][threadIdx.x] = a[row * extent + tile + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * extent + column];
    __syncthreads();
    for (int k = 0; k < size; ++k) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
    __syncthreads();
  }
  c[row * extent + column] = sum;
}

__global__ void copy_async(const float4* x, float4* out) {
  __shared__ float4 tile[block];
  __pipeline_memcpy_async(tile + threadIdx.x, x + index(), sizeof(float4));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[index()] = tile[threadIdx.x ^ 32];
}

// Atomics

__global__ void histogram(const float* x, unsigned* bins) {
  const int i = index();
  atomicAdd(bins + (__float_as_uint(x[i]) + 7 * i) % 64, 1);
}

__global__ void histogram_shared(const float* x, unsigned* bins) {
  __shared__ unsigned counts[64];
  if (threadIdx.x < 64) counts[threadIdx.x] = 0;
  __syncthreads();
  for (int i = index(); i < n; i += gridDim.x * blockDim.x)
    atomicAdd(counts + (__float_as_uint(x[i]) + 7 * i) % 64, 1);
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(bins + threadIdx.x, counts[threadIdx.x]);
}

__global__ void one_counter(const float* x, unsigned* counter) {
  if (x[index()] >= 0) atomicAdd(counter, threadIdx.x);
}

__global__ void many_counters(const float* x, float* counters) {
  atomicAdd(counters + index(), x[index()]);
}

// Warps

__global__ void sum_warps(const float* x, float* out) {
  float sum = x[index()];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(~0u, sum, step);
  if (threadIdx.x % 32 == 0) out[index() / 32] = sum;
}

__global__ void scan_warps(const int* x, int* out) {
  int sum = x[index()];
  for (int step = 1; step < 32; step *= 2) {
    const int other = __shfl_up_sync(~0u, sum, step);
    if (threadIdx.x % 32 >= step) sum += other;
  }
  out[index()] = sum + __popc(__ballot_sync(~0u, sum > 3));
}

// Arithmetic

template <class T>
__global__ void polynomial(T* out) {
  T value = threadIdx.x;
  for (int k = 0; k < 64; ++k) value = value * T(0.5) + T(k);
  out[index()] = value;
}

__global__ void hash(unsigned* out) {
  unsigned value = index();
  for (int k = 0; k < 64; ++k) {
    value ^= value << 13;
    value ^= value >> 17;
    value = value * 5 + __popc(value);
  }
  out[index()] = value;
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
  cudaMemset(out, 0, n * sizeof(float));
  cudaMemset(bins, 0, 64 * sizeof(unsigned));
  constexpr int blocks = n / block;
  const dim3 tiles(32, 32), tile(32, 8);
  std::puts("million thread instructions a second: with checks and counts, and without");
  measure("fill", [&] { fill<<<blocks, block>>>(out); });
  measure("copy bytes", [&] { copy<<<blocks, block>>>((char*)x, (char*)out); });
  measure("copy halves", [&] { copy<<<blocks, block>>>((short*)x, (short*)out); });
  measure("copy 8 bytes", [&] { copy<<<blocks / 2, block>>>((float2*)x, (float2*)out); });
  measure("copy 16 bytes", [&] { copy<<<blocks / 4, block>>>((float4*)x, (float4*)out); });
  measure("add", [&] { add<<<blocks, block>>>(x, y, out); });
  measure("sum over the grid", [&] { sum_grid<<<64, block>>>(x, out); });
  measure("shift", [&] { shift<<<blocks, block>>>(x, out); });
  measure("stride 2", [&] { stride<<<blocks, block>>>(x, out, 2); });
  measure("stride 32", [&] { stride<<<blocks, block>>>(x, out, 32); });
  measure("scatter", [&] { scatter<<<blocks, block>>>(x, out); });
  measure("gather", [&] { gather<<<blocks, block>>>(x, out); });
  measure("broadcast", [&] { broadcast<<<blocks, block>>>(x, out); });
  measure("odd lanes", [&] { odd_lanes<<<blocks, block>>>(x, out); });
  measure("30 threads", [&] { short_rows<<<n / 30, 30>>>(x, out); });
  measure("diverge", [&] { diverge<<<blocks, block>>>(x, out); });
  measure("local array", [&] { local_array<<<blocks, block>>>(x, out, 3); });
  measure("sum blocks", [&] { sum_blocks<<<blocks, block>>>(x, out); });
  measure("transpose, conflicts", [&] { transpose<32><<<tiles, tile>>>(x, out); });
  measure("transpose, padded", [&] { transpose<33><<<tiles, tile>>>(x, out); });
  measure("multiply", [&] { multiply<<<dim3(16, 16), dim3(16, 16)>>>(x, y, out); });
  measure("copy async", [&] { copy_async<<<blocks / 4, block>>>((float4*)x, (float4*)out); });
  measure("histogram", [&] { histogram<<<blocks, block>>>(x, bins); });
  measure("histogram, shared", [&] { histogram_shared<<<64, block>>>(x, bins); });
  measure("one counter", [&] { one_counter<<<blocks, block>>>(x, bins); });
  measure("many counters", [&] { many_counters<<<blocks, block>>>(x, out); });
  measure("sum warps", [&] { sum_warps<<<blocks, block>>>(x, out); });
  measure("scan warps", [&] { scan_warps<<<blocks, block>>>((int*)x, (int*)out); });
  measure("polynomial", [&] { polynomial<<<blocks / 16, block>>>(out); });
  measure("polynomial, double", [&] { polynomial<<<blocks / 16, block>>>((double*)out); });
  measure("hash", [&] { hash<<<blocks / 16, block>>>((unsigned*)out); });
}
