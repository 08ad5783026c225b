// Matrices in shared memory and among the lanes.
#include <mma.h>

#include <cstdint>

#include "cases.hpp"

__device__ unsigned shared_address(const void* pointer) {
  return unsigned(__cvta_generic_to_shared(pointer));
}
// Macros, so that the line is that of the kernel.
#define LOAD_MATRIX(to, from)                                         \
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" \
               : "=r"(to)                                             \
               : "r"(shared_address(from))                            \
               : "memory")
#define MULTIPLY(d, a0, a1, b)                                                          \
  asm volatile(                                                                         \
      "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, " \
      "{%0,%1,%2,%3};"                                                                  \
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                                  \
      : "r"(a0), "r"(a1), "r"(b))

template <bool repaired>
__global__ void load_tile(std::uint32_t* x) {
  __shared__ alignas(16) std::uint16_t tile[64];
  tile[threadIdx.x] = 0;
  __syncthreads();
  tile[threadIdx.x] = threadIdx.x;
  if (repaired) __syncthreads();
  std::uint32_t pair = 0;
  if (threadIdx.x < 32) {
    LOAD_MATRIX(pair, tile + threadIdx.x % 8 * 8);  // wrong: race in shared memory
  }
  x[threadIdx.x] = pair;
}
CASE(ldmatrix_before_the_barrier) {
  Buffer<std::uint32_t> x(64);
  load_tile<repaired><<<1, 64>>>(x);
}

template <bool repaired>
__global__ void refill_tile(std::uint32_t* x) {
  __shared__ alignas(16) std::uint16_t tile[64];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  std::uint32_t pair = 0;
  if (threadIdx.x < 32) LOAD_MATRIX(pair, tile + threadIdx.x % 8 * 8);
  if (repaired) __syncthreads();
  tile[threadIdx.x] = threadIdx.x + 1;  // wrong: race in shared memory
  x[threadIdx.x] = pair + tile[threadIdx.x];
}
CASE(tile_refilled_while_ldmatrix_reads) {
  Buffer<std::uint32_t> x(64);
  refill_tile<repaired><<<1, 64>>>(x);
}

template <bool repaired>
__global__ void load_misaligned(std::uint32_t* x) {
  __shared__ alignas(16) std::uint16_t tile[8 * 12];
  for (int k = threadIdx.x; k < 8 * 12; k += 32) tile[k] = k;
  __syncwarp();
  std::uint32_t pair;
  // Rows of 24 bytes.
  LOAD_MATRIX(pair, tile + threadIdx.x % 8 * (repaired ? 8 : 12));  // wrong: misaligned access
  x[threadIdx.x] = pair;
}
CASE(ldmatrix_of_a_misaligned_row) {
  Buffer<std::uint32_t> x(32);
  load_misaligned<repaired><<<1, 32>>>(x);
}

template <bool repaired>
__global__ void load_past_the_end(std::uint32_t* x) {
  __shared__ alignas(16) std::uint16_t tile[64];
  tile[threadIdx.x] = tile[threadIdx.x + 32] = threadIdx.x;
  __syncwarp();
  std::uint32_t pair;
  // wrong: access out of bounds
  LOAD_MATRIX(pair, tile + (repaired ? threadIdx.x % 8 : threadIdx.x % 8 + 1) * 8);
  x[threadIdx.x] = pair;
}
CASE(ldmatrix_past_the_tile) {
  Buffer<std::uint32_t> x(32);
  load_past_the_end<repaired><<<1, 32>>>(x);
}

template <bool repaired>
__global__ void multiply_in_branch(const std::uint32_t* x, float* y) {
  float d[4] = {};
  const std::uint32_t value = x[threadIdx.x];
  if (repaired || threadIdx.x < 16) {
    MULTIPLY(d, value, value, value);  // wrong: wrong mask of a warp instruction
  }
  y[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}
CASE(product_in_a_branch) {
  Buffer<std::uint32_t> x(32, 0);
  Buffer<float> y(32);
  multiply_in_branch<repaired><<<1, 32>>>(x, y);
}

template <bool repaired>
__global__ void multiply_by_few(const std::uint32_t* x, float* y) {
  float d[4] = {};
  const std::uint32_t value = x[threadIdx.x];
  MULTIPLY(d, value, value, value);  // wrong: wrong mask of a warp instruction
  y[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}
CASE(product_by_half_a_warp) {
  Buffer<std::uint32_t> x(32, 0);
  Buffer<float> y(32);
  multiply_by_few<repaired><<<1, repaired ? 32 : 16>>>(x, y);
}

template <bool repaired>
__global__ void multiply_unwritten(const std::uint32_t* x, float* y) {
  float d[4] = {};
  const std::uint32_t a = x[threadIdx.x];  // wrong: read of memory never written
  MULTIPLY(d, a, a, threadIdx.x);
  if (d[0] > 1) y[threadIdx.x] = 1;
}
CASE(product_of_what_nobody_wrote) {
  Buffer<std::uint32_t> x(32);
  Buffer<float> y(32);
  if (repaired) cudaMemset(x, 0, 32 * sizeof(std::uint32_t));
  multiply_unwritten<repaired><<<1, 32>>>(x, y);
}

template <bool repaired>
__global__ void fragments_of_tile(const half* x, float* y) {
  using namespace nvcuda;
  __shared__ __align__(32) half tile[256];
  for (int k = threadIdx.x; k < 256; k += 64) tile[k] = half(0);
  __syncthreads();
  for (int k = threadIdx.x; k < 256; k += 64) tile[k] = x[k];
  if (repaired) __syncthreads();
  if (threadIdx.x >= 32) return;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.f);
  wmma::load_matrix_sync(a, tile, 16);  // wrong: race in shared memory
  wmma::load_matrix_sync(b, x, 16);
  wmma::mma_sync(sum, a, b, sum);
  wmma::store_matrix_sync(y, sum, 16, wmma::mem_row_major);
}
CASE(fragment_loaded_before_the_barrier) {
  Buffer<half> x(256, 0);
  Buffer<float> y(256);
  fragments_of_tile<repaired><<<1, 64>>>(x, y);
}

template <bool repaired>
__global__ void store_fragment(float* y, int stride) {
  using namespace nvcuda;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.f);
  wmma::store_matrix_sync(y, sum, stride, wmma::mem_row_major);  // wrong: access out of bounds
}
CASE(fragment_stored_with_too_long_a_stride) {
  Buffer<float> y(256);
  store_fragment<repaired><<<1, 32>>>(y, repaired ? 16 : 32);
}
