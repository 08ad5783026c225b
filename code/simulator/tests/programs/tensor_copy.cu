// exit: 0
// schedules: forward reverse random:3 starve
// prints: boxes: 0 wrong
// prints: transposed: 0 wrong
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <vector>

#include "mbarriers.hpp"

// cp.async.bulk.tensor in one to five dimensions, with every swizzle, across the tensor's edges,
// there and back.

constexpr int most = 5;

struct Coordinates {
  int at[most];
};

#define LOAD(rank, coordinates, ...)                                                       \
  asm volatile(                                                                            \
      "cp.async.bulk.tensor." rank                                                         \
      ".shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {" coordinates \
      "}], [%2];" ::"r"(shared_address(to)),                                               \
      "l"(map), "r"(shared_address(barrier)), __VA_ARGS__                                  \
      : "memory")
#define STORE(rank, coordinates, ...)                                   \
  asm volatile("cp.async.bulk.tensor." rank                             \
               ".global.shared::cta.tile.bulk_group [%1, {" coordinates \
               "}], [%0];" ::"r"(shared_address(from)),                 \
               "l"(map), __VA_ARGS__                                    \
               : "memory")

__device__ void load(void* to, const CUtensorMap* map, std::uint64_t* barrier, int rank,
                     const Coordinates& c) {
  switch (rank) {
    case 1:
      LOAD("1d", "%3", "r"(c.at[0]));
      break;
    case 2:
      LOAD("2d", "%3, %4", "r"(c.at[0]), "r"(c.at[1]));
      break;
    case 3:
      LOAD("3d", "%3, %4, %5", "r"(c.at[0]), "r"(c.at[1]), "r"(c.at[2]));
      break;
    case 4:
      LOAD("4d", "%3, %4, %5, %6", "r"(c.at[0]), "r"(c.at[1]), "r"(c.at[2]), "r"(c.at[3]));
      break;
    default:
      LOAD("5d", "%3, %4, %5, %6, %7", "r"(c.at[0]), "r"(c.at[1]), "r"(c.at[2]), "r"(c.at[3]),
           "r"(c.at[4]));
      break;
  }
}

__device__ void store(const void* from, const CUtensorMap* map, int rank, const Coordinates& c) {
  switch (rank) {
    case 1:
      STORE("1d", "%2", "r"(c.at[0]));
      break;
    case 2:
      STORE("2d", "%2, %3", "r"(c.at[0]), "r"(c.at[1]));
      break;
    case 3:
      STORE("3d", "%2, %3, %4", "r"(c.at[0]), "r"(c.at[1]), "r"(c.at[2]));
      break;
    case 4:
      STORE("4d", "%2, %3, %4, %5", "r"(c.at[0]), "r"(c.at[1]), "r"(c.at[2]), "r"(c.at[3]));
      break;
    default:
      STORE("5d", "%2, %3, %4, %5, %6", "r"(c.at[0]), "r"(c.at[1]), "r"(c.at[2]), "r"(c.at[3]),
            "r"(c.at[4]));
      break;
  }
}

__device__ void commit_and_wait() {
  asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
}

/// The box as it lies in shared memory, and the box once more into another tensor.
__global__ void copy_box(const __grid_constant__ CUtensorMap in,
                         const __grid_constant__ CUtensorMap out, int rank, Coordinates c,
                         unsigned elements, std::uint16_t* box) {
  extern __shared__ __align__(1024) std::uint16_t tile[];
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0) {
    initialise(&barrier, 1);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    load(tile, &in, &barrier, rank, c);
    arrive_and_expect(&barrier, elements * sizeof *tile);
  }
  wait(&barrier, 0);
  for (unsigned k = threadIdx.x; k < elements; k += blockDim.x) box[k] = tile[k];
  __syncthreads();
  bool inside = true;
  for (int k = 0; k < rank; ++k) inside = inside && c.at[k] >= 0;
  if (threadIdx.x == 0 && inside) {
    store(tile, &out, rank, c);
    commit_and_wait();
  }
}

