// exit: 0
// prints: 65536 65536
// reports: printf_limit.cu:14: simulator: note: output that is lost: kernel print_much
// reports: the buffer's 65536 bytes
// counts: yes
#include <cstdio>

// The device's buffer of printf() holds the last that was printed.

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
  for (int k = 0; k < 4; ++k) print_little<<<2, 1024>>>();
  cudaDeviceSynchronize();
  print_much<<<8, 1024>>>();
  cudaDeviceSynchronize();
  cudaDeviceGetLimit(&after, cudaLimitPrintfFifoSize);
  std::printf("\n%zu %zu\n", before, after);
  return cudaGetLastError() != cudaSuccess;
}
