// Bulk copies from the shared memory of a block to that of another one of its cluster.
#include <cooperative_groups.h>

#include <cstdint>

#include "cases.hpp"

namespace cg = cooperative_groups;

__device__ unsigned shared_address(const void* pointer) {
  return unsigned(__cvta_generic_to_shared(pointer));
}
/// For one arrival; seen by copies of the cluster.
__device__ void initialise(std::uint64_t* barrier) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1; fence.mbarrier_init.release.cluster;" ::"r"(
                   shared_address(barrier))
               : "memory");
}
__device__ void expect(std::uint64_t* barrier, unsigned bytes) {
  asm volatile(
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)),
      "r"(bytes)
      : "memory");
}
__device__ void wait(std::uint64_t* barrier, unsigned parity) {
  asm volatile(
      "{.reg .pred done;\n"
      "again: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      "@!done bra again;}" ::"r"(shared_address(barrier)),
      "r"(parity)
      : "memory");
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
    expect(&barrier, repaired ? sizeof to[0] : sizeof to);
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
      if (threadIdx.x == 0 && k == 0) expect(&barrier, sizeof to[0]);
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
    expect(&barrier, sizeof to);
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
