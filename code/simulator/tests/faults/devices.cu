// devices: 2
// What two devices do with each other's memory, streams and events.
#include <cuda/atomic>

#include "cases.hpp"

namespace {

constexpr int n = 256;

/// While one lives, another device is the current one.
struct On {
  explicit On(int device) {
    cudaGetDevice(&before);
    cudaSetDevice(device);
  }
  ~On() { cudaSetDevice(before); }

  int before;
};

/// A stream of a device, for its kernels too.
struct Stream {
  explicit Stream(int device, unsigned flags = cudaStreamNonBlocking) : device(device) {
    const On on(device);
    cudaStreamCreateWithFlags(&handle, flags);
  }
  ~Stream() { cudaStreamDestroy(handle); }
  operator cudaStream_t() const { return handle; }

  int device;
  cudaStream_t handle;
};

void let_wait(cudaStream_t second, const Stream& first) {
  const On on(first.device);
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  cudaEventRecord(event, first);
  cudaStreamWaitEvent(second, event);
  cudaEventDestroy(event);
}

void wait_for_both() {
  for (const int device : {1, 0}) {
    cudaSetDevice(device);
    cudaDeviceSynchronize();
  }
}

__device__ int variable;

using SystemFlag = cuda::atomic_ref<int, cuda::thread_scope_system>;

__device__ void tell_value(int* flag, int value) {
  SystemFlag(*flag).store(value, cuda::memory_order_release);
}
__device__ int value_of(int* flag) {
  return SystemFlag(*flag).load(cuda::memory_order_acquire);
}

}  // namespace

template <bool repaired>
__global__ void store(int* x) {
  // wrong: access to memory of another device: cudaDeviceEnablePeerAccess is missing
  x[threadIdx.x] = 1;
}
CASE(store_without_access) {
  cudaSetDevice(1);
  Buffer<int> x(n, 0);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  if (repaired) cudaDeviceEnablePeerAccess(1, 0);
  store<repaired><<<1, n>>>(x);
  cudaDeviceSynchronize();
}

template <bool repaired>
__global__ void load(int* to, const int* from) {
  to[threadIdx.x] = from[threadIdx.x];  // wrong: access to memory of another device
}
CASE(access_in_the_other_direction_only) {
  Buffer<int> y(n);
  const On on(1);
  Buffer<int> x(n, 0);
  cudaDeviceSynchronize();
  if (repaired) cudaSetDevice(0);
  cudaDeviceEnablePeerAccess(repaired ? 1 : 0, 0);
  cudaSetDevice(0);
  load<repaired><<<1, n>>>(y, x);
  cudaDeviceSynchronize();
}

template <bool repaired>
__global__ void add(int* counter) {
  atomicAdd_system(counter, 1);  // wrong: access to memory of another device
}
CASE(atomic_after_access_was_disabled) {
  cudaSetDevice(1);
  Buffer<int> counter(1, 0);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  cudaDeviceEnablePeerAccess(1, 0);
  add<repaired><<<1, n>>>(counter);
  if (!repaired) cudaDeviceDisablePeerAccess(1);
  add<repaired><<<1, n>>>(counter);
  cudaDeviceSynchronize();
}

template <bool repaired>
__global__ void store_to_pool(int* x) {
  x[threadIdx.x] = 1;  // wrong: access to memory of another device: cudaMemPoolSetAccess is missing
}
CASE(memory_of_a_pool_heeds_no_peer_access) {
  cudaMemPool_t pool;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  int* x;
  cudaMallocAsync(&x, n * sizeof(int), nullptr);
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  const cudaMemAccessDesc wish{{cudaMemLocationTypeDevice, 1}, cudaMemAccessFlagsProtReadWrite};
  if (repaired) cudaMemPoolSetAccess(pool, &wish, 1);
  store_to_pool<repaired><<<1, n>>>(x);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  cudaFreeAsync(x, nullptr);
}

template <bool repaired>
__global__ void set_at(int* x) {
  *x = 1;  // wrong: access to memory of another device: variables, and what kernels allocate
}
CASE(variable_of_another_device) {
  int* x;
  cudaSetDevice(repaired ? 1 : 0);
  cudaGetSymbolAddress((void**)&x, variable);
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  set_at<repaired><<<1, 1>>>(x);
  cudaDeviceSynchronize();
}

