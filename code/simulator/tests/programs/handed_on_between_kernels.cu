// exit: 0
// prints: all as it should be
// environment: CUDA_MODULE_LOADING=EAGER
// schedules: forward random:1
// streams: early late random:1
// devices: 1 2
#include <cstdio>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
#include <new>

// Kernels that run at the same time and hear of each other through others, through library types,
// or by locks.

using Flag = cuda::atomic_ref<int, cuda::thread_scope_system>;
constexpr auto acquire = cuda::memory_order_acquire;
constexpr auto release = cuda::memory_order_release;
constexpr auto relaxed = cuda::memory_order_relaxed;
constexpr int n = 64;

__device__ void await(int* flag) {
  while (Flag(*flag).load(acquire) == 0) {
  }
}

__global__ void write_and_stay(int* x, int* told, int* leave) {
  *x = 5;
  Flag(*told).store(1, release);
  await(leave);
}
__global__ void hear(int* told) {
  await(told);
}
__global__ void hear_and_tell(int* told, int* flag) {
  await(told);
  Flag(*flag).store(1, release);
}
__global__ void look(const int* x, int* y) {
  *y = *x;
}
__global__ void look_when_told(const int* x, int* flag, int* y) {
  await(flag);
  *y = *x;
}
__global__ void look_when_allowed(const int* x, int* allowed, int* flag, int* y, int* leave) {
  while (Flag(*allowed).load(relaxed) == 0) {
  }
  await(flag);
  *y = *x;
  Flag(*leave).store(1, release);
}
__global__ void raise(int* flag) {
  Flag(*flag).store(1, release);
}
__global__ void allow(int* flag) {
  Flag(*flag).store(1, relaxed);
}
__global__ void increment(int* x) {
  ++*x;
}

/// What one thread has waited for, the others read as well, and not by strong reads.
__global__ void raise_behind_fence(int* x, volatile int* flag) {
  *x = 7;
  __threadfence_system();
  *flag = 3;
}
__global__ void read_flag_plainly(const int* x, int* flag, int* y) {
  if (threadIdx.x == 0) {
    while (*static_cast<volatile int*>(flag) == 0) {
    }
    __threadfence_system();
  }
  __syncthreads();
  y[threadIdx.x] = *x * *flag;
  __syncthreads();
  y[threadIdx.x] += *flag;
  __syncthreads();
  if (threadIdx.x == 0) y[0] += *static_cast<volatile int*>(flag);
}

/// Of what it writes, only the second half changes.
__global__ void stay_beside_half(int* x, int* told, int* leave) {
  x[0] = 1;
  Flag(*told).store(1, relaxed);
  await(leave);
}
__global__ void write_both_halves(int2* x, int* told, int* leave) {
  while (Flag(*told).load(relaxed) == 0) {
  }
  *x = {1, 2};
  Flag(*leave).store(1, release);
}

struct Shared {
  cuda::barrier<cuda::thread_scope_system> barrier{2};
  cuda::latch<cuda::thread_scope_system> latch{2};
  cuda::counting_semaphore<cuda::thread_scope_system, 4> semaphore{0};
};
__global__ void prepare(Shared* shared) {
  new (shared) Shared;
}
__global__ void meet(Shared* shared, int* x, int* y, int me) {
  for (int round = 0; round < 4; ++round) {
    x[me] = round + 10 * me;
    shared->barrier.arrive_and_wait();
    y[me] += x[1 - me];
    shared->barrier.arrive_and_wait();
  }
  x[2 + me] = 7 + me;
  shared->latch.arrive_and_wait();
  y[me] += x[3 - me];
  if (me == 0) {
    x[4] = 3;
    shared->semaphore.release();
  } else {
    shared->semaphore.acquire();
    y[me] += x[4];
  }
}

/// The first holds the lock while it waits.
__global__ void count_in_lock(int* lock, int* count, volatile int* flag, int me) {
  for (int round = 0; round < 3; ++round) {
    while (atomicCAS_system(lock, 0, 1) != 0) {
    }
    __threadfence_system();
    ++*count;
    if (me == 0 && round == 1)
      while (*flag == 0) {
      }
    __threadfence_system();
    atomicExch_system(lock, 0);
  }
}
__global__ void set(volatile int* flag) {
  *flag = 1;
}

/// The last block of both launches adds what all have written.
__global__ void add_by_last(int* count, int* part, int* total, int first, int all,
                            volatile int* flag) {
  if (first == 0 && blockIdx.x == 1)
    while (*flag == 0) {
    }
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    part[first + blockIdx.x] = 1 + first + int(blockIdx.x);
    __threadfence_system();
    is_last = atomicAdd_system(count, 1) == all - 1;
    __threadfence_system();
  }
  __syncthreads();
  if (!is_last || threadIdx.x != 1) return;
  for (int i = 0; i < all; ++i) *total += part[i];
}

