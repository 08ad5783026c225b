// exit: 0
// prints: the product is right
// schedules: forward reverse starve
#include <cuda_fp16.h>

#include <cstdint>

#include "half_product.hpp"
#include "mbarriers.hpp"

// C = A × B by blocks of four warps: tiles go to shared memory by asynchronous copies, two of them
// in turn, from there by ldmatrix into registers, and into mma.sync. The rows of the tiles are
// padded so that ldmatrix meets no bank conflicts.

constexpr int tile_m = 32, tile_n = 32, tile_k = 32, padding = 8;

__device__ void load_rows(__half* to, int to_stride, const __half* from, int from_stride, int rows,
                          int columns) {
  for (int k = threadIdx.x; k < rows * columns / 8; k += blockDim.x) {
    const int row = k / (columns / 8), column = k % (columns / 8) * 8;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                     shared_address(to + row * to_stride + column)),
                 "l"(from + row * from_stride + column)
                 : "memory");
  }
}

__global__ void multiply(const __half* a, const __half* b, float* c, int m, int n, int k) {
  __shared__ alignas(16) __half as[2][tile_m][tile_k + padding], bs[2][tile_k][tile_n + padding];
  const int first_row = blockIdx.y * tile_m, first_column = blockIdx.x * tile_n;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int row = warp / 2 * 16, column = warp % 2 * 16;
  const auto load = [&](int stage, int at) {
    load_rows(&as[stage][0][0], tile_k + padding, a + first_row * k + at, k, tile_m, tile_k);
    load_rows(&bs[stage][0][0], tile_n + padding, b + at * n + first_column, n, tile_k, tile_n);
    asm volatile("cp.async.commit_group;" ::: "memory");
  };
  float sums[2][4] = {};
  load(0, 0);
  for (int step = 0; step < k / tile_k; ++step) {
    const int stage = step % 2;
    if (step + 1 < k / tile_k) {
      load(1 - stage, (step + 1) * tile_k);
      asm volatile("cp.async.wait_group 1;" ::: "memory");
    } else {
      asm volatile("cp.async.wait_group 0;" ::: "memory");
    }
    __syncthreads();
    for (int at = 0; at < tile_k; at += 16) {
      std::uint32_t x[4], y[4];
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                   : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
                   : "r"(shared_address(&as[stage][row + lane % 16][at + lane / 16 * 8]))
                   : "memory");
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                   : "=r"(y[0]), "=r"(y[1]), "=r"(y[2]), "=r"(y[3])
                   : "r"(shared_address(&bs[stage][at + lane % 16][column + lane / 16 * 8]))
                   : "memory");
      for (int half = 0; half < 2; ++half) {
        float* const d = sums[half];
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
            "{%8,%9}, {%0,%1,%2,%3};"
            : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
            : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[2 * half]), "r"(y[2 * half + 1]));
      }
    }
    __syncthreads();
  }
  for (int half = 0; half < 2; ++half)
    for (int i = 0; i < 4; ++i)
      c[(first_row + row + lane / 4 + i / 2 * 8) * n + first_column + column + half * 8 +
        lane % 4 * 2 + i % 2] = sums[half][i];
}

int main() {
  constexpr int m = 64, n = 96, k = 128;
  const HalfProduct its(m, n, k);
  multiply<<<dim3(n / tile_n, m / tile_m), 128>>>(its.device_a, its.device_b, its.device_c, m, n,
                                                  k);
  return its.is_right() ? 0 : 1;
}
