// exit: 0
// schedules: forward reverse random:1 random:2 starve
// prints: sum of 16 blocks: 120
#include <cstdio>
#include <cuda/atomic>

/// Each block adds its number to the sum of the block before it, for which one lane waits while the
/// others are at the vote, or gone on to where lanes meet.
__global__ void look_back(int* sums) {
  __shared__ int before;
  cuda::atomic_ref<int, cuda::thread_scope_device> mine(sums[blockIdx.x]);
  int sum = 0;
  for (int j = int(blockIdx.x) - 1 + int(threadIdx.x); j < int(blockIdx.x) && j >= 0; j += 64) {
    cuda::atomic_ref<int, cuda::thread_scope_device> other(sums[j]);
    while ((sum = other.load(cuda::memory_order_relaxed)) < 0) {
    }
  }
  sum = __reduce_add_sync(~0u, sum);
  if (threadIdx.x == 0) before = sum;
  __syncthreads();
  if (threadIdx.x == 63) mine.store(before + blockIdx.x, cuda::memory_order_relaxed);
  if (__ballot_sync(~0u, before >= 0) != ~0u) __trap();
}

int main() {
  int *sums, last = 0;
  cudaMalloc(&sums, 16 * sizeof(int));
  cudaMemset(sums, 0xff, 16 * sizeof(int));
  look_back<<<16, 64>>>(sums);
  cudaMemcpy(&last, sums + 15, sizeof(int), cudaMemcpyDeviceToHost);
  printf("sum of 16 blocks: %d\n", last);
}
