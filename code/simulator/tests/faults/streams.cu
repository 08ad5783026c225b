// What the host gives to streams without an order between it.
#include <thread>

#include "cases.hpp"

namespace {

constexpr int n = 1024;

struct Stream {
  explicit Stream(unsigned flags = cudaStreamDefault) { cudaStreamCreateWithFlags(&handle, flags); }
  ~Stream() { cudaStreamDestroy(handle); }
  operator cudaStream_t() const { return handle; }

  cudaStream_t handle;
};

struct Event {
  Event() { cudaEventCreateWithFlags(&handle, cudaEventDisableTiming); }
  ~Event() { cudaEventDestroy(handle); }
  operator cudaEvent_t() const { return handle; }

  cudaEvent_t handle;
};

/// Memory of the host that the device can reach.
struct Pinned {
  Pinned() { cudaMallocHost(&data, n * sizeof(int)); }
  ~Pinned() { cudaFreeHost(data); }
  operator int*() const { return data; }

  int* data;
};

void let_wait(cudaStream_t second, cudaStream_t first) {
  const Event event;
  cudaEventRecord(event, first);
  cudaStreamWaitEvent(second, event);
}

}  // namespace

template <bool repaired>
__global__ void set(int* x, int value) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

template <bool repaired>
__global__ void add(int* to, const int* from) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] += from[i];
}

template <bool repaired>
__global__ void count(int* counter) {
  atomicAdd(counter, 1);
}

template <bool repaired>
__global__ void set_every_other(int* x, int first) {
  x[2 * threadIdx.x + first] = first;
}

template <bool repaired>
__global__ void set_bytes(char* x, int first) {
  x[2 * threadIdx.x + first] = char(first);
}

CASE(two_streams_write) {
  Buffer<int> x(n);
  const Stream a, b;
  set<repaired><<<n / 256, 256, 0, a>>>(x, 1);
  if (repaired) let_wait(b, a);
  // wrong: race between operations: kernel set
  set<repaired><<<n / 256, 256, 0, b>>>(x, 2);
  cudaDeviceSynchronize();
}

CASE(one_stream_reads_what_another_writes) {
  Buffer<int> x(n, 0), y(n, 0);
  const Stream a, b;
  set<repaired><<<n / 256, 256, 0, a>>>(x, 1);
  if (repaired) cudaStreamSynchronize(a);
  // wrong: race between operations: reads the 4096 bytes at
  add<repaired><<<n / 256, 256, 0, b>>>(y, x);
  cudaDeviceSynchronize();
}

// The second writes what the first has read.
CASE(write_after_read) {
  Buffer<int> x(n, 0), y(n, 0);
  const Stream a, b;
  add<repaired><<<n / 256, 256, 0, a>>>(y, x);
  if (repaired) let_wait(b, a);
  // wrong: race between operations: writes
  set<repaired><<<n / 256, 256, 0, b>>>(x, 1);
  cudaDeviceSynchronize();
}

// A stream is made when there is work for it, and some is under way.
CASE(a_stream_that_comes_later) {
  Buffer<int> x(n, 0), y(n, 0);
  const Stream a;
  set<repaired><<<n / 256, 256, 0, a>>>(x, 1);
  const Stream b;
  if (repaired) let_wait(b, a);
  // wrong: race between operations: reads the 4096 bytes at
  add<repaired><<<n / 256, 256, 0, b>>>(y, x);
  cudaDeviceSynchronize();
}

CASE(a_stream_that_comes_later_and_does_not_block) {
  Buffer<int> x(n, 0);
  const Pinned y;
  set<repaired><<<n / 256, 256>>>(x, 1);
  const Stream b(repaired ? cudaStreamDefault : cudaStreamNonBlocking);
  // wrong: race between operations: reads the 4096 bytes at
  cudaMemcpyAsync(y, x, n * sizeof(int), cudaMemcpyDeviceToHost, b);
  cudaDeviceSynchronize();
}

CASE(streams_made_in_the_loop_that_uses_them) {
  Buffer<int> x(n, 0);
  cudaStream_t streams[2];
  for (cudaStream_t& each : streams) {
    cudaStreamCreate(&each);
    // wrong: race between operations: kernel set
    set<repaired><<<n / 512, 256, 0, each>>>(x + (repaired && &each != streams ? n / 2 : 0), 1);
  }
  cudaDeviceSynchronize();
  for (cudaStream_t each : streams) cudaStreamDestroy(each);
}

