// exit: 0
// schedules: forward reverse random:5
// prints: 1 10 64
// reports: benign.cu:11: simulator: note: race in global memory: kernel threads_meet
#include <cstdio>

// What is no race or does no harm: one flag, set to one value by all; bytes of a word; atomics.
__global__ void threads_meet(const int* x, int* found, char* bytes, int* count) {
  __shared__ int local;
  if (threadIdx.x == 0) local = 0;
  if (x[threadIdx.x] > 3) *found = 1;
  bytes[threadIdx.x] = char(threadIdx.x);
  __syncthreads();
  atomicAdd(&local, 1);
  __syncthreads();
  if (threadIdx.x == 0) *count = local;
}

int main() {
  int host[64], *x, *found, *count, f = 0, c = 0;
  char *bytes, b[64];
  for (int i = 0; i < 64; ++i) host[i] = i;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&found, 4);
  cudaMalloc(&count, 4);
  cudaMalloc(&bytes, 64);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  threads_meet<<<1, 64>>>(x, found, bytes, count);
  cudaMemcpy(&f, found, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(&c, count, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(b, bytes, 64, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", f, b[10], c);
}
