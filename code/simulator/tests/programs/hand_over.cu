// exit: 0
// schedules: forward reverse random:5
// prints: 42 43
#include <cstdio>
#include <cuda/atomic>

__global__ void by_acquire(int* data, int* flag, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    *data = 42;
    ready.store(1, cuda::memory_order_release);
  } else {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    *out = *data;
  }
}

__global__ void by_fences(int* data, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 43;
    __threadfence();
    *flag = 2;
  } else {
    while (*flag != 2) {
    }
    __threadfence();
    *out = *data;
  }
}

int main() {
  int *data, *flag, *out, first = 0, second = 0;
  cudaMalloc(&data, 4);
  cudaMalloc(&flag, 4);
  cudaMalloc(&out, 4);
  cudaMemset(flag, 0, 4);
  by_acquire<<<2, 1>>>(data, flag, out);
  cudaMemcpy(&first, out, 4, cudaMemcpyDeviceToHost);
  by_fences<<<2, 1>>>(data, flag, out);
  cudaMemcpy(&second, out, 4, cudaMemcpyDeviceToHost);
  printf("%d %d\n", first, second);
}