// Its work goes on after a stream has been destroyed.
CASE(a_stream_after_one_that_is_gone) {
  Buffer<int> x(n, 0), y(n, 0);
  {
    const Stream a;
    set<repaired><<<n / 256, 256, 0, a>>>(x, 1);
    if (repaired) cudaStreamSynchronize(a);
  }
  const Stream b;
  // wrong: race between operations: reads the 4096 bytes at
  add<repaired><<<n / 256, 256, 0, b>>>(y, x);
  cudaDeviceSynchronize();
}

// Two streams have read; the writer waits for the last alone.
CASE(write_after_two_reads) {
  Buffer<int> x(n, 0), y(n, 0), z(n, 0);
  const Stream a, b, c;
  add<repaired><<<n / 256, 256, 0, a>>>(y, x);
  add<repaired><<<n / 256, 256, 0, b>>>(z, x);
  let_wait(c, b);
  if (repaired) let_wait(c, a);
  // wrong: race between operations: operation in stream 1) read
  set<repaired><<<n / 256, 256, 0, c>>>(x, 1);
  cudaDeviceSynchronize();
}

CASE(copy_and_kernel) {
  Buffer<int> x(n);
  const Pinned from;
  const Stream a, b;
  std::memset(from, 0, n * sizeof(int));
  cudaMemcpyAsync(x, from, n * sizeof(int), cudaMemcpyHostToDevice, a);
  if (repaired) let_wait(b, a);
  // wrong: race between operations: which cudaMemcpyAsync
  set<repaired><<<n / 256, 256, 0, b>>>(x, 2);
  cudaDeviceSynchronize();
}

CASE(kernel_and_copy) {
  Buffer<int> x(n);
  const Pinned to;
  const Stream a, b;
  set<repaired><<<n / 256, 256, 0, a>>>(x, 2);
  if (repaired) let_wait(b, a);
  // wrong: race between operations: stream 2) reads
  cudaMemcpyAsync(to, x, n * sizeof(int), cudaMemcpyDeviceToHost, b);
  cudaDeviceSynchronize();
}

// What a copy brings to the host, another takes from there.
CASE(through_pinned_memory) {
  Buffer<int> x(n, 0), y(n);
  const Pinned between;
  const Stream a, b;
  cudaMemcpyAsync(between, x, n * sizeof(int), cudaMemcpyDeviceToHost, a);
  if (repaired) cudaStreamSynchronize(a);
  // wrong: race between operations: stream 2) reads
  cudaMemcpyAsync(y, between, n * sizeof(int), cudaMemcpyHostToDevice, b);
  cudaDeviceSynchronize();
}

CASE(event_recorded_too_early) {
  Buffer<int> x(n);
  const Stream a, b;
  const Event event;
  if (!repaired) cudaEventRecord(event, a);
  set<repaired><<<n / 256, 256, 0, a>>>(x, 1);
  if (repaired) cudaEventRecord(event, a);
  cudaStreamWaitEvent(b, event);
  // wrong: race between operations
  set<repaired><<<n / 256, 256, 0, b>>>(x, 2);
  cudaDeviceSynchronize();
}

CASE(event_never_recorded) {
  Buffer<int> x(n);
  const Stream a, b;
  const Event event;
  set<repaired><<<n / 256, 256, 0, a>>>(x, 1);
  if (repaired) cudaEventRecord(event, a);
  cudaStreamWaitEvent(b, event);
  if (!repaired) cudaEventRecord(event, a);
  // wrong: race between operations
  set<repaired><<<n / 256, 256, 0, b>>>(x, 2);
  cudaDeviceSynchronize();
}

CASE(event_recorded_in_the_wrong_stream) {
  Buffer<int> x(n);
  const Stream a, b;
  const Event event;
  set<repaired><<<n / 256, 256, 0, a>>>(x, 1);
  cudaEventRecord(event, repaired ? a : b);
  cudaStreamWaitEvent(b, event);
  // wrong: race between operations
  set<repaired><<<n / 256, 256, 0, b>>>(x, 2);
  cudaDeviceSynchronize();
}

