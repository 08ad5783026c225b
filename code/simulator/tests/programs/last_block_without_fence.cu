// exit: 86
// reports: last_block_without_fence.cu:13: simulator: race in global memory: kernel sum
#include <cstdio>

__device__ unsigned tickets;

__global__ void sum(int* partial, int* result) {
  partial[blockIdx.x] = blockIdx.x;
  const bool last = atomicInc(&tickets, gridDim.x) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  int all = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) all += partial[b];
  *result = all;
}

int main() {
  int *partial, *result;
  cudaMalloc(&partial, 7 * sizeof(int));
  cudaMalloc(&result, sizeof(int));
  sum<<<7, 1>>>(partial, result);
  cudaDeviceSynchronize();
}
