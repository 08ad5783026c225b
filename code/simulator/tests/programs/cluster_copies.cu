// exit: 0
// prints: multicast right
// prints: rounds right
// prints: box right
// prints: between blocks right
// prints: stores right
// prints: turns right
// schedules: forward reverse random:1 random:2 starve
#include <cooperative_groups.h>
#include <cuda.h>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

// What blocks of a cluster send each other by copies that signal an mbarrier.

__device__ unsigned address(const void* pointer) {
  return unsigned(__cvta_generic_to_shared(pointer));
}
__device__ unsigned in_block(const void* pointer, unsigned rank) {
  unsigned result;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(result)
               : "r"(address(pointer)), "r"(rank));
  return result;
}
__device__ void initialise(std::uint64_t* barrier, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1; fence.mbarrier_init.release.cluster;" ::"r"(
                   address(barrier)),
               "r"(count)
               : "memory");
}
__device__ void expect(std::uint64_t* barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address(barrier)),
               "r"(bytes)
               : "memory");
}
__device__ void arrive_at(unsigned barrier) {
  asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(barrier) : "memory");
}
#define WAIT(order, barrier, parity)                                  \
  for (unsigned done = 0; !done;)                                     \
  asm volatile("{.reg .pred p; mbarrier.try_wait.parity" order        \
               ".shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}" \
               : "=r"(done)                                           \
               : "r"(address(barrier)), "r"(parity)                   \
               : "memory")
__device__ void wait(std::uint64_t* barrier, unsigned parity) {
  WAIT("", barrier, parity);
}
/// The same, by a scope that is named.
__device__ void wait_in_block(std::uint64_t* barrier, unsigned parity) {
  WAIT(".acquire.cta", barrier, parity);
}

constexpr int blocks = 4, share = 64, tile = blocks * share, rounds = 3;

/// So many elements to the same place of all blocks, each of which hears of it at its own barrier.
__device__ void bring_to_all(int* to, const int* from, int count, std::uint64_t* barrier) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
      "[%0], [%1], %2, [%3], %4;" ::"r"(address(to)),
      "l"(from), "r"(unsigned(count * sizeof(int))), "r"(address(barrier)),
      "h"(std::uint16_t((1 << blocks) - 1))
      : "memory");
}

/// Each block brings its share of a tile to all blocks.
__global__ void __cluster_dims__(blocks, 1, 1) multicast(const int* x, int* out) {
  __shared__ alignas(128) int copy[tile];
  __shared__ std::uint64_t barrier;
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank();
  if (threadIdx.x == 0) {
    initialise(&barrier, 1);
    expect(&barrier, sizeof copy);
  }
  cluster.sync();
  if (threadIdx.x == 0) bring_to_all(copy + rank * share, x + rank * share, share, &barrier);
  wait(&barrier, 0);
  for (int k = threadIdx.x; k < tile; k += blockDim.x) out[blockIdx.x * tile + k] = copy[k];
}

/// The same, a tile after the other: a block's own arrival, by its own scope, may come before or
/// after what others bring.
__global__ void __cluster_dims__(blocks, 1, 1) multicast_rounds(const int* x, int* out) {
  __shared__ alignas(128) int copy[tile];
  __shared__ std::uint64_t barrier;
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank();
  if (threadIdx.x == 0) initialise(&barrier, 1);
  cluster.sync();
  for (unsigned round = 0; round < rounds; ++round) {
    if (threadIdx.x == 0) {
      bring_to_all(copy + rank * share, x + round * tile + rank * share, share, &barrier);
      asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(
                       address(&barrier)),
                   "r"(unsigned(sizeof copy))
                   : "memory");
    }
    wait_in_block(&barrier, round & 1);
    for (int k = threadIdx.x; k < tile; k += blockDim.x)
      out[(blockIdx.x * rounds + round) * tile + k] = copy[k];
    cluster.sync();
  }
}

