// exit: 86
// reports: use_after_free.cu:6: simulator: use after free: kernel touch
// prints: an illegal memory access was encountered
#include <cstdio>
__global__ void touch(int* x) {
  *x = 1;
}

int main() {
  int *x, *y;
  cudaMalloc(&x, 64);
  cudaFree(x);
  cudaMalloc(&y, 64);
  touch<<<1, 1>>>(x);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
