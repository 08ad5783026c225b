// Bulk copies from the shared memory of a block to that of another one of its cluster.
#include <cooperative_groups.h>

#include <cstdint>

#include "../programs/mbarriers.hpp"
#include "cases.hpp"

namespace cg = cooperative_groups;

/// For one arrival; seen by copies of the cluster.
__device__ void initialise(std::uint64_t* barrier) {
  initialise(barrier, 1);
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
// What can be at fault itself is a macro, so that its line is that of the kernel.
#define COPY_TO_BLOCK_1(to, from, bytes, barrier)                                               \
  asm volatile(                                                                                 \
      "{.reg .u32 to, arrive;\n"                                                                \
      "mapa.shared::cluster.u32 to, %0, 1; mapa.shared::cluster.u32 arrive, %3, 1;\n"           \
      "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [to], [%1], %2, " \
      "[arrive];}" ::"r"(shared_address(to)),                                                   \
      "r"(shared_address(from)), "r"(unsigned(bytes)), "r"(shared_address(barrier))             \
      : "memory")
#define FENCE_PROXY() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")

template <bool repaired>
__global__ void __cluster_dims__(2, 1, 1) refill(int* out) {
  __shared__ alignas(16) int from[32], to[2][32];
  __shared__ std::uint64_t barrier;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) {
    initialise(&barrier);
    arrive_and_expect(&barrier, repaired ? sizeof to[0] : sizeof to);
  }
  cluster.sync();
  for (int k = 0; k < 2; ++k) {
    if (cluster.block_rank() == 0) {
      from[threadIdx.x] = threadIdx.x + k;  // wrong: race in shared memory: still reads
      FENCE_PROXY();
      __syncthreads();
      if (threadIdx.x == 0) COPY_TO_BLOCK_1(to[k], from, sizeof from, &barrier);
      __syncthreads();
    } else if (repaired) {
      wait(&barrier, k);
      if (threadIdx.x == 0 && k == 0) arrive_and_expect(&barrier, sizeof to[0]);
    }
    if (repaired) cluster.sync();
  }
  if (!repaired && cluster.block_rank() == 1) wait(&barrier, 0);
  if (cluster.block_rank() == 1) out[threadIdx.x] = to[0][threadIdx.x] + to[1][threadIdx.x];
  cluster.sync();
}
CASE(source_refilled_before_another_block_has_it) {
  Buffer<int> out(32);
  refill<repaired><<<2, 32>>>(out);
}

template <bool repaired>
__global__ void __cluster_dims__(2, 1, 1) send(int* out) {
  __shared__ alignas(16) int from[32], to[32];
  __shared__ std::uint64_t barrier;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) {
    initialise(&barrier);
    arrive_and_expect(&barrier, sizeof to);
  }
  from[threadIdx.x] = threadIdx.x;
  FENCE_PROXY();
  cluster.sync();
  if (cluster.block_rank() == 0) {
    // wrong: access to the shared memory of a block that ends: its own block ends
    if (threadIdx.x == 0) COPY_TO_BLOCK_1(to, from, sizeof from, &barrier);
  } else {
    wait(&barrier, 0);
    out[threadIdx.x] = to[threadIdx.x];
  }
  if (repaired) cluster.sync();
}
CASE(block_ends_before_another_has_its_copy) {
  Buffer<int> out(32);
  send<repaired><<<2, 32>>>(out);
}