template <bool repaired>
__global__ void set(int* x, int value) {
  x[threadIdx.x] = value;
}

template <bool repaired>
__global__ void copy(int* to, const int* from) {
  to[threadIdx.x] = from[threadIdx.x];
}

CASE(kernels_of_two_devices_write) {
  const On on(0);
  Buffer<int> x(n);
  cudaDeviceEnablePeerAccess(1, 0);
  const Stream first(0), second(1);
  set<repaired><<<1, n, 0, first>>>(x, 1);
  if (repaired) let_wait(second, first);
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  // wrong: race between operations: kernel set
  set<repaired><<<1, n, 0, second>>>(x, 2);
  wait_for_both();
}

CASE(default_streams_of_two_devices) {
  Buffer<int> x(n, 0), y(n);
  cudaDeviceSynchronize();
  set<repaired><<<1, n>>>(x, 1);
  if (repaired) cudaDeviceSynchronize();
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  // wrong: race between operations: reads the 1024 bytes
  copy<repaired><<<1, n>>>(y, x);
  wait_for_both();
}

CASE(peer_copy_of_what_is_being_written) {
  cudaSetDevice(1);
  Buffer<int> x(n);
  cudaSetDevice(0);
  Buffer<int> y(n);
  const Stream first(0), second(1);
  cudaSetDevice(1);
  set<repaired><<<1, n, 0, second>>>(x, 1);
  if (repaired) let_wait(first, second);
  cudaSetDevice(0);
  // wrong: race between operations: cudaMemcpyPeerAsync
  cudaMemcpyPeerAsync(y, 0, x, 1, n * sizeof(int), first);
  wait_for_both();
}

CASE(peer_copy_to_what_is_being_read) {
  cudaSetDevice(1);
  Buffer<int> x(n, 0), z(n);
  wait_for_both();
  Buffer<int> y(n, 0);
  wait_for_both();
  const Stream first(0), second(1);
  cudaSetDevice(1);
  copy<repaired><<<1, n, 0, second>>>(z, x);
  if (repaired) let_wait(first, second);
  cudaSetDevice(0);
  // wrong: race between operations: cudaMemcpyPeerAsync
  cudaMemcpyPeerAsync(x, 1, y, 0, n * sizeof(int), first);
  wait_for_both();
}

CASE(synchronised_the_wrong_device) {
  cudaSetDevice(1);
  Buffer<int> x(n);
  const Stream stream(1);
  cudaSetDevice(1);
  set<repaired><<<1, n, 0, stream>>>(x, 1);
  cudaSetDevice(repaired ? 1 : 0);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  int host[n];
  // wrong: race between operations: cudaMemcpy (
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDefault);
  wait_for_both();
}

CASE(a_fill_waits_for_its_own_device) {
  cudaSetDevice(1);
  Buffer<int> x(n);
  set<repaired><<<1, n>>>(x, 1);
  if (repaired) cudaDeviceSynchronize();
  cudaSetDevice(0);
  // wrong: race between operations: cudaMemset (
  cudaMemset(x, 0, n * sizeof(int));
  wait_for_both();
}

CASE(kernel_in_a_stream_of_another_device) {
  Buffer<int> x(n);
  const Stream stream(repaired ? 0 : 1);
  // wrong: misuse of the runtime API: the stream is of device 1, and the current device is 0
  set<repaired><<<1, n, 0, stream>>>(x, 1);
  wait_for_both();
}

CASE(event_in_a_stream_of_another_device) {
  cudaEvent_t event;
  cudaEventCreate(&event);
  const Stream stream(repaired ? 0 : 1);
  // wrong: misuse of the runtime API: the event is of device 0, the stream of device 1
  cudaEventRecord(event, stream);
  cudaEventDestroy(event);
}