using Encode = decltype(&cuTensorMapEncodeTiled);

Encode find_encode() {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult status;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault,
                                   &status);
  return status == cudaDriverEntryPointSuccess ? reinterpret_cast<Encode>(found) : nullptr;
}

struct Tensor {
  int rank;
  int extents[most];
  int box[most];
  int steps[most];
  int start[most];
};

// Starts are such as an H200 takes: at a multiple of 16 bytes, and where a box goes back, not
// negative. It ended with an illegal instruction at others.
const Tensor tensors[] = {
    {1, {100}, {64}, {1}, {0}},
    {1, {100}, {64}, {1}, {72}},
    {1, {100}, {64}, {1}, {-8}},
    {2, {72, 33}, {64, 16}, {1, 1}, {-16, -3}},
    {2, {72, 33}, {32, 16}, {1, 1}, {48, -15}},
    {2, {72, 33}, {64, 16}, {1, 1}, {8, 3}},
    {2, {72, 33}, {64, 16}, {1, 1}, {16, 25}},
    {2, {72, 33}, {32, 16}, {1, 1}, {40, 30}},
    {2, {72, 33}, {16, 16}, {1, 2}, {8, 4}},
    {3, {40, 7, 9}, {32, 4, 3}, {1, 1, 1}, {16, 5, 7}},
    {4, {24, 5, 4, 3}, {16, 3, 2, 2}, {1, 1, 1, 1}, {0, 1, 3, 2}},
    {5, {24, 4, 3, 3, 2}, {16, 2, 2, 2, 2}, {1, 1, 1, 1, 1}, {8, 3, 2, 0, 1}},
};

int wrong_boxes(Encode encode) {
  int wrong = 0;
  for (const Tensor& t : tensors) {
    for (int swizzle = 0; swizzle <= 3; ++swizzle) {
      if (swizzle > 0 && t.box[0] * 2 != 16 << swizzle) continue;
      cuuint64_t extents[most], strides[most];
      cuuint32_t box[most], steps[most];
      int pitch[most + 1], taken[most];  // elements
      unsigned elements = 1, volume;
      pitch[0] = 1;
      for (int k = 0; k < t.rank; ++k) {
        extents[k] = t.extents[k];
        box[k] = t.box[k];
        steps[k] = t.steps[k];
        taken[k] = k == 0 ? t.box[k] : (t.box[k] + t.steps[k] - 1) / t.steps[k];
        elements *= taken[k];
        pitch[k + 1] = k == 0 ? (t.extents[0] + 7) / 8 * 8 : pitch[k] * t.extents[k];
        strides[k] = pitch[k + 1] * 2;
      }
      volume = pitch[t.rank];
      std::vector<std::uint16_t> host(volume), got(elements), back(volume);
      for (unsigned k = 0; k < volume; ++k) host[k] = std::uint16_t(k * 7 + 1);
      std::uint16_t *in, *out, *tile;
      cudaMalloc(&in, volume * 2);
      cudaMalloc(&out, volume * 2);
      cudaMalloc(&tile, elements * 2);
      cudaMemcpy(in, host.data(), volume * 2, cudaMemcpyHostToDevice);
      cudaMemset(out, 0, volume * 2);
      CUtensorMap from, to;
      for (auto [map, data] : {std::pair{&from, in}, std::pair{&to, out}})
        if (encode(map, CU_TENSOR_MAP_DATA_TYPE_UINT16, t.rank, data, extents, strides, box, steps,
                   CU_TENSOR_MAP_INTERLEAVE_NONE, CUtensorMapSwizzle(swizzle),
                   CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE))
          return -1;
      Coordinates c{};
      for (int k = 0; k < t.rank; ++k) c.at[k] = t.start[k];
      copy_box<<<1, 64, (elements * 2 + 1023) / 1024 * 1024>>>(from, to, t.rank, c, elements, tile);
      if (cudaDeviceSynchronize() != cudaSuccess) return -2;
      cudaMemcpy(got.data(), tile, elements * 2, cudaMemcpyDeviceToHost);
      cudaMemcpy(back.data(), out, volume * 2, cudaMemcpyDeviceToHost);
      std::vector<std::uint16_t> expected(volume);
      for (unsigned k = 0; k < elements; ++k) {
        unsigned rest = k;
        long at = 0;
        bool inside = true;
        for (int dimension = 0; dimension < t.rank; ++dimension) {
          const int index = t.start[dimension] + int(rest % taken[dimension]) * t.steps[dimension];
          rest /= taken[dimension];
          inside = inside && index >= 0 && index < t.extents[dimension];
          at += long(index) * pitch[dimension];
        }
        bool goes_back = inside;
        for (int dimension = 0; dimension < t.rank; ++dimension)
          goes_back = goes_back && t.start[dimension] >= 0;
        const unsigned byte = k * 2;
        const unsigned place = byte ^ (swizzle == 0 ? 0 : (byte >> 7 & ((1u << swizzle) - 1)) << 4);
        wrong += got[place / 2] != (inside ? host[at] : 0);
        if (goes_back) expected[at] = host[at];
      }
      wrong += back != expected;
      cudaFree(in);
      cudaFree(out);
      cudaFree(tile);
    }
  }
  return wrong;
}

