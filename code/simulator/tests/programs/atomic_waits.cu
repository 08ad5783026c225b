// exit: 0
// schedules: forward reverse random:1
// Threads that wait by cuda::atomic, semaphores and latches, which look at the clock: lanes of one
// warp let each other go ahead.
#include <cstdio>
#include <cuda/atomic>
#include <cuda/latch>
#include <cuda/semaphore>
#include <new>

using Semaphore = cuda::counting_semaphore<cuda::thread_scope_block, 4>;
using Latch = cuda::latch<cuda::thread_scope_block>;
using Flag = cuda::atomic<int, cuda::thread_scope_block>;

__global__ void add_in_turn(const int* in, int* out) {
  __shared__ alignas(16) unsigned char rooms[3][64];
  __shared__ int sum;
  auto& semaphore = reinterpret_cast<Semaphore&>(rooms[0]);
  auto& latch = reinterpret_cast<Latch&>(rooms[1]);
  auto& flag = reinterpret_cast<Flag&>(rooms[2]);
  if (threadIdx.x == 0) {
    new (&semaphore) Semaphore(1);
    new (&latch) Latch(blockDim.x);
    new (&flag) Flag(0);
    sum = 0;
  }
  __syncthreads();
  semaphore.acquire();
  sum += in[threadIdx.x];
  semaphore.release();
  latch.count_down();
  latch.wait();
  if (threadIdx.x == 5) {
    flag.store(sum, cuda::memory_order_release);
    flag.notify_all();
  } else {
    flag.wait(0, cuda::memory_order_acquire);
  }
  out[threadIdx.x] = flag.load(cuda::memory_order_relaxed);
}

__global__ void wait_for_a_time(long long* passed) {
  const long long start = clock64();
  while (clock64() - start < (1ll << 34)) {
  }
  const unsigned begin = clock();
  while (clock() - begin < 1u << 20) {
  }
  *passed = clock64() - start;
}

int main() {
  const int n = 64;
  int *in, *out;
  long long* passed;
  cudaMallocManaged(&in, n * sizeof *in);
  cudaMallocManaged(&out, n * sizeof *out);
  cudaMallocManaged(&passed, sizeof *passed);
  for (int k = 0; k < n; ++k) in[k] = k;
  add_in_turn<<<1, n>>>(in, out);
  wait_for_a_time<<<1, 1>>>(passed);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int k = 0; k < n; ++k)
    if (out[k] != n * (n - 1) / 2) return 2;
  return *passed < (1ll << 34) ? 3 : 0;
}
