// exit: 0
// prints: the product is right
// architecture: 90a
// schedules: forward reverse random:3 starve
#include <cuda.h>
#include <cuda_fp16.h>

#include <cstdint>

#include "half_product.hpp"
#include "mbarriers.hpp"

// C = A × B as Hopper's libraries do it: one warp has tiles copied to shared memory, swizzled, by
// way of tensor maps; four others multiply them by wgmma. Two mbarriers per stage hand tiles over
// and back.

#ifndef PRODUCTS_LEFT
#define PRODUCTS_LEFT 0
#endif
constexpr int products_left = PRODUCTS_LEFT;  // that may still read the tile that is handed back
#ifndef ARRIVALS
#define ARRIVALS consumers
#endif
constexpr int tile_m = 64, tile_n = 64, tile_k = 64, stages = 2, consumers = 128;

__device__ void load(void* to, const CUtensorMap* map, std::uint64_t* barrier, int x, int y) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], "
      "[%1, {%3, %4}], [%2];" ::"r"(shared_address(to)),
      "l"(map), "r"(shared_address(barrier)), "r"(x), "r"(y)
      : "memory");
}
/// Swizzled by 128 bytes, groups of eight lines 1024 bytes apart.
__device__ std::uint64_t descriptor(const void* tile) {
  return std::uint64_t(shared_address(tile) >> 4 & 0x3fff) | std::uint64_t(1) << 16 |
         std::uint64_t(1024 / 16) << 32 | std::uint64_t(1) << 62;
}
#define R4(k) "+f"(d[k]), "+f"(d[k + 1]), "+f"(d[k + 2]), "+f"(d[k + 3])
__device__ void multiply(float* d, std::uint64_t a, std::uint64_t b) {
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
      "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,"
      "%24,%25,%26,%27,%28,%29,%30,%31}, %32, %33, 1, 1, 1, 0, 1;"
      : R4(0), R4(4), R4(8), R4(12), R4(16), R4(20), R4(24), R4(28)
      : "l"(a), "l"(b));
}

__global__ void product(const __grid_constant__ CUtensorMap a,
                        const __grid_constant__ CUtensorMap b, float* c, int n, int steps) {
  __shared__ __align__(1024) __half as[stages][tile_m * tile_k], bs[stages][tile_k * tile_n];
  __shared__ std::uint64_t full[stages], empty[stages];
  const int first_row = blockIdx.y * tile_m, first_column = blockIdx.x * tile_n;
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < stages; ++stage) {
      initialise(&full[stage], 1);
      initialise(&empty[stage], ARRIVALS);
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x >= consumers) {
    if (threadIdx.x > consumers) return;
    for (int step = 0; step < steps; ++step) {
      const int stage = step % stages, round = step / stages;
      if (round > 0) wait(&empty[stage], (round - 1) & 1);
      arrive_and_expect(&full[stage], (tile_m + tile_n) * tile_k * sizeof(__half));
      load(as[stage], &a, &full[stage], step * tile_k, first_row);
      load(bs[stage], &b, &full[stage], first_column, step * tile_k);
    }
    return;
  }
  float d[32] = {};
  for (int step = 0; step < steps; ++step) {
    const int stage = step % stages, round = step / stages;
    wait(&full[stage], round & 1);
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    for (int k = 0; k < tile_k / 16; ++k)
      multiply(d, descriptor(as[stage]) + k * 32 / 16, descriptor(bs[stage]) + k * 2048 / 16);
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(products_left) : "memory");
    if (threadIdx.x < ARRIVALS) arrive(&empty[stage]);
  }
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  const int lane = threadIdx.x % 32, row = first_row + threadIdx.x / 32 * 16 + lane / 4;
  for (int i = 0; i < 32; ++i)
    c[(row + i / 2 % 2 * 8) * n + first_column + i / 4 * 8 + lane % 4 * 2 + i % 2] = d[i];
}

using Encode = decltype(&cuTensorMapEncodeTiled);

CUtensorMap map_of(Encode encode, const __half* matrix, int rows, int columns, unsigned box_rows,
                   unsigned box_columns) {
  CUtensorMap map;
  const cuuint64_t sizes[] = {cuuint64_t(columns), cuuint64_t(rows)}, strides[] = {columns * 2ull};
  const cuuint32_t box[] = {box_columns, box_rows}, steps[] = {1, 1};
  encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, const_cast<__half*>(matrix), sizes, strides, box,
         steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
         CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return map;
}

int main() {
  constexpr int m = 128, n = 128, k = 320;
  void* found = nullptr;
  cudaDriverEntryPointQueryResult status;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault,
                                   &status);
  if (status != cudaDriverEntryPointSuccess) return 2;
  const Encode encode = reinterpret_cast<Encode>(found);
  const HalfProduct its(m, n, k);
  product<<<dim3(n / tile_n, m / tile_m), consumers + 32>>>(
      map_of(encode, its.device_a, m, k, tile_m, tile_k),
      map_of(encode, its.device_b, k, n, tile_k, tile_n), its.device_c, n, k / tile_k);
  return its.is_right() ? 0 : 1;
}
