// exit: 0
// prints: 524288 524288
// reports: printf_limit.cu:15: simulator: note: output that is lost: kernel print_much
// reports: the buffer's 524288 bytes
// counts: yes
#include <cstdio>

// The device's buffer of printf() holds the last that was printed. A GPU grants half a MiB at
// least.

__global__ void print_little() {
  printf("%d", 1);
}
__global__ void print_much() {
  printf("%d ", int(threadIdx.x));
}

int main() {
  std::size_t before, after;
  cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 65536);
  cudaDeviceGetLimit(&before, cudaLimitPrintfFifoSize);
  // What each launch prints fits.
  for (int k = 0; k < 24; ++k) print_little<<<2, 1024>>>();
  cudaDeviceSynchronize();
  print_much<<<48, 1024>>>();
  cudaDeviceSynchronize();
  cudaDeviceGetLimit(&after, cudaLimitPrintfFifoSize);
  std::printf("\n%zu %zu\n", before, after);
  return cudaGetLastError() != cudaSuccess;
}
