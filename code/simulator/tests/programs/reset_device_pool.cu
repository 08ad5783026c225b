// exit: 0
// environment: SIMULATE_LEAKS=1
#include <cstdio>

// Memory of a pool does not go with a device's context, so it is no leak there.

int main() {
  int* memory;
  cudaMallocAsync(&memory, 256, nullptr);
  cudaDeviceReset();
  cudaFreeAsync(memory, nullptr);
}
