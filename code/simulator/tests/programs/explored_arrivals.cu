// exit: 86
// environment: SIMULATE_EXPLORE=100
// counts: yes
// reports: kernel hand_over<true> ran in 1 order, and no other makes a difference; none has a fault
// reports: kernel hand_over<false> ran in 3 orders, which are all that differ; 1 with a fault
// reports: kernel three_for_two, block (0,0,0), thread (0,0,0) never ends
// reports: kernel three_for_two ran in
// reports: barrier 1 has seen 32 of 64 threads
#include <cstdio>

// A warp hands two pieces over to another one, which says when it has taken the first. If it does
// not, both arrivals may come before the other warp is there, which then waits for ever: but not in
// the order that is usual.

__device__ void sync(int barrier) {
  asm volatile("bar.sync %0, 64;" ::"r"(barrier) : "memory");
}
__device__ void arrive(int barrier) {
  asm volatile("bar.arrive %0, 64;" ::"r"(barrier) : "memory");
}

template <bool waits>
__global__ void hand_over() {
  if (threadIdx.x < 32) {
    sync(1);
    if (waits) arrive(2);
    sync(1);
  } else {
    arrive(1);
    if (waits) sync(2);
    arrive(1);
  }
}

/// Where three come to a barrier of two, one of which comes twice.
__global__ void three_for_two() {
  sync(1);
  if (threadIdx.x < 32) sync(1);
}

int main() {
  hand_over<true><<<1, 64>>>();
  hand_over<false><<<1, 64>>>();
  cudaDeviceReset();
  three_for_two<<<1, 96>>>();
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
