// exit: 86
// reports: race between operations: kernel look_without_barrier (1st operation in stream 1) reads
// reports: race between operations: kernel put_back_first (2nd operation in stream 1) writes
// reports: race between operations: kernel look_in_both_blocks (3rd operation in stream 1) reads
// reports: race between operations: kernel look_in_one_warp (4th operation in stream 1) reads
// reports: race between operations: kernel look_first (5th operation in stream 1) reads
// reports: race between operations: kernel raise_again (7th operation in stream 2) writes
// environment: CUDA_MODULE_LOADING=EAGER
// schedules: forward reverse random:1
#include <cstdio>
#include <cuda/atomic>

// A thread that polls a flag has heard what another kernel told, and so have threads that are
// ordered after it. Others have not; nor has a kernel that puts the flag back before it polls; nor
// is a kernel that raises the flag again ordered after one that polled it.

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ void await(int* flag) {
  while (Flag(*flag).load(cuda::memory_order_acquire) == 0) {
  }
}

__global__ void raise(int* flag) {
  Flag(*flag).store(1, cuda::memory_order_release);
}
__global__ void raise_again(int* flag) {
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

__global__ void look_in_both_blocks(int* flag, int* y) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) await(flag);
    __syncthreads();
  }
  y[32 * blockIdx.x + threadIdx.x] = *flag;
}

__global__ void look_in_one_warp(int* flag, int* y) {
  int seen = 0;
  if (threadIdx.x == 0) {
    await(flag);
    seen = *flag;
  }
  y[threadIdx.x] = seen + *flag;
}

__global__ void look_first(int* flag, int* y) {
  if (threadIdx.x == 1) y[1] = *flag;
  __syncthreads();
  if (threadIdx.x == 0) await(flag);
  __syncthreads();
  y[32 + threadIdx.x] = *flag;
}

__global__ void put_back(int* flag, int* y) {
  if (threadIdx.x == 0) await(flag);
  __syncthreads();
  if (threadIdx.x == 0) *flag = 0;
  y[threadIdx.x] = 1;
}

int main() {
  int* flags;
  cudaStream_t a, b;
  cudaMalloc(&flags, 256 * sizeof(int));
  cudaMemset(flags, 0, 256 * sizeof(int));
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  int *flag = flags, *const y = flags + 128;
  const auto next = [&] {
    cudaDeviceSynchronize();
    raise<<<1, 1, 0, b>>>(++flag);
  };
  next();
  look_without_barrier<<<1, 64, 0, a>>>(flag, y);
  next();
  put_back_first<<<1, 64, 0, a>>>(flag, y);
  next();
  look_in_both_blocks<<<2, 32, 0, a>>>(flag, y);
  next();
  look_in_one_warp<<<1, 32, 0, a>>>(flag, y);
  next();
  look_first<<<1, 32, 0, a>>>(flag, y);
  next();
  put_back<<<1, 32, 0, a>>>(flag, y);
  raise_again<<<1, 1, 0, b>>>(flag);
  cudaDeviceSynchronize();
}
