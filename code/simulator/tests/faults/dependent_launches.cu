// Kernels that may begin before the one before them in their stream is over: until they have waited
// for it, nothing orders the two.
#include "cases.hpp"

namespace {

constexpr int n = 512, block = 128;

/// Launches a kernel that need not wait for the one before it.
template <class... Parameters, class... Arguments>
void launch_early(void (*kernel)(Parameters...), Arguments... arguments) {
  cudaLaunchAttribute early;
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = n / block;
  config.blockDim = block;
  config.attrs = &early;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, kernel, arguments...);
}

__device__ int index() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

__global__ void fill(int* x, int value) {
  cudaTriggerProgrammaticLaunchCompletion();
  x[index()] = value;
}

__global__ void copy(const int* x, int* y) {
  cudaTriggerProgrammaticLaunchCompletion();
  y[index()] = x[index()];
}

}  // namespace

template <bool repaired>
__global__ void read_at_once(const int* x, int* y) {
  const int i = index();
  if (repaired) cudaGridDependencySynchronize();
  y[i] = x[n - 1 - i];  // wrong: race in global memory: of kernel
}
CASE(kernel_reads_before_it_has_waited) {
  Buffer<int> x(n, 0), y(n);
  fill<<<n / block, block>>>(x, 1);
  launch_early(read_at_once<repaired>, static_cast<const int*>(x), static_cast<int*>(y));
}

template <bool repaired>
__global__ void write_at_once(int* x) {
  if (repaired) cudaGridDependencySynchronize();
  x[index()] = 5;  // wrong: race in global memory: of kernel
}
CASE(kernel_writes_what_the_last_one_still_reads) {
  Buffer<int> x(n, 0), y(n);
  copy<<<n / block, block>>>(x, y);
  launch_early(write_at_once<repaired>, static_cast<int*>(x));
}

// A barrier tells the block's other threads that one of them has waited.
template <bool repaired>
__global__ void wait_for_all(const int* x, int* y) {
  if (threadIdx.x == 0) cudaGridDependencySynchronize();
  if (repaired) __syncthreads();
  y[index()] = x[index()];  // wrong: race in global memory: of kernel
}
CASE(one_thread_waits_for_the_last_kernel) {
  Buffer<int> x(n, 0), y(n);
  fill<<<n / block, block>>>(x, 1);
  launch_early(wait_for_all<repaired>, static_cast<const int*>(x), static_cast<int*>(y));
}

// Without the attribute, or where the last kernel lets nobody begin, all of it comes before.
__global__ void fill_whole(int* x, int value) {
  x[index()] = value;
}
template <bool repaired>
__global__ void read_whole(const int* x, int* y) {
  y[index()] = x[n - 1 - index()];  // wrong: race in global memory: of kernel
}
CASE(kernel_that_lets_the_next_one_begin) {
  Buffer<int> x(n, 0), y(n);
  if (repaired)
    fill_whole<<<n / block, block>>>(x, 1);
  else
    fill<<<n / block, block>>>(x, 1);
  launch_early(read_whole<repaired>, static_cast<const int*>(x), static_cast<int*>(y));
}