// Later recordings of an event are nothing to a stream that waits for an earlier one.
CASE(event_recorded_again) {
  Buffer<int> x(n), y(n);
  const Stream a, b;
  const Event event;
  set<repaired><<<n / 256, 256, 0, a>>>(y, 1);
  cudaEventRecord(event, a);
  if (!repaired) cudaStreamWaitEvent(b, event);
  set<repaired><<<n / 256, 256, 0, a>>>(x, 1);
  cudaEventRecord(event, a);
  if (repaired) cudaStreamWaitEvent(b, event);
  // wrong: race between operations
  set<repaired><<<n / 256, 256, 0, b>>>(x, 2);
  cudaDeviceSynchronize();
}

CASE(host_waits_for_the_wrong_stream) {
  Buffer<int> x(n);
  const Stream a, b;
  set<repaired><<<n / 256, 256, 0, a>>>(x, 1);
  cudaStreamSynchronize(repaired ? a : b);
  // wrong: race between operations
  set<repaired><<<n / 256, 256, 0, b>>>(x, 2);
  cudaDeviceSynchronize();
}

// The legacy default stream waits for blocking streams, and they for it.
CASE(default_stream_and_non_blocking_stream) {
  Buffer<int> x(n);
  const Stream a(repaired ? cudaStreamDefault : cudaStreamNonBlocking);
  set<repaired><<<n / 256, 256, 0, a>>>(x, 1);
  // wrong: race between operations: in the default stream
  set<repaired><<<n / 256, 256>>>(x, 2);
  set<repaired><<<n / 256, 256, 0, a>>>(x, 3);
  cudaDeviceSynchronize();
}

// A kernel in the default stream stands between two blocking streams.
CASE(default_stream_between_two) {
  Buffer<int> x(n), y(n);
  const Stream a, b;
  set<repaired><<<n / 256, 256, 0, a>>>(x, 1);
  if (repaired) set<repaired><<<n / 256, 256>>>(y, 2);
  // wrong: race between operations
  set<repaired><<<n / 256, 256, 0, b>>>(x, 3);
  cudaDeviceSynchronize();
}

CASE(fill_and_non_blocking_stream) {
  Buffer<int> x(n);
  const Stream a(cudaStreamNonBlocking);
  cudaMemset(x, 0, n * sizeof(int));  // the host does not wait for it
  if (repaired) cudaDeviceSynchronize();
  // wrong: race between operations: which cudaMemset
  set<repaired><<<n / 256, 256, 0, a>>>(x, 1);
  cudaDeviceSynchronize();
}

CASE(default_stream_of_the_thread) {
  Buffer<int> x(n);
  const Stream a;
  set<repaired><<<n / 256, 256, 0, repaired ? cudaStreamLegacy : cudaStreamPerThread>>>(x, 1);
  // wrong: race between operations: in the thread's default stream
  set<repaired><<<n / 256, 256, 0, a>>>(x, 2);
  cudaDeviceSynchronize();
}

CASE(default_streams_of_two_threads) {
  Buffer<int> x(n);
  std::thread([&] {
    set<repaired><<<n / 256, 256, 0, cudaStreamPerThread>>>(x, 1);
    if (repaired) cudaStreamSynchronize(cudaStreamPerThread);
  }).join();
  std::thread([&] {
    // wrong: race between operations: and let the thread's default stream (thread 2) wait
    set<repaired><<<n / 256, 256, 0, cudaStreamPerThread>>>(x, 2);
  }).join();
  cudaDeviceSynchronize();
}

CASE(freed_while_another_stream_reads) {
  int* x;
  Buffer<int> y(n, 0);
  const Stream a, b;
  cudaMallocAsync(&x, n * sizeof(int), a);
  cudaMemsetAsync(x, 0, n * sizeof(int), a);
  let_wait(b, a);
  add<repaired><<<n / 256, 256, 0, b>>>(y, x);
  if (repaired) let_wait(a, b);
  // wrong: race between operations: stream 1) frees
  cudaFreeAsync(x, a);
  cudaDeviceSynchronize();
}

// cudaFree waits for nothing where memory comes from a pool.
CASE(freed_by_the_host_while_a_stream_reads) {
  int* x;
  Buffer<int> y(n, 0);
  const Stream a;
  cudaMallocAsync(&x, n * sizeof(int), a);
  cudaMemsetAsync(x, 0, n * sizeof(int), a);
  add<repaired><<<n / 256, 256, 0, a>>>(y, x);
  if (repaired) cudaStreamSynchronize(a);
  // wrong: race between operations: cudaFree frees
  cudaFree(x);
  cudaDeviceSynchronize();
}

