// exit: 86
// reports: race in shared memory: kernel store
// schedules: forward reverse random:1 starve

// One thread stores a buffer by a bulk copy and hands it back before it has waited for the copy to
// read it.
#include "mbarriers.hpp"

__global__ void store(int* out) {
  __shared__ alignas(16) int buffer[64];
  __shared__ std::uint64_t empty;
  if (threadIdx.x == 0) initialise(&empty, 1);
  for (int k = threadIdx.x; k < 64; k += blockDim.x) buffer[k] = k;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile(
        "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;\n"
        "cp.async.bulk.commit_group;" ::"l"(out),
        "r"(shared_address(buffer))
        : "memory");
    arrive(&empty);
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  } else if (threadIdx.x == 32) {
    wait(&empty, 0);
    buffer[0] = 7;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  store<<<1, 64>>>(out);
  cudaDeviceSynchronize();
}
