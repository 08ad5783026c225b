// exit: 0
// prints: all as it should be
// devices: 2
// schedules: forward reverse
// streams: early late random:1
#include <cstdio>
#include <cuda/atomic>

// Kernels of two devices that wait for each other while they run, through memory of either.

using Flag = cuda::atomic_ref<int, cuda::thread_scope_system>;

/// Each device passes a number on to the other, which adds its own.
__global__ void pass_on(int* mine, int* others, const int* from, int* to, int add, int rounds) {
  for (int k = 1; k <= rounds; ++k) {
    while (Flag(*mine).load(cuda::memory_order_acquire) < k) {
    }
    *to = *from + add;
    Flag(*others).store(add == 1 ? k : k + 1, cuda::memory_order_release);
  }
}

int main() {
  int* boxes[2];  // a flag and a number each
  cudaStream_t streams[2];
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    cudaDeviceEnablePeerAccess(1 - device, 0);
    cudaMalloc(&boxes[device], 2 * sizeof(int));
    cudaMemset(boxes[device], 0, 2 * sizeof(int));
    cudaStreamCreateWithFlags(&streams[device], cudaStreamNonBlocking);
    cudaDeviceSynchronize();
  }
  const int first = 1, rounds = 6;
  cudaMemcpy(boxes[0], &first, sizeof first, cudaMemcpyHostToDevice);
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    // Device 0 adds 1 and lets device 1 begin round k; device 1 adds 10 and lets device 0 begin the
    // next.
    int *mine = boxes[device], *others = boxes[1 - device];
    pass_on<<<1, 1, 0, streams[device]>>>(mine, others, mine + 1, others + 1, device == 0 ? 1 : 10,
                                          rounds);
  }
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    if (const cudaError_t error = cudaDeviceSynchronize()) {
      std::printf("device %d: %s\n", device, cudaGetErrorString(error));
      return 1;
    }
  }
  int result = 0;
  cudaMemcpy(&result, boxes[0] + 1, sizeof result, cudaMemcpyDeviceToHost);
  if (result != 11 * rounds) return std::printf("%d\n", result), 1;
  std::puts("all as it should be");
}
