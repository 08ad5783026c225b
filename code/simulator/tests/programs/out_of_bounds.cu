// exit: 86
// reports: out_of_bounds.cu:9: simulator: access out of bounds: kernel spill, block (1,0,0)
// reports: thread (28,0,0)
// prints: an illegal memory access was encountered
#include <cstdio>

__global__ void spill(int* x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = i;
}

int main() {
  int* x;
  cudaMalloc(&x, 60 * sizeof(int));
  spill<<<2, 32>>>(x);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
