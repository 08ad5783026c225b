// exit: 0
// prints: thread 3 of 4: 1.50 ok
#include <cstdio>

__global__ void speak() {
  if (threadIdx.x == 3) printf("thread %d of %u: %.2f %s\n", threadIdx.x, blockDim.x, 1.5, "ok");
}

int main() {
  speak<<<1, 4>>>();
  return cudaDeviceSynchronize();
}
