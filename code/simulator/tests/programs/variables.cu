// exit: 0
// prints: 6 20 1024
#include <cstdio>

__constant__ int factors[4];
static __device__ int total;
static __device__ int preset = 2;

__global__ void accumulate() {
  atomicAdd(&total, factors[threadIdx.x % 4] * preset);
}

__global__ void reverse(int* out) {
  extern __shared__ int values[];
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
}

int main() {
  const int host[4] = {1, 2, 3, 4};
  cudaMemcpyToSymbol(factors, host, sizeof host);
  accumulate<<<1, 4>>>();
  int sum = 0;
  cudaMemcpyFromSymbol(&sum, total, sizeof sum);

  int* out;
  cudaMalloc(&out, 1024 * sizeof(int));
  reverse<<<1, 7, 7 * sizeof(int)>>>(out);
  int first = 0;
  cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);

  void* address = nullptr;
  cudaGetSymbolAddress(&address, total);
  cudaMemset(address, 0, sizeof(int));
  accumulate<<<64, 4>>>();
  accumulate<<<64, 4>>>();
  int more = 0;
  cudaMemcpy(&more, address, sizeof more, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", first, sum, more - 1536);
  return cudaDeviceSynchronize();
}
