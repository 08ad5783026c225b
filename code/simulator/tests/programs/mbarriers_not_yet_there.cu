// exit: 86
// reports: kernel arrive_by_copies, block (0,0,0), thread (1,0,0) updates 8 bytes at shared address
// reports: kernel store_to_partner, block (1,0,0), thread (0,0,0) updates 8 bytes at shared address
// reports: of block (0,0,0), which thread (0,0,0) of block (0,0,0) wrote, and nothing orders the
// two
#include <cooperative_groups.h>

#include "mbarriers.hpp"

// Asynchronous operations arrive at mbarriers that another thread initialises, and nothing orders
// the two. The same with an order is right.

template <bool ordered>
__device__ void arrive_by(const int* x, int* y) {
  __shared__ alignas(8) std::uint64_t barrier;
  __shared__ int tile[32];
  const unsigned t = threadIdx.x;
  if (t == 0) initialise(&barrier, 32);
  if (ordered) __syncthreads();
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_address(&tile[t])),
               "l"(x + t)
               : "memory");
  asm volatile(
      "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(shared_address(&barrier))
      : "memory");
  if (!ordered) __syncthreads();
  wait(&barrier, 0);
  y[t] = tile[t ^ 1];
}

__global__ void arrive_in_order(const int* x, int* y) {
  arrive_by<true>(x, y);
}
__global__ void arrive_by_copies(const int* x, int* y) {
  arrive_by<false>(x, y);
}

__device__ unsigned in_block(unsigned address, unsigned rank) {
  unsigned there;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
  return there;
}

template <bool ordered>
__device__ void store_to(int* y) {
  __shared__ alignas(8) std::uint64_t barrier;
  __shared__ int word;
  auto cluster = cooperative_groups::this_cluster();
  const unsigned partner = cluster.block_rank() ^ 1;
  initialise(&barrier, 1);
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  arrive_and_expect(&barrier, 4);
  if (ordered) cluster.sync();
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(
                   in_block(shared_address(&word), partner)),
               "r"(partner), "r"(in_block(shared_address(&barrier), partner))
               : "memory");
  wait(&barrier, 0);
  y[blockIdx.x] = word;
  cluster.sync();
}

__global__ void __cluster_dims__(2) store_in_order(int* y) {
  store_to<true>(y);
}
__global__ void __cluster_dims__(2) store_to_partner(int* y) {
  store_to<false>(y);
}

int main() {
  int* x;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMemset(x, 0, 64 * sizeof(int));
  arrive_in_order<<<1, 32>>>(x, x + 32);
  store_in_order<<<2, 1>>>(x + 32);
  arrive_by_copies<<<1, 32>>>(x, x + 32);
  store_to_partner<<<2, 1>>>(x + 32);
  return cudaDeviceSynchronize();
}
