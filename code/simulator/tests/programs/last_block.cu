// exit: 0
// schedules: forward reverse random:1 starve
// prints: 499500
#include <cstdio>

__device__ unsigned tickets;

__global__ void sum(const int* x, int n, int* partial, int* result) {
  __shared__ int values[64];
  __shared__ bool last;
  const unsigned t = threadIdx.x;
  int mine = 0;
  for (int i = blockIdx.x * 64 + t; i < n; i += gridDim.x * 64) mine += x[i];
  values[t] = mine;
  __syncthreads();
  for (unsigned step = 32; step > 0; step /= 2) {
    if (t < step) values[t] += values[t + step];
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = values[0];
    __threadfence();
    last = atomicInc(&tickets, gridDim.x) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last && t == 0) {
    int all = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) all += partial[b];
    *result = all;
    tickets = 0;
  }
}

int main() {
  int host[1000], *x, *partial, *result, answer = 0;
  for (int i = 0; i < 1000; ++i) host[i] = i;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&partial, 7 * sizeof(int));
  cudaMalloc(&result, sizeof(int));
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  for (int i = 0; i < 2; ++i) sum<<<7, 64>>>(x, 1000, partial, result);
  cudaMemcpy(&answer, result, sizeof answer, cudaMemcpyDeviceToHost);
  printf("%d\n", answer);
}
