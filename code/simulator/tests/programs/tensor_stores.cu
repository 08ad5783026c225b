// exit: 0
// prints: right
// schedules: forward reverse random:1 random:2 starve

// A whole warp begins one and the same copy to a tensor, as CUTLASS's epilogues do; then one lane
// adds the tile to it. Of the map a bit is cleared that CUTLASS clears for some drivers.
#include <cuda.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

constexpr int side = 16, n = side * side;

__global__ void store(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) float tile[n];
  for (int k = threadIdx.x; k < n; k += 32) tile[k] = k;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncwarp();
  const unsigned from = unsigned(__cvta_generic_to_shared(tile));
  asm volatile(
      "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %1}], [%2];\n"
      "cp.async.bulk.commit_group;\n"
      "cp.async.bulk.wait_group 0;" ::"l"(&map),
      "r"(side), "r"(from)
      : "memory");
  __syncwarp();
  if (threadIdx.x == 0)
    asm volatile(
        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%1, %1}], "
        "[%2];\n"
        "cp.async.bulk.commit_group;\n"
        "cp.async.bulk.wait_group 0;" ::"l"(&map),
        "r"(side), "r"(from)
        : "memory");
}

int main() {
  constexpr int rows = 2 * side, columns = 2 * side;
  constexpr std::uint64_t cleared = std::uint64_t{1} << 21;
  float* y;
  do cudaMalloc(&y, rows * columns * sizeof(float));
  while ((reinterpret_cast<std::uintptr_t>(y) & cleared) == 0);
  cudaMemset(y, 0, rows * columns * sizeof(float));
  void* encode = nullptr;
  cudaDriverEntryPointQueryResult found;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault,
                                   &found);
  CUtensorMap map;
  const cuuint64_t extents[] = {columns, rows}, strides[] = {columns * sizeof(float)};
  const cuuint32_t sides[] = {side, side}, steps[] = {1, 1};
  reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(encode)(
      &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, y, extents, strides, sides, steps,
      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  std::uint64_t words[16];
  std::memcpy(words, &map, sizeof words);
  words[1] &= ~cleared;
  std::memcpy(&map, words, sizeof words);
  store<<<1, 32>>>(map);
  std::vector<float> got(rows * columns);
  cudaMemcpy(got.data(), y, got.size() * sizeof(float), cudaMemcpyDeviceToHost);
  bool right = true;
  for (int k = 0; k < rows * columns; ++k) {
    const int row = k / columns - side, column = k % columns - side;
    right = right && got[k] == (row < 0 || column < 0 ? 0 : 2 * (row * side + column));
  }
  std::puts(right ? "right" : "wrong");
}
