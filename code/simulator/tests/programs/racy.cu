// exit: 86
// reports: racy.cu:9: simulator: race in shared memory: kernel neighbours, block (0,0,0), thread
// prints: done
#include <cstdio>

__global__ void neighbours(int* out) {
  __shared__ int values[64];
  values[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = values[(threadIdx.x + 1) % 64];
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  neighbours<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  printf("done\n");
}