CASE(copies_in_default_streams_wait_for_both_devices) {
  // A copy in one device's default stream is ordered in the default stream of the other as well, if
  // it is of its memory, but not with streams that do not block.
  cudaSetDevice(1);
  Buffer<int> x(n), z(n);
  cudaSetDevice(0);
  Buffer<int> y(n);
  cudaSetDevice(1);
  const Stream blocking(1, cudaStreamDefault), apart(1);
  set<repaired><<<1, n, 0, blocking>>>(x, 1);
  set<repaired><<<1, n>>>(z, 1);
  cudaSetDevice(0);
  cudaMemcpy(y, x, n * sizeof(int), cudaMemcpyDefault);
  cudaMemcpyPeer(y, 0, z, 1, n * sizeof(int));
  cudaSetDevice(1);
  set<repaired><<<1, n>>>(x, 2);
  set<repaired><<<1, n, 0, blocking>>>(z, 2);
  wait_for_both();
  cudaSetDevice(1);
  set<repaired><<<1, n, 0, apart>>>(x, 3);
  if (repaired) cudaStreamSynchronize(apart);
  cudaSetDevice(0);
  // wrong: race between operations: cudaMemcpyPeer (
  cudaMemcpyPeer(y, 0, x, 1, n * sizeof(int));
  wait_for_both();
}

template <bool repaired>
__global__ void wait_for_the_other(int* flag, int* x) {
  constexpr auto scope = repaired ? cuda::thread_scope_system : cuda::thread_scope_device;
  const cuda::atomic_ref<int, scope> f(*flag);
  while (f.load(cuda::memory_order_acquire) == 0) {  // noted: scope too narrow: another device
  }
  x[threadIdx.x] = 1;
}
__global__ void tell(int* flag) {
  cuda::atomic_ref<int, cuda::thread_scope_system>(*flag).store(1, cuda::memory_order_release);
}
CASE(scope_of_the_device_for_another_device) {
  Buffer<int> x(n), flag(1, 0);
  cudaDeviceSynchronize();
  wait_for_the_other<repaired><<<1, n>>>(flag, x);
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  tell<<<1, 1>>>(flag);
  wait_for_both();
}

__global__ void call_and_wait(int* flag, int* answer) {
  tell_value(flag, 1);
  while (value_of(answer) == 0) {
  }
}
template <bool repaired>
__global__ void answer_the_call(int* x, int* flag, int* answer) {
  while (repaired && value_of(flag) == 0) {
  }
  x[threadIdx.x] = 2;
  tell_value(answer, 1);
}
CASE(work_before_a_kernel_that_has_not_ended) {
  // What the one stream did before comes before what the other's kernel does when it has been
  // called, although the kernel that called it ends after it.
  Buffer<int> x(n), flags(2, 0);
  cudaDeviceSynchronize();
  const Stream first(0), second(1);
  {
    const On on(1);
    cudaDeviceEnablePeerAccess(0, 0);
  }
  cudaMemsetAsync(x, 0, n * sizeof(int), first);
  if (repaired) call_and_wait<<<1, 1, 0, first>>>(flags, flags + 1);
  {
    const On on(1);
    // wrong: race between operations: kernel answer_the_call
    answer_the_call<repaired><<<1, 1, 0, second>>>(x, flags, flags + 1);
  }
  wait_for_both();
}

template <bool repaired>
constexpr auto acquire_if = repaired ? cuda::memory_order_acquire : cuda::memory_order_relaxed;
template <bool repaired>
constexpr auto release_if = repaired ? cuda::memory_order_release : cuda::memory_order_relaxed;

/// Launches what the one device does, and what the other.
template <class First, class Second>
void run_both(First first, Second second) {
  first();
  {
    const On on(1);
    cudaDeviceEnablePeerAccess(0, 0);
    second();
  }
  wait_for_both();
}

template <bool repaired>
__global__ void send_behind_relaxed_flag(int* letter, int* flag) {
  *letter = 42;
  SystemFlag(*flag).store(1, release_if<repaired>);
}
template <bool repaired>
__global__ void read_behind_relaxed_flag(const int* letter, int* flag, int* copy) {
  while (SystemFlag(*flag).load(acquire_if<repaired>) == 0) {
  }
  *copy = *letter;  // wrong: race in global memory: of kernel send_behind_relaxed_flag
}
CASE(letter_behind_a_relaxed_flag) {
  Buffer<int> box(3, 0);
  cudaDeviceSynchronize();
  run_both([&] { read_behind_relaxed_flag<repaired><<<1, 1>>>(box, box + 1, box + 2); },
           [&] { send_behind_relaxed_flag<repaired><<<1, 1>>>(box, box + 1); });
}

