// exit: 86
// reports: simulator: leak: 400 bytes at
// reports: from cudaMalloc were never freed
// environment: SIMULATE_LEAKS=1
#include <cstdio>

int main() {
  int *freed, *lost;
  cudaMalloc(&freed, 100);
  cudaMalloc(&lost, 400);
  cudaFree(freed);
  cudaDeviceReset();
}
