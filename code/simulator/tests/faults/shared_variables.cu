// Static variables of shared memory, which lie one behind the other.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include <cstdint>

#include "cases.hpp"

__device__ unsigned shared_address(const void* pointer) {
  return unsigned(__cvta_generic_to_shared(pointer));
}

template <bool repaired>
__global__ void sum_neighbours(const int* in, int* out) {
  __shared__ int before[64], values[64];
  before[threadIdx.x] = threadIdx.x;
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int left = before[63 - threadIdx.x];
  // wrong: access out of bounds: outside the 256 bytes of values
  if (!repaired || threadIdx.x > 0) left += values[int(threadIdx.x) - 1];
  out[threadIdx.x] = left + values[threadIdx.x];
}
CASE(value_before_the_first_is_another_arrays) {
  Buffer<int> in(64, 0), out(64);
  sum_neighbours<repaired><<<1, 64>>>(in, out);
}

template <bool repaired>
__global__ void count(const int* in, int* out) {
  __shared__ int bins[16], all;
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  if (threadIdx.x == 0) all = 0;
  __syncthreads();
  const int bin = in[threadIdx.x] / 4;
  // wrong: access out of bounds: outside the 64 bytes of bins
  if (!repaired || bin < 16) atomicAdd(bins + bin, 1);
  atomicAdd(&all, 1);
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x] - all;
}
CASE(bin_past_the_last_is_another_variable) {
  int values[64];
  for (int k = 0; k < 64; ++k) values[k] = k + 1;
  Buffer<int> in(64), out(16);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  count<repaired><<<1, 64>>>(in, out);
}

/// Pointers to either of two arrays in turn, and to whichever is asked for.
template <bool repaired>
__global__ void add_in_turn(int* out, int steps) {
  __shared__ int first[32], second[32];
  extern __shared__ int behind[];
  int *from = first, *to = second;
  from[threadIdx.x] = to[threadIdx.x] = behind[threadIdx.x] = threadIdx.x;
  __syncwarp();
  for (int k = 0; k < steps; ++k) {
    to[threadIdx.x] = from[threadIdx.x ^ 1] + 1;
    __syncwarp();
    int* const old = from;
    from = to;
    to = old;
  }
  int sum = from[threadIdx.x] + (out[threadIdx.x] > 0 ? first : second)[threadIdx.x];
  const int4* const fours = reinterpret_cast<const int4*>(second);
  sum += fours[threadIdx.x % (repaired ? 8 : 9)].w;  // wrong: access out of bounds: bytes of second
  out[threadIdx.x] = sum + behind[31 - threadIdx.x];
}
CASE(last_four_reach_into_dynamic_memory) {
  Buffer<int> out(32, 0);
  add_in_turn<repaired><<<1, 32, 32 * sizeof(int)>>>(out, 5);
}

// Macros, so that the line is that of the kernel.
#define LOAD_MATRIX(to, from)                                         \
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" \
               : "=r"(to)                                             \
               : "r"(shared_address(from)))
#define STORE_BULK(to, from, bytes)                                                     \
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), \
               "r"(shared_address(from)), "r"(bytes)                                    \
               : "memory")

template <bool repaired>
__global__ void read_rows(std::uint32_t* x) {
  __shared__ alignas(16) std::uint16_t tile[64];
  __shared__ alignas(16) std::uint16_t next[64];
  tile[threadIdx.x] = next[threadIdx.x] = threadIdx.x;
  tile[threadIdx.x + 32] = next[threadIdx.x + 32] = threadIdx.x;
  __syncwarp();
  const unsigned row = threadIdx.x % 8 + !repaired;
  std::uint32_t pair;
  LOAD_MATRIX(pair, tile + 8 * row);  // wrong: access out of bounds: outside the 128 bytes of tile
  x[threadIdx.x] = pair + next[63 - threadIdx.x];
}
CASE(rows_of_a_matrix_reach_into_the_next) {
  Buffer<std::uint32_t> x(32);
  read_rows<repaired><<<1, 32>>>(x);
}

template <bool repaired>
__global__ void square_tile(float* x) {
  using namespace nvcuda::wmma;
  __shared__ alignas(32) half tile[16 * 16];
  __shared__ alignas(32) half other[16 * 16];
  for (unsigned k = threadIdx.x; k < 256; k += 32) {
    tile[k] = __float2half(k % 3);
    other[k] = __float2half(1);
  }
  __syncwarp();
  fragment<matrix_a, 16, 16, 16, half, row_major> a;
  fragment<matrix_b, 16, 16, 16, half, row_major> b;
  fragment<accumulator, 16, 16, 16, float> sum;
  fill_fragment(sum, 0.f);
  // wrong: access out of bounds: outside the 512 bytes of tile
  load_matrix_sync(a, tile, repaired ? 16 : 24);
  load_matrix_sync(b, other, 16);
  mma_sync(sum, a, b, sum);
  store_matrix_sync(x, sum, 16, mem_row_major);
}
CASE(stride_of_a_padded_tile_where_there_is_no_padding) {
  Buffer<float> x(256);
  square_tile<repaired><<<1, 32>>>(x);
}

template <bool repaired>
__global__ void sum_of_stages(const int* in, int* out, int stages) {
  __shared__ int4 a[2][32];
  __shared__ int4 b[2][32];
  int sum = 0;
#pragma unroll 1  // or nvcc names lines of other copies
  for (int k = 0; k < stages; ++k) {
    const int stage = repaired ? k % 2 : k % 3;
    // wrong: access out of bounds: outside the 1024 bytes of a
    __pipeline_memcpy_async(&a[stage][threadIdx.x], in + 4 * threadIdx.x, sizeof(int4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __pipeline_memcpy_async(&b[k % 2][threadIdx.x], in + 4 * threadIdx.x, sizeof(int4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    sum += a[k % 2][threadIdx.x].x + b[k % 2][threadIdx.x].y;
  }
  out[threadIdx.x] = sum;
}
CASE(third_stage_of_two_is_another_array) {
  Buffer<int> in(128, 1), out(32);
  sum_of_stages<repaired><<<1, 32>>>(in, out, 3);
}

template <bool repaired>
__global__ void store_tile(int* out) {
  __shared__ alignas(16) int tile[32];
  __shared__ alignas(16) int behind[32];
  tile[threadIdx.x] = threadIdx.x;
  behind[threadIdx.x] = 1;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncwarp();
  if (threadIdx.x == 0) {
    // wrong: access out of bounds: outside the 128 bytes of tile
    STORE_BULK(out, tile, repaired ? 128u : 144u);
    asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
  }
  __syncwarp();
  out[threadIdx.x + 36] = behind[31 - threadIdx.x];
}
CASE(bulk_copy_of_more_than_the_tile) {
  Buffer<int> out(68);
  store_tile<repaired><<<1, 32>>>(out);
}
