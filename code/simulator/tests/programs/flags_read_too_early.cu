// exit: 86
// reports: race between operations: kernel look_without_barrier (1st operation in stream 1) reads
// reports: race between operations: kernel put_back_first (2nd operation in stream 1) writes
// environment: CUDA_MODULE_LOADING=EAGER
// schedules: forward reverse random:1
#include <cstdio>
#include <cuda/atomic>

// A thread that polls a flag has heard what another kernel told; the other threads of its block
// have not, nor has a kernel that puts the flag back before it polls.

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ void await(int* flag) {
  while (Flag(*flag).load(cuda::memory_order_acquire) == 0) {
  }
}

__global__ void raise(int* flag) {
  Flag(*flag).store(1, cuda::memory_order_release);
}

__global__ void look_without_barrier(int* flag, int* y) {
  if (threadIdx.x == 0) await(flag);
  y[threadIdx.x] = *flag;
}

__global__ void put_back_first(int* flag, int* y) {
  if (threadIdx.x == 0) *flag = *flag & 1;
  if (threadIdx.x == 0) await(flag);
  y[threadIdx.x] = 1;
}

int main() {
  int* flags;
  cudaStream_t a, b;
  cudaMalloc(&flags, 256 * sizeof(int));
  cudaMemset(flags, 0, 256 * sizeof(int));
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  raise<<<1, 1, 0, b>>>(flags);
  look_without_barrier<<<1, 64, 0, a>>>(flags, flags + 128);
  cudaDeviceSynchronize();

  raise<<<1, 1, 0, b>>>(flags + 1);
  put_back_first<<<1, 64, 0, a>>>(flags + 1, flags + 128);
  cudaDeviceSynchronize();
}