/// Block 0 brings a box of a matrix to blocks 1 and 3.
__global__ void __cluster_dims__(blocks, 1, 1)
    box(const __grid_constant__ CUtensorMap map, int* out) {
  __shared__ alignas(128) int copy[8 * 8];
  __shared__ std::uint64_t barrier;
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank();
  if (threadIdx.x == 0) initialise(&barrier, 1);
  cluster.sync();
  if (threadIdx.x == 0 && rank % 2 == 1) expect(&barrier, sizeof copy);
  if (threadIdx.x == 0 && rank == 0)
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
        ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(address(copy)),
        "l"(&map), "r"(8), "r"(16), "r"(address(&barrier)), "h"(std::uint16_t(0b1010))
        : "memory");
  if (rank % 2 == 1) {
    wait(&barrier, 0);
    out[rank / 2 * 64 + threadIdx.x] = copy[threadIdx.x];
  }
}

/// Each block copies its tile to the next one's, and adds it to another there.
__global__ void __cluster_dims__(blocks, 1, 1) between(int* out) {
  __shared__ alignas(16) int mine[share], theirs[share], sum[share];
  __shared__ std::uint64_t barrier;
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank(), next = (rank + 1) % blocks;
  mine[threadIdx.x] = rank * 1000 + threadIdx.x;
  sum[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  if (threadIdx.x == 0) {
    initialise(&barrier, 1);
    expect(&barrier, 2 * sizeof mine);
  }
  cluster.sync();
  if (threadIdx.x == 0) {
    asm volatile(
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, "
        "[%3];" ::"r"(in_block(theirs, next)),
        "r"(address(mine)), "r"(unsigned(sizeof mine)), "r"(in_block(&barrier, next))
        : "memory");
    asm volatile(
        "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.s32 "
        "[%0], [%1], %2, [%3];" ::"r"(in_block(sum, next)),
        "r"(address(mine)), "r"(unsigned(sizeof mine)), "r"(in_block(&barrier, next))
        : "memory");
  }
  wait(&barrier, 0);
  out[blockIdx.x * share + threadIdx.x] = theirs[threadIdx.x] * 10 + sum[threadIdx.x];
  cluster.sync();
}

/// Every thread stores to and adds to all blocks.
__global__ void __cluster_dims__(blocks, 1, 1) stores(long long* out) {
  __shared__ alignas(16) long long slots[blocks][share];
  __shared__ alignas(16) int four[blocks][4];
  __shared__ int sum;
  __shared__ std::uint64_t barrier;
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank();
  if (threadIdx.x == 0) {
    sum = 0;
    initialise(&barrier, 1);
    expect(&barrier, sizeof slots + sizeof four + blocks * share * sizeof sum);
  }
  cluster.sync();
  for (unsigned k = 0; k < blocks; ++k) {
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b64 [%0], %1, [%2];" ::"r"(
                     in_block(&slots[rank][threadIdx.x], k)),
                 "l"((rank + 1ll) << 33 | threadIdx.x), "r"(in_block(&barrier, k))
                 : "memory");
    if (threadIdx.x == 5)
      asm volatile(
          "st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, 2, 3, 4}, "
          "[%2];" ::"r"(in_block(four[rank], k)),
          "r"(rank), "r"(in_block(&barrier, k))
          : "memory");
    asm volatile(
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.s32 [%0], %1, "
        "[%2];" ::"r"(in_block(&sum, k)),
        "r"(rank), "r"(in_block(&barrier, k))
        : "memory");
  }
  wait(&barrier, 0);
  long long all = sum;
  for (unsigned k = 0; k < blocks; ++k) all += slots[k][threadIdx.x] * four[k][3] + four[k][0];
  out[blockIdx.x * share + threadIdx.x] = all;
}

