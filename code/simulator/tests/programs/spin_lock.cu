// exit: 0
// prints: 1024 turns
// schedules: forward reverse random:1
#include <cstdio>
#include <cuda/std/atomic>

// Every thread of a block takes a lock that all others spin on: those of its own warp, which wait
// with it, and those of other warps. Where lanes spin, turns have to be short.

constexpr int threads = 128, times = 8;

__device__ cuda::std::atomic_flag flag;
__device__ int turns;

__global__ void take_turns() {
  for (int k = 0; k < times; ++k) {
    while (flag.test_and_set(cuda::std::memory_order_acquire)) {
    }
    turns = turns + 1;
    flag.clear(cuda::std::memory_order_release);
  }
}

int main() {
  take_turns<<<1, threads>>>();
  int found = 0;
  if (cudaMemcpyFromSymbol(&found, turns, sizeof found) != cudaSuccess) return 1;
  std::printf("%d turns\n", found);
  return found != threads * times;
}
