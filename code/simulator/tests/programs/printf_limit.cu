// exit: 0
// prints: 524288 524288
// reports: printf_limit.cu:15: simulator: note: output that is lost: kernel print_much
// reports: the buffer's 524288 bytes
// counts: yes
#include <cstdio>

// The device's buffer of printf() holds the last that was printed. A GPU grants half a MiB at
// least; how much of what is asked for, an H200 told.

__global__ void print_little() {
  printf("%d", 1);
}
__global__ void print_much() {
  printf("%d ", int(threadIdx.x));
}

int main() {
  std::size_t before, after;
  const std::size_t grants[][2] = {{0, 524288},        {524288, 524288},
                                   {524289, 524544},   {600000, 600064},
                                   {3000000, 3000064}, {std::size_t{1} << 40, 2147483648}};
  for (const auto [asked, granted] : grants) {
    cudaDeviceSetLimit(cudaLimitPrintfFifoSize, asked);
    cudaDeviceGetLimit(&before, cudaLimitPrintfFifoSize);
    if (before != granted) std::printf("of %zu bytes, %zu are granted\n", asked, before);
    if (before != granted) return 1;
  }
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
