// exit: 86
// reports: race in shared memory: kernel load
// environment: SIMULATE_SCHEDULE=reverse

// A thread looks at an mbarrier once, and does not look again where the copy is not there yet.
#include "mbarriers.hpp"

__global__ void load(const int* x, int* y) {
  __shared__ alignas(16) int tile[32];
  __shared__ std::uint64_t full;
  if (threadIdx.x == 0) {
    initialise(&full, 1);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    arrive_and_expect(&full, sizeof tile);
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 128, "
        "[%2];" ::"r"(shared_address(tile)),
        "l"(x), "r"(shared_address(&full))
        : "memory");
  }
  __syncthreads();
  asm volatile("{.reg .pred done; mbarrier.test_wait.parity.shared::cta.b64 done, [%0], 0;}" ::"r"(
                   shared_address(&full))
               : "memory");
  y[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  int *x, *y;
  cudaMalloc(&x, 128);
  cudaMalloc(&y, 128);
  cudaMemset(x, 1, 128);
  load<<<1, 32>>>(x, y);
  cudaDeviceSynchronize();
}