/// Two blocks take turns with one buffer: who has read it arrives at the other's barrier.
__global__ void __cluster_dims__(2, 1, 1) turns(int* out) {
  __shared__ int buffer;
  __shared__ std::uint64_t full, empty;
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank();
  if (threadIdx.x == 0) {
    initialise(&full, 1);
    initialise(&empty, 32);
  }
  cluster.sync();
  for (unsigned turn = 0; turn < 5; ++turn) {
    if (rank == 0) {
      if (turn > 0) wait(&empty, (turn - 1) % 2);
      if (threadIdx.x == 0) {
        *cluster.map_shared_rank(&buffer, 1) = 10 * turn;
        arrive_at(in_block(&full, 1));
      }
    } else {
      wait(&full, turn % 2);
      out[turn * 32 + threadIdx.x] = buffer + threadIdx.x;
      arrive_at(in_block(&empty, 0));
    }
  }
  cluster.sync();
}

void say(const char* what, bool right) {
  std::printf("%s %s\n", what, right ? "right" : "wrong");
}

int main() {
  constexpr int n = 4096;
  std::vector<int> x(n), got(n);
  for (int k = 0; k < n; ++k) x[k] = k * 31 + 7;
  int *device_x, *out;
  cudaMalloc(&device_x, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(device_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  const auto download = [&](int count) {
    cudaMemcpy(got.data(), out, count * sizeof(int), cudaMemcpyDeviceToHost);
  };

  multicast<<<2 * blocks, 32>>>(device_x, out);
  download(2 * blocks * tile);
  bool right = true;
  for (int k = 0; k < 2 * blocks * tile; ++k) right = right && got[k] == x[k % tile];
  say("multicast", right);

  multicast_rounds<<<blocks, 32>>>(device_x, out);
  download(blocks * rounds * tile);
  right = true;
  for (int k = 0; k < blocks * rounds * tile; ++k)
    right = right && got[k] == x[k % (rounds * tile)];
  say("rounds", right);

  void* symbol = nullptr;
  cudaDriverEntryPointQueryResult found;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &symbol, 12000, cudaEnableDefault,
                                   &found);
  CUtensorMap map;
  const cuuint64_t extents[] = {64, 64}, strides[] = {64 * sizeof(int)};
  const cuuint32_t sides[] = {8, 8}, steps[] = {1, 1};
  reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(symbol)(
      &map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, device_x, extents, strides, sides, steps,
      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  box<<<blocks, 64>>>(map, out);
  download(128);
  right = true;
  for (int k = 0; k < 128; ++k) right = right && got[k] == x[(16 + k % 64 / 8) * 64 + 8 + k % 8];
  say("box", right);

  between<<<2 * blocks, share>>>(out);
  download(2 * blocks * share);
  right = true;
  for (int k = 0; k < 2 * blocks * share; ++k) {
    const int sent = (k / share + blocks - 1) % blocks * 1000 + k % share;
    right = right && got[k] == sent * 10 + sent + k % share;
  }
  say("between blocks", right);

  stores<<<2 * blocks, share>>>(reinterpret_cast<long long*>(out));
  std::vector<long long> sums(2 * blocks * share);
  cudaMemcpy(sums.data(), out, sums.size() * sizeof sums[0], cudaMemcpyDeviceToHost);
  right = true;
  for (std::size_t k = 0; k < sums.size(); ++k) {
    long long all = share * (0 + 1 + 2 + 3);
    for (long long rank = 0; rank < blocks; ++rank)
      all += ((rank + 1) << 33 | (long long)(k % share)) * 4 + rank;
    right = right && sums[k] == all;
  }
  say("stores", right);

  turns<<<2, 32>>>(out);
  download(5 * 32);
  right = true;
  for (int k = 0; k < 5 * 32; ++k) right = right && got[k] == k / 32 * 10 + k % 32;
  say("turns", right);

  if (const cudaError_t error = cudaDeviceSynchronize())
    std::printf("%s\n", cudaGetErrorString(error));
  cudaFree(device_x);
  cudaFree(out);
}
