// exit: 0
// schedules: forward reverse random:5
// prints: 28 28
#include <cooperative_groups.h>

#include <cstdio>

__global__ void all_to_all(int* values, int* sums) {
  const auto grid = cooperative_groups::this_grid();
  if (threadIdx.x == 5) values[blockIdx.x] = blockIdx.x;
  grid.sync();
  if (threadIdx.x == 40) {
    int sum = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) sum += values[b];
    sums[blockIdx.x] = sum;
  }
  grid.sync();
  if (threadIdx.x == 5) values[(blockIdx.x + 1) % gridDim.x] = -1;
}

int main() {
  int *values, *sums, host[8] = {};
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&sums, sizeof host);
  void* arguments[] = {&values, &sums};
  const cudaError_t error = cudaLaunchCooperativeKernel((const void*)all_to_all, dim3(8), dim3(64),
                                                        arguments, 0, nullptr);
  cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d\n", host[0], host[7]);
  return error;
}
