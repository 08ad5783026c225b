// exit: 86
// prints: an illegal instruction was encountered
// reports: clusters.cu:8: simulator: not supported: kernel in_pairs, block (0,0,0), thread (0,0,0)
// executes a launch in clusters
#include <cstdio>

// What needs several blocks at once on neighbouring processors is refused, not run as if alone.
__global__ void __cluster_dims__(2, 1, 1) in_pairs(int* x) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main() {
  int* x;
  cudaMalloc(&x, 64 * sizeof(int));
  in_pairs<<<2, 32>>>(x);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