#define CHECK(condition)                                  \
  do {                                                    \
    if (!(condition)) {                                   \
      std::printf("line %d: %s\n", __LINE__, #condition); \
      return 1;                                           \
    }                                                     \
  } while (0)

int main() {
  int devices = 0;
  cudaGetDeviceCount(&devices);
  int* box;
  Shared* shared;
  cudaStream_t a, b, c, d;
  cudaEvent_t event;
  cudaMalloc(&box, 4 * n * sizeof(int));
  cudaMalloc(&shared, sizeof(Shared));
  for (cudaStream_t* each : {&a, &c, &d}) cudaStreamCreateWithFlags(each, cudaStreamNonBlocking);
  cudaSetDevice(devices - 1);
  if (devices > 1) cudaDeviceEnablePeerAccess(0, 0);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreate(&event);
  int *const x = box, *const y = box + n, *const z = box + 2 * n, *const flags = box + 3 * n;
  int host[4 * n];
  const auto on = [&](cudaStream_t stream) { cudaSetDevice(stream == b ? devices - 1 : 0); };
  const auto begin = [&] {
    cudaSetDevice(0);
    cudaMemset(box, 0, 4 * n * sizeof(int));
    cudaDeviceSynchronize();
  };
  const auto end = [&] {
    for (cudaStream_t each : {a, b, c, d}) cudaStreamSynchronize(each);
    cudaSetDevice(0);
    cudaMemcpy(host, box, sizeof host, cudaMemcpyDeviceToHost);
    return cudaGetLastError() == cudaSuccess;
  };

  // A kernel hears; the next in its stream knows, one behind its event, and one that the host gives
  // when it is over.
  for (const int way : {0, 1, 2}) {
    begin();
    write_and_stay<<<1, 1, 0, a>>>(x, flags, flags + 1);
    on(b);
    hear<<<1, 1, 0, b>>>(flags);
    if (way == 1) cudaEventRecord(event, b);
    if (way == 2) cudaStreamSynchronize(b);
    if (way != 0) on(c);
    if (way == 1) cudaStreamWaitEvent(c, event);
    look<<<1, 1, 0, way == 0 ? b : c>>>(x, y);
    raise<<<1, 1, 0, way == 0 ? b : c>>>(flags + 1);
    CHECK(end() && host[n] == 5);
  }

  // The next in its stream tells one that has waited since before.
  begin();
  write_and_stay<<<1, 1, 0, a>>>(x, flags, flags + 1);
  look_when_told<<<1, 1, 0, c>>>(x, flags + 2, y);
  on(b);
  hear<<<1, 1, 0, b>>>(flags);
  raise<<<1, 1, 0, b>>>(flags + 2);
  raise<<<1, 1, 0, b>>>(flags + 1);
  CHECK(end() && host[n] == 5);

  // What is told goes by a kernel that has been over for long.
  begin();
  write_and_stay<<<1, 1, 0, a>>>(x, flags, flags + 1);
  look_when_allowed<<<1, 1, 0, c>>>(x, flags + 2, flags + 3, y, flags + 1);
  hear_and_tell<<<1, 1, 0, d>>>(flags, flags + 3);
  on(b);
  for (int k = 0; k < 60; ++k) increment<<<1, 1, 0, b>>>(z);
  allow<<<1, 1, 0, b>>>(flags + 2);
  CHECK(end() && host[n] == 5 && host[2 * n] == 60);

  begin();
  read_flag_plainly<<<1, n, 0, a>>>(x, flags, y);
  on(b);
  raise_behind_fence<<<1, 1, 0, b>>>(x, flags);
  CHECK(end() && host[n + 40] == 24);

  begin();
  stay_beside_half<<<1, 1, 0, a>>>(x, flags, flags + 1);
  on(b);
  write_both_halves<<<1, 1, 0, b>>>(reinterpret_cast<int2*>(x), flags, flags + 1);
  CHECK(end() && host[0] == 1 && host[1] == 2);

  begin();
  prepare<<<1, 1>>>(shared);
  cudaDeviceSynchronize();
  meet<<<1, 1, 0, a>>>(shared, x, y, 0);
  on(b);
  meet<<<1, 1, 0, b>>>(shared, x, y, 1);
  CHECK(end() && host[n] == 54 && host[n + 1] == 16);

  begin();
  count_in_lock<<<1, 1, 0, a>>>(flags, x, flags + 1, 0);
  on(b);
  count_in_lock<<<1, 1, 0, b>>>(flags, x, flags + 1, 1);
  on(c);
  set<<<1, 1, 0, c>>>(flags + 1);
  CHECK(end() && host[0] == 6);

  begin();
  add_by_last<<<3, 32, 0, a>>>(flags, x, y, 0, 6, flags + 1);
  on(b);
  add_by_last<<<3, 32, 0, b>>>(flags, x, y, 3, 6, flags + 1);
  on(c);
  set<<<1, 1, 0, c>>>(flags + 1);
  CHECK(end() && host[n] == 21);
  std::printf("all as it should be\n");
}