template <bool repaired>
__global__ void send_behind_volatile_flag(int* letter, volatile int* flag) {
  *letter = 42;
  if (repaired) __threadfence_system();
  *flag = 1;
}
template <bool repaired>
__global__ void read_behind_volatile_flag(const int* letter, volatile int* flag, int* copy) {
  while (*flag == 0) {
  }
  if (repaired) __threadfence_system();
  *copy = *letter;  // wrong: race in global memory: of kernel send_behind_volatile_flag
}
CASE(letter_behind_a_volatile_flag) {
  Buffer<int> box(3, 0);
  cudaDeviceSynchronize();
  run_both([&] { read_behind_volatile_flag<repaired><<<1, 1>>>(box, box + 1, box + 2); },
           [&] { send_behind_volatile_flag<repaired><<<1, 1>>>(box, box + 1); });
}

template <bool repaired>
__global__ void read_and_meet(const int* x, int* flags, int* copy) {
  if (!repaired) *copy = *x;
  tell_value(flags, 1);
  while (value_of(flags + 1) == 0) {
  }
  if (repaired) *copy = *x;
}
template <bool repaired>
__global__ void write_and_meet(int* x, int* flags) {
  *x = 42;  // wrong: race in global memory: of kernel read_and_meet
  tell_value(flags + 1, 1);
  while (value_of(flags) == 0) {
  }
}
CASE(read_before_the_kernels_meet) {
  Buffer<int> box(4, 0);
  cudaDeviceSynchronize();
  run_both([&] { read_and_meet<repaired><<<1, 1>>>(box, box + 1, box + 3); },
           [&] { write_and_meet<repaired><<<1, 1>>>(box, box + 1); });
}

template <bool repaired>
__global__ void fill_and_tell(int* x, int* flag) {
  x[threadIdx.x] = int(threadIdx.x);
  if (repaired) __syncthreads();
  if (threadIdx.x == 0) tell_value(flag, 1);
}
template <bool repaired>
__global__ void sum_when_told(int* x, int* flag, int* sum) {
  while (value_of(flag) == 0) {
  }
  for (int k = 0; k < n; ++k)
    *sum += x[k];  // wrong: race in global memory: of kernel fill_and_tell
}
CASE(only_what_one_thread_wrote_is_told) {
  Buffer<int> x(n, 0), flag(2, 0);
  cudaDeviceSynchronize();
  run_both([&] { sum_when_told<repaired><<<1, 1>>>(x, flag, flag + 1); },
           [&] { fill_and_tell<repaired><<<1, n>>>(x, flag); });
}

template <bool repaired>
__global__ void send_in_a_stream(int* letter, int* flag) {
  *letter = 42;
  cuda::atomic_ref<int, cuda::thread_scope_device>(*flag).store(1, release_if<repaired>);
}
template <bool repaired>
__global__ void read_in_a_stream(const int* letter, int* flag, int* copy) {
  const cuda::atomic_ref<int, cuda::thread_scope_device> sent(*flag);
  while (sent.load(acquire_if<repaired>) == 0) {
  }
  *copy = *letter;  // wrong: race in global memory: of kernel send_in_a_stream
}
CASE(letter_between_streams_behind_a_relaxed_flag) {
  Buffer<int> box(3, 0);
  cudaDeviceSynchronize();
  const Stream first(0), second(0);
  read_in_a_stream<repaired><<<1, 1, 0, first>>>(box, box + 1, box + 2);
  send_in_a_stream<repaired><<<1, 1, 0, second>>>(box, box + 1);
  wait_for_both();
}

