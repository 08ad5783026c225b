// exit: 0
// prints: 0 wrong
// schedules: forward reverse random:1 random:2 starve lockstep
//
// Tiles of several warps, which cooperative_groups has meet in shared memory of the system's.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

constexpr int block = 512, blocks = 2, n = block * blocks;

struct Result {
  int sum, before, fifth, votes, neighbour, rank;
};

template <int size>
__global__ void use_tiles(const int* x, Result* out) {
  __shared__ cg::block_tile_memory<block> memory;
  __shared__ int own[block];
  const auto tile = cg::tiled_partition<size>(cg::this_thread_block(memory));
  const int i = blockIdx.x * block + threadIdx.x, value = x[i];
  Result result;
  result.sum = cg::reduce(tile, value, cg::plus<int>());
  result.before = cg::exclusive_scan(tile, value);
  result.fifth = tile.shfl(value, 5);
  result.votes = tile.any(value == 6) + 2 * tile.all(value >= 0) + 4 * tile.all(value < 6);
  result.rank = tile.meta_group_rank() * 1000 + tile.thread_rank();
  // Nothing but the tile's barrier orders the two.
  own[threadIdx.x] = value;
  tile.sync();
  result.neighbour = own[threadIdx.x / size * size + (threadIdx.x + size / 2) % size];
  out[i] = result;
}

template <int size>
int count_wrong(const std::vector<int>& values, const int* x, Result* out) {
  use_tiles<size><<<blocks, block>>>(x, out);
  std::vector<Result> results(n);
  if (cudaMemcpy(results.data(), out, n * sizeof(Result), cudaMemcpyDeviceToHost)) return n;
  int wrong = 0;
  for (int first = 0; first < n; first += size) {
    int sum = 0;
    for (int k = 0; k < size; ++k) sum += values[first + k];
    int before = 0;
    for (int k = 0; k < size; ++k) {
      const Result& got = results[first + k];
      wrong += got.sum != sum || got.before != before || got.fifth != values[first + 5] ||
               got.votes != 3 || got.neighbour != values[first + (k + size / 2) % size] ||
               got.rank != first % block / size * 1000 + k;
      before += values[first + k];
    }
  }
  return wrong;
}

int main() {
  std::vector<int> values(n);
  for (int k = 0; k < n; ++k) values[k] = k * 5 % 7;
  int* x;
  Result* out;
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(Result));
  cudaMemcpy(x, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  const int wrong = count_wrong<64>(values, x, out) + count_wrong<128>(values, x, out) +
                    count_wrong<256>(values, x, out) + count_wrong<512>(values, x, out);
  std::printf("%d wrong\n", wrong);
  cudaFree(x);
  cudaFree(out);
  return wrong != 0;
}
