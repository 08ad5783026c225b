// exit: 86
// reports: simulator: trap: kernel fail
// prints: all as it should be
// environment: SIMULATE_STREAMS=late
#include <cstdio>

__global__ void fail() {
  asm volatile("trap;");
}

#define REQUIRE(...)                                 \
  if (!(__VA_ARGS__)) {                              \
    printf("line %d: %s\n", __LINE__, #__VA_ARGS__); \
    return 1;                                        \
  }

// A kernel's failure is met by the call that waits for it, and the work after it is not done.
int main() {
  int *device, *pinned;
  cudaStream_t stream;
  cudaMalloc(&device, sizeof(int));
  cudaMemset(device, 1, sizeof(int));
  cudaMallocHost(&pinned, sizeof(int));
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  *pinned = 0;
  fail<<<1, 1, 0, stream>>>();
  REQUIRE(cudaGetLastError() == cudaSuccess);
  cudaMemcpyAsync(pinned, device, sizeof(int), cudaMemcpyDeviceToHost, stream);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaStreamSynchronize(stream) == cudaErrorLaunchFailure);
  REQUIRE(*pinned == 0);
  REQUIRE(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  puts("all as it should be");
}