template <bool repaired>
__global__ void write_and_wait(int* x, int* flags) {
  *x = 42;
  tell_value(flags, 1);
  while (value_of(flags + 1) == 0) {
  }
}
template <bool repaired>
__global__ void hear(int* flag) {
  while (repaired && value_of(flag) == 0) {
  }
}
template <bool repaired>
__global__ void read_and_let_go(const int* x, int* flags, int* copy) {
  *copy = *x;  // wrong: race in global memory: of kernel write_and_wait
  tell_value(flags + 1, 1);
}
CASE(kernel_after_one_that_has_not_heard) {
  Buffer<int> box(4, 0);
  cudaDeviceSynchronize();
  run_both([&] { write_and_wait<repaired><<<1, 1>>>(box, box + 1); },
           [&] {
             hear<repaired><<<1, 1>>>(box + 1);
             read_and_let_go<repaired><<<1, 1>>>(box, box + 1, box + 3);
           });
}

template <bool repaired>
__global__ void write_behind_fence(int* letter, volatile int* flag) {
  if (!repaired) __threadfence_system();
  *letter = 42;
  if (repaired) __threadfence_system();
  *flag = 1;
}
template <bool repaired>
__global__ void read_behind_fence(const int* letter, volatile int* flag, int* copy) {
  while (*flag == 0) {
  }
  __threadfence_system();
  *copy = *letter;  // wrong: race in global memory: of kernel write_behind_fence
}
CASE(fence_before_the_letter) {
  Buffer<int> box(3, 0);
  cudaDeviceSynchronize();
  run_both([&] { read_behind_fence<repaired><<<1, 1>>>(box, box + 1, box + 2); },
           [&] { write_behind_fence<repaired><<<1, 1>>>(box, box + 1); });
}

template <bool repaired>
__global__ void count_in_lock(int* lock, int* count, volatile int* flag) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  if (repaired) __threadfence();
  ++*count;  // wrong: race in global memory: of kernel count_in_lock
  while (*flag == 0) {
  }
  if (repaired) __threadfence();
  atomicExch(lock, 0);
}
template <bool repaired>
__global__ void let_count(volatile int* flag) {
  *flag = 1;
}
CASE(lock_without_fences_between_streams) {
  Buffer<int> box(3, 0);
  cudaDeviceSynchronize();
  const Stream first(0), second(0), third(0);
  count_in_lock<repaired><<<1, 1, 0, first>>>(box, box + 1, box + 2);
  count_in_lock<repaired><<<1, 1, 0, second>>>(box, box + 1, box + 2);
  let_count<repaired><<<1, 1, 0, third>>>(box + 2);
  wait_for_both();
}

template <bool repaired>
__global__ void count_on_two(int* x) {
  if (repaired)
    atomicAdd_system(x, 1);
  else
    atomicAdd(x, 1);
}
CASE(atomics_of_two_devices) {
  Buffer<int> x(1, 0);
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  cudaSetDevice(0);
  count_on_two<repaired><<<2, 64>>>(x);
  cudaSetDevice(1);
  // wrong: race between operations: not for another device
  count_on_two<repaired><<<2, 64>>>(x);
  wait_for_both();
}

// One after the other, they need no more than their device's scope.
template <bool repaired>
__global__ void count_in_turn(int* x) {
  atomicAdd(x, 1);
}
CASE(atomics_of_two_devices_in_turn) {
  Buffer<int> x(1, 0);
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  const Stream first(0), second(1);
  cudaSetDevice(0);
  count_in_turn<repaired><<<2, 64, 0, first>>>(x);
  if (repaired) let_wait(second, first);
  cudaSetDevice(1);
  // wrong: race between operations: they need the system's scope
  count_in_turn<repaired><<<2, 64, 0, second>>>(x);
  wait_for_both();
}

// So if a flag tells the one that the other has counted.
template <bool repaired>
__global__ void count_and_tell(int* x, int* flag) {
  atomicAdd(x, 1);
  tell_value(flag, 1);
}
template <bool repaired>
__global__ void count_when_told(int* x, int* flag) {
  while (repaired && value_of(flag) == 0) {
  }
  atomicAdd(x, 1);
}
CASE(atomics_of_two_devices_behind_a_flag) {
  Buffer<int> x(2, 0);
  cudaDeviceSynchronize();
  run_both([&] { count_when_told<repaired><<<1, 1>>>(x, x + 1); },
           // wrong: race between operations: they need the system's scope
           [&] { count_and_tell<repaired><<<1, 1>>>(x, x + 1); });
}
