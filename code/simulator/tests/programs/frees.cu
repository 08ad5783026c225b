// exit: 86
// reports: simulator: double free: cudaFree of 0 bytes into the 64 bytes at
// reports: , now freed by cudaFree
// reports: simulator: free of what was never allocated: cudaFree of 4 bytes into the 64 bytes at
// prints: 1 1
#include <cstdio>

int main() {
  int *a, *b;
  cudaMalloc(&a, 64);
  cudaMalloc(&b, 64);
  cudaFree(a);
  const int twice = cudaFree(a), inside = cudaFree(b + 1);
  printf("%d %d\n", twice, inside);
}
