// Kernels that wait, while they run, for what others are to do.
#include <cuda/atomic>

#include "cases.hpp"

namespace {

struct Stream {
  explicit Stream(unsigned flags = cudaStreamDefault) { cudaStreamCreateWithFlags(&handle, flags); }
  ~Stream() { cudaStreamDestroy(handle); }
  operator cudaStream_t() const { return handle; }

  cudaStream_t handle;
};

/// A flag that the host and the device see.
struct Flag {
  Flag() {
    cudaMallocHost(&place, sizeof *place);
    *place = 0;
  }
  ~Flag() { cudaFreeHost(place); }
  void set() const { *static_cast<volatile int*>(place) = 1; }

  int* place;
};

}  // namespace

template <bool repaired>
__global__ void wait_for_flag(volatile int* flag, int* x) {
  while (*flag == 0) {  // wrong: deadlock: nobody is left who could change what they read
  }
  x[threadIdx.x] = 1;
}
CASE(flag_that_the_host_never_sets) {
  Buffer<int> x(32);
  const Flag flag;
  wait_for_flag<repaired><<<1, 32>>>(flag.place, x);
  if (repaired) flag.set();
}

template <bool repaired>
__global__ void set_flag(volatile int* flag) {
  *flag = 1;
}

template <bool repaired>
__global__ void wait_for_kernel(volatile int* flag, int* x) {
  while (*flag == 0) {  // wrong: deadlock: kernel set_flag
  }
  x[threadIdx.x] = 1;
}
CASE(producer_behind_its_consumer) {
  Buffer<int> x(32), flag(1, 0);
  const Stream first(cudaStreamNonBlocking), second(cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  wait_for_kernel<repaired><<<1, 32, 0, first>>>(flag, x);
  set_flag<repaired><<<1, 1, 0, repaired ? second : first>>>(flag);
  cudaDeviceSynchronize();
}

template <bool repaired>
__global__ void wait_in_default_stream(volatile int* flag, int* x) {
  while (*flag == 0) {  // wrong: deadlock: kernel set_flag
  }
  x[threadIdx.x] = 1;
}
CASE(default_stream_that_holds_the_producer_back) {
  Buffer<int> x(32), flag(1, 0);
  const Stream other(repaired ? cudaStreamNonBlocking : cudaStreamDefault);
  cudaDeviceSynchronize();
  wait_in_default_stream<repaired><<<1, 32>>>(flag, x);
  set_flag<repaired><<<1, 1, 0, other>>>(flag);
  cudaDeviceSynchronize();
}

template <bool repaired>
__global__ void wait_for_copy(volatile int* flag, int* x) {
  while (*flag == 0) {  // wrong: deadlock: cudaMemcpyAsync
  }
  x[threadIdx.x] = 1;
}
CASE(copy_behind_the_kernel_that_waits_for_it) {
  Buffer<int> x(32), flag(1, 0);
  const Stream first(cudaStreamNonBlocking), second(cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  wait_for_copy<repaired><<<1, 32, 0, first>>>(flag, x);
  const int one = 1;
  cudaMemcpyAsync(flag, &one, sizeof one, cudaMemcpyHostToDevice, repaired ? second : first);
  cudaDeviceSynchronize();
}

template <bool repaired>
__global__ void wait_for_partner(volatile int* flags, int me) {
  if (repaired) flags[me] = 1;
  while (flags[1 - me] == 0) {  // wrong: deadlock: waits as well
  }
  flags[me] = 1;
}
CASE(two_kernels_that_wait_for_each_other) {
  Buffer<int> flags(2, 0);
  const Stream first(cudaStreamNonBlocking), second(cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  wait_for_partner<repaired><<<1, 1, 0, first>>>(flags, 0);
  wait_for_partner<repaired><<<1, 1, 0, second>>>(flags, 1);
  cudaDeviceSynchronize();
}

template <bool repaired>
__global__ void wait_by_scope(int* flag, int* x) {
  constexpr auto scope = repaired ? cuda::thread_scope_system : cuda::thread_scope_device;
  const cuda::atomic_ref<int, scope> f(*flag);
  while (f.load(cuda::memory_order_acquire) == 0) {  // noted: scope too narrow: thread_scope_system
  }
  x[threadIdx.x] = 1;
}
CASE(scope_of_the_device_for_the_host) {
  Buffer<int> x(32);
  const Flag flag;
  wait_by_scope<repaired><<<1, 32>>>(flag.place, x);
  flag.set();
  cudaDeviceSynchronize();
}

template <bool repaired>
__global__ void wait_past_the_end(volatile int* flag, int* x, int n) {
  while (*flag == 0) {
  }
  if (!repaired || threadIdx.x < n) x[threadIdx.x] = 1;  // wrong: access out of bounds
}
CASE(fault_after_a_rest) {
  Buffer<int> x(31);
  const Flag flag;
  wait_past_the_end<repaired><<<1, 32>>>(flag.place, x, 31);
  flag.set();
  cudaDeviceSynchronize();
}

template <bool repaired>
__global__ void wait_and_race(volatile int* flag, int* x) {
  __shared__ int last;
  x[threadIdx.x + 64 * blockIdx.x] = 1;
  if (threadIdx.x == 0)
    while (*flag == 0) {
    }
  __syncthreads();
  if (repaired && threadIdx.x > 0) return;
  last = x[threadIdx.x + 64 * blockIdx.x];
  const int value = last + int(64 * blockIdx.x + threadIdx.x);
  x[repaired ? blockIdx.x * 64 : 0] = value;  // wrong: race in global memory
}
CASE(race_across_a_rest) {
  Buffer<int> x(128);
  const Flag flag;
  wait_and_race<repaired><<<2, 64>>>(flag.place, x);
  flag.set();
  cudaDeviceSynchronize();
}

template <bool repaired>
__global__ void fill(int* x, int value) {
  x[threadIdx.x] = value;
}
template <bool repaired>
__global__ void wait_and_fill(volatile int* flag, int* x) {
  x[threadIdx.x] = 1;
  while (*flag == 0) {
  }
}
CASE(race_with_a_kernel_that_rests) {
  Buffer<int> x(32), flag(1, 0);
  const Stream first(cudaStreamNonBlocking), second(cudaStreamNonBlocking),
      third(cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  wait_and_fill<repaired><<<1, 32, 0, first>>>(flag, x);
  set_flag<repaired><<<1, 1, 0, second>>>(flag);
  if (repaired) cudaStreamSynchronize(first);
  fill<repaired><<<1, 32, 0, third>>>(x, 2);  // wrong: race between operations
  cudaDeviceSynchronize();
}