CASE(used_before_it_is_allocated) {
  int* x;
  const Stream a, b;
  cudaMallocAsync(&x, n * sizeof(int), a);
  if (repaired) let_wait(b, a);
  // wrong: race between operations: which cudaMallocAsync
  set<repaired><<<n / 256, 256, 0, b>>>(x, 1);
  cudaStreamSynchronize(b);
  cudaFreeAsync(x, a);
  cudaDeviceSynchronize();
}

// Atomics may meet, and a kernel that is in another stream may not read what they add up.
CASE(counter_filled_while_it_counts) {
  Buffer<int> x(1);
  const Stream a, b;
  cudaMemset(x, 0, sizeof(int));
  cudaDeviceSynchronize();
  count<repaired><<<1, 32, 0, a>>>(x);
  count<repaired><<<1, 32, 0, b>>>(x);
  if (repaired) let_wait(a, b);
  // wrong: race between operations: stream 1) writes the 4 bytes at
  cudaMemsetAsync(x, 0, sizeof(int), a);
  cudaDeviceSynchronize();
}

// To the word and to the byte: what is not shared is no race.
CASE(neighbouring_words) {
  Buffer<int> x(64);
  const Stream a, b;
  set_every_other<repaired><<<1, 32, 0, a>>>(x, 0);
  // wrong: race between operations: writes 4 bytes, 0 bytes into the 256
  set_every_other<repaired><<<1, 32, 0, b>>>(x, repaired);
  cudaDeviceSynchronize();
}
CASE(neighbouring_bytes) {
  Buffer<char> x(64);
  const Stream a, b;
  set_bytes<repaired><<<1, 32, 0, a>>>(x, 0);
  // wrong: race between operations: writes 1 byte, 0 bytes into the
  set_bytes<repaired><<<1, 32, 0, b>>>(x, repaired);
  cudaDeviceSynchronize();
}

// Rows of a matrix: halves side by side.
CASE(rows_that_overlap) {
  constexpr int width = 16, rows = 8;
  Buffer<char> x(width * rows), y(width * rows, 0);
  const Stream a, b;
  cudaMemset2DAsync(x, width, 0, width / 2, rows, a);
  // wrong: race between operations: stream 2) writes 1 byte, 7 bytes into
  cudaMemcpy2DAsync(x + width / 2 - !repaired, width, y, width, width / 2, rows,
                    cudaMemcpyDeviceToDevice, b);
  cudaDeviceSynchronize();
}

__managed__ int in_both_streams[n];

template <bool repaired>
__global__ void set_managed(int value) {
  in_both_streams[threadIdx.x] = value;
}
CASE(managed_variable_of_two_streams) {
  const Stream a, b;
  set_managed<repaired><<<1, n, 0, a>>>(1);
  if (repaired) let_wait(b, a);
  // wrong: race between operations: which kernel set_managed
  set_managed<repaired><<<1, n, 0, b>>>(2);
  cudaDeviceSynchronize();
}

// Two buffers by turns: while one is filled, the other is used.
CASE(double_buffering) {
  constexpr int chunks = 6;
  Buffer<int> first(n), second(n), sum(n, 0);
  int* const device[] = {first, second};
  const Pinned host[chunks];
  const Stream copies, kernels;
  const Event filled[2], used[2];
  for (int chunk = 0; chunk < chunks; ++chunk) std::memset(host[chunk], chunk, n * sizeof(int));
  let_wait(kernels, nullptr);
  for (int chunk = 0; chunk < chunks; ++chunk) {
    const int turn = chunk % 2;
    if (repaired) cudaStreamWaitEvent(copies, used[turn]);
    // wrong: race between operations: stream 1) writes
    cudaMemcpyAsync(device[turn], host[chunk], n * sizeof(int), cudaMemcpyHostToDevice, copies);
    cudaEventRecord(filled[turn], copies);
    cudaStreamWaitEvent(kernels, filled[turn]);
    add<repaired><<<n / 256, 256, 0, kernels>>>(sum, device[turn]);
    cudaEventRecord(used[turn], kernels);
  }
  cudaDeviceSynchronize();
}
