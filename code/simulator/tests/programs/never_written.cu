// exit: 86
// reports: never_written.cu:6: simulator: read of memory never written: kernel twice
#include <cstdio>

__global__ void twice(int* x) {
  x[threadIdx.x] *= 2;
}

int main() {
  int* x;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMemset(x, 0, 31 * sizeof(int));
  twice<<<1, 32>>>(x);
  cudaDeviceSynchronize();
}
