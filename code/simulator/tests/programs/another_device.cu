// exit: 0
// environment: SIMULATE_DEVICE=a100
// prints: 8.0 with 108 multiprocessors
// prints: 41943040 bytes of L2, 5120 bits to memory
// prints: 167936 bytes of shared memory, 166912 for a block
#include <cstdio>

int attribute(cudaDeviceAttr which) {
  int value = -1;
  cudaDeviceGetAttribute(&value, which, 0);
  return value;
}

// The environment chooses the GPU.
int main() {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  std::printf("%d.%d with %d multiprocessors\n", device.major, device.minor,
              device.multiProcessorCount);
  std::printf("%d bytes of L2, %d bits to memory\n", attribute(cudaDevAttrL2CacheSize),
              attribute(cudaDevAttrGlobalMemoryBusWidth));
  std::printf("%d bytes of shared memory, %zu for a block\n",
              attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor),
              device.sharedMemPerBlockOptin);
}
