// exit: 0
// prints: all as it should be
// environment: CUDA_MODULE_LOADING=EAGER
// schedules: forward random:1
// streams: early late random:1
// devices: 1 2
#include <cstdio>
#include <cuda/atomic>

// Kernels that run at the same time and tell each other by flags what they have done: each of these
// ways orders what they do to other memory.

using Flag = cuda::atomic_ref<int, cuda::thread_scope_system>;
constexpr auto acquire = cuda::memory_order_acquire;
constexpr auto release = cuda::memory_order_release;
constexpr int n = 64;

__device__ void await(int* flag, int value) {
  while (Flag(*flag).load(acquire) < value) {
  }
}

/// Two of them take turns at an array.
__global__ void take_turns(int* x, int* turn, int me) {
  for (int round = 0; round < 4; ++round) {
    if (threadIdx.x == 0) await(turn, 2 * round + me);
    __syncthreads();
    x[(threadIdx.x + round) % n] += 1;
    __syncthreads();
    if (threadIdx.x == 0) Flag(*turn).store(2 * round + me + 1, release);
  }
}

/// By volatile flags and fences.
__global__ void call(volatile int* flag, int* x) {
  x[threadIdx.x] = int(threadIdx.x);
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x == 0) *flag = 1;
}
__global__ void hear(volatile int* flag, const int* x, int* y) {
  while (*flag == 0) {
  }
  __threadfence_system();
  y[threadIdx.x] = x[n - 1 - threadIdx.x];
}

/// What all have written is read when all have counted.
__global__ void count(int* counter, int* x, int* sum, int first, int all) {
  const int i = first + int(blockIdx.x);
  x[i] = i;
  Flag(*counter).fetch_add(1, cuda::memory_order_acq_rel);
  await(counter, all);
  int s = 0;
  for (int k = 0; k < all; ++k) s += x[k];
  sum[i] = s;
}

/// The blocks of one launch meet only in another.
__global__ void through_another(int* x, int* there, int* back) {
  if (blockIdx.x == 0) {
    x[0] = 7;
    Flag(*there).store(1, release);
  } else {
    await(back, 1);
    x[1] = x[0];
  }
}
__global__ void pass_on(int* there, int* back) {
  await(there, 1);
  Flag(*back).store(1, release);
}

/// The host, or a copy, hands on what a kernel has told while it runs.
__global__ void tell_and_stay(int* x, int* told, int* leave) {
  *x = 5;
  Flag(*told).store(1, release);
  await(leave, 1);
}
__global__ void look(const int* x, int* y) {
  *y = *x;
}
__global__ void set(int* x, int value) {
  *x = value;
}
__global__ void raise(int* flag) {
  Flag(*flag).store(1, release);
}
/// What came before in the stream of the one that tells is told as well.
__global__ void read_when_told(const int* x, int* flag, int* y) {
  await(flag, 1);
  *y = *x;
}

