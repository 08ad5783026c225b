// hint: race in global memory
// hint: hold back all threads of the block
#include <cuda/atomic>

/// No thread leaves before every thread of the grid has come, for the `time`th time, counted
/// from 1.
__device__ void wait_for_all(unsigned* state, unsigned time) {
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> come(*state);
    come.fetch_add(1, cuda::memory_order_release);
    while (come.load(cuda::memory_order_acquire) < time * gridDim.x) {
    }
  }
}

__global__ void add_neighbours(unsigned* x, unsigned* room, int n, int rounds, unsigned* state) {
  int threads = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 1; round <= rounds; ++round) {
    const unsigned* from = round % 2 == 1 ? x : room;
    unsigned* to = round % 2 == 1 ? room : x;
    for (int i = thread; i < n; i += threads) {
      to[i] = from[i == 0 ? n - 1 : i - 1] + from[i == n - 1 ? 0 : i + 1];
    }
    wait_for_all(state, round);
  }
}

void go_round(unsigned* x, unsigned* room, int n, int rounds, unsigned* state) {
  add_neighbours<<<8, 256>>>(x, room, n, rounds, state);
}