constexpr int side = 32;

/// A tile comes in swizzled, is turned over without bank conflicts, and goes out.
__global__ void transpose(const __grid_constant__ CUtensorMap in,
                          const __grid_constant__ CUtensorMap out) {
  __shared__ __align__(1024) float from[side][side], to[side][side];
  __shared__ std::uint64_t barrier;
  const int x = blockIdx.x * side, y = blockIdx.y * side;
  if (threadIdx.x == 0) {
    initialise(&barrier, 1);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    load(from, &in, &barrier, 2, {{x, y}});
    arrive_and_expect(&barrier, sizeof from);
  }
  __syncthreads();
  wait(&barrier, 0);
  const int column = threadIdx.x % side;
  for (int row = threadIdx.x / side; row < side; row += blockDim.x / side) {
    const auto swizzled = [](int r, int c) { return c ^ (r % 8) * 4; };
    to[row][swizzled(row, column)] = from[column][swizzled(column, row)];
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    store(to, &out, 2, {{y, x}});
    commit_and_wait();
  }
}

int wrong_transposed(Encode encode) {
  constexpr int columns = 100, rows = 84;
  std::vector<float> host(columns * rows), got(columns * rows);
  for (int k = 0; k < columns * rows; ++k) host[k] = float(k);
  float *in, *out;
  cudaMalloc(&in, sizeof(float) * columns * rows);
  cudaMalloc(&out, sizeof(float) * columns * rows);
  cudaMemcpy(in, host.data(), sizeof(float) * columns * rows, cudaMemcpyHostToDevice);
  CUtensorMap from, to;
  const cuuint32_t box[] = {side, side}, steps[] = {1, 1};
  const auto make = [&](CUtensorMap& map, float* data, cuuint64_t width, cuuint64_t height) {
    const cuuint64_t extents[] = {width, height}, strides[] = {width * sizeof(float)};
    return encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, data, extents, strides, box, steps,
                  CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                  CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  };
  if (make(from, in, columns, rows) || make(to, out, rows, columns)) return -1;
  transpose<<<dim3((columns + side - 1) / side, (rows + side - 1) / side), 256>>>(from, to);
  if (cudaDeviceSynchronize() != cudaSuccess) return -2;
  cudaMemcpy(got.data(), out, sizeof(float) * columns * rows, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) wrong += got[c * rows + r] != host[r * columns + c];
  return wrong;
}

int main() {
  const Encode encode = find_encode();
  if (encode == nullptr) return 3;
  const int boxes = wrong_boxes(encode), transposed = wrong_transposed(encode);
  printf("boxes: %d wrong\ntransposed: %d wrong\n", boxes, transposed);
  return boxes != 0 || transposed != 0;
}