/// One thread has waited; the others, and itself, look at the flag again by plain loads, and one
/// puts it back by a plain store.
__global__ void look_again(const int* x, int* flag, int* y) {
  if (threadIdx.x == 0) await(flag, 1);
  __syncthreads();
  y[threadIdx.x] = *x + *flag;
  __syncthreads();
  if (threadIdx.x == 0) *flag = 0;
}
/// The same while the one that has told it stays.
__global__ void look_meanwhile(const int* x, int* flag, int* y) {
  if (threadIdx.x == 0) await(flag, 1);
  __syncthreads();
  y[threadIdx.x] = *x + *flag;
}
__global__ void raise_and_stay(int* flag, int* leave) {
  Flag(*flag).store(1, release);
  await(leave, 1);
}
__global__ void set_and_raise(int* x, int* flag) {
  *x = 9;
  Flag(*flag).store(1, release);
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
  int *box, *pinned;
  cudaStream_t a, b, c;
  cudaMalloc(&box, 4 * n * sizeof(int));
  cudaMallocHost(&pinned, 2 * sizeof(int));
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
  cudaSetDevice(devices - 1);
  if (devices > 1) cudaDeviceEnablePeerAccess(0, 0);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaSetDevice(0);
  int *const x = box, *const y = box + n, *const z = box + 2 * n, *const flags = box + 3 * n;
  int host[4 * n];
  const auto on = [&](cudaStream_t stream) { cudaSetDevice(stream == b ? devices - 1 : 0); };
  const auto begin = [&] {
    cudaSetDevice(0);
    cudaMemset(box, 0, 4 * n * sizeof(int));
    pinned[0] = pinned[1] = 0;
    cudaDeviceSynchronize();
  };
  const auto end = [&] {
    for (cudaStream_t each : {a, b, c}) cudaStreamSynchronize(each);
    cudaSetDevice(0);
    cudaMemcpy(host, box, sizeof host, cudaMemcpyDeviceToHost);
    return cudaGetLastError() == cudaSuccess;
  };

  begin();
  take_turns<<<1, n, 0, a>>>(x, flags, 0);
  on(b);
  take_turns<<<1, n, 0, b>>>(x, flags, 1);
  CHECK(end() && host[5] == 8);

  begin();
  hear<<<1, n, 0, a>>>(flags, x, y);
  on(b);
  call<<<1, n, 0, b>>>(flags, x);
  CHECK(end() && host[n + 5] == n - 6);

  begin();
  count<<<3, 1, 0, a>>>(flags, x, y, 0, 8);
  count<<<2, 1, 0, c>>>(flags, x, y, 3, 8);
  on(b);
  count<<<3, 1, 0, b>>>(flags, x, y, 5, 8);
  CHECK(end() && host[n] == 28 && host[n + 7] == 28);

  begin();
  through_another<<<2, 1, 0, a>>>(x, flags, flags + 1);
  on(b);
  pass_on<<<1, 1, 0, b>>>(flags, flags + 1);
  CHECK(end() && host[1] == 7);

  begin();
  tell_and_stay<<<1, 1, 0, a>>>(x, pinned, flags);
  while (Flag(*pinned).load(acquire) == 0) cudaStreamQuery(a);
  cudaGetLastError();
  on(b);
  look<<<1, 1, 0, b>>>(x, y);
  raise<<<1, 1, 0, b>>>(flags);
  CHECK(end() && host[n] == 5);

  begin();
  tell_and_stay<<<1, 1, 0, a>>>(x, flags + 1, flags);
  for (int told = 0; told == 0; cudaStreamQuery(a)) {
    cudaMemcpyAsync(pinned, flags + 1, sizeof(int), cudaMemcpyDeviceToHost, c);
    cudaStreamSynchronize(c);
    told = *pinned;
  }
  cudaGetLastError();
  on(b);
  look<<<1, 1, 0, b>>>(x, y);
  raise<<<1, 1, 0, b>>>(flags);
  CHECK(end() && host[n] == 5);

  begin();
  read_when_told<<<1, 1, 0, a>>>(x, flags, y);
  on(b);
  set<<<1, 1, 0, b>>>(x, 9);
  set<<<1, 1, 0, b>>>(z, 9);
  raise<<<1, 1, 0, b>>>(flags);
  CHECK(end() && host[n] == 9);

  // What came in the stream before the one that tells is told as well.
  begin();
  on(b);
  set<<<1, 1, 0, b>>>(x, 9);
  raise_and_stay<<<1, 1, 0, b>>>(flags, flags + 1);
  cudaSetDevice(0);
  look_meanwhile<<<1, n, 0, a>>>(x, flags, y);
  raise<<<1, 1, 0, a>>>(flags + 1);
  CHECK(end() && host[n + 5] == 10);

  for (const bool told_first : {true, false}) {
    begin();
    if (!told_first) look_again<<<1, n, 0, a>>>(x, flags, y);
    on(b);
    set_and_raise<<<1, 1, 0, b>>>(x, flags);
    cudaSetDevice(0);
    if (told_first) look_again<<<1, n, 0, a>>>(x, flags, y);
    CHECK(end() && host[n + 5] == 10 && host[3 * n] == 0);
  }
  std::printf("all as it should be\n");
}
