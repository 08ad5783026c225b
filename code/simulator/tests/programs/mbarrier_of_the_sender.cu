// exit: 86
// reports: kernel send, block (0,0,0), thread (0,0,0) copies to one block and names the mbarrier of
// another

// A block copies to another one's shared memory, and names its own mbarrier, at which nobody waits.
#include <cooperative_groups.h>

#include "mbarriers.hpp"

__global__ void __cluster_dims__(2, 1, 1) send(int* out) {
  __shared__ alignas(16) int mine[32], theirs[32];
  __shared__ std::uint64_t barrier;
  const auto cluster = cooperative_groups::this_cluster();
  mine[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) {
    initialise(&barrier, 1);
    arrive_and_expect(&barrier, sizeof mine);
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  cluster.sync();
  if (threadIdx.x == 0 && cluster.block_rank() == 0)
    asm volatile(
        "{.reg .u32 to, own; mapa.shared::cluster.u32 to, %0, 1; mapa.shared::cluster.u32 own, %1, "
        "0;\n"
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [to], [%2], 128, "
        "[own];}" ::"r"(shared_address(theirs)),
        "r"(shared_address(&barrier)), "r"(shared_address(mine))
        : "memory");
  if (cluster.block_rank() == 1) {
    wait(&barrier, 0);
    out[threadIdx.x] = theirs[threadIdx.x];
  }
  cluster.sync();
}

int main() {
  int* out;
  cudaMalloc(&out, 128);
  send<<<2, 32>>>(out);
  cudaDeviceSynchronize();
}
