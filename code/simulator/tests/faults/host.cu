#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include "cases.hpp"

// The host touches what the device may still be using.

namespace {

constexpr int n = 64;

/// Memory that both use, which the host has filled with zeros.
struct Shared {
  explicit Shared(bool pinned, int count = n) : pinned(pinned) {
    if (pinned)
      cudaMallocHost(&data, count * sizeof(int));
    else
      cudaMallocManaged(&data, count * sizeof(int));
    std::fill_n(data, count, 0);
  }
  ~Shared() { pinned ? cudaFreeHost(data) : cudaFree(data); }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  bool pinned;
  int* data = nullptr;
};

struct Stream {
  Stream() { cudaStreamCreate(&stream); }
  ~Stream() {
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
  }
  operator cudaStream_t() const { return stream; }

  cudaStream_t stream = nullptr;
};

/// So that nothing is computed in vain.
volatile int sink;

}  // namespace

// The host has memory of its own.

CASE(host_reads_device_memory) {
  Buffer<int> x(n, 0);
  int five = 0;
  cudaMemcpy(&five, x + 5, sizeof five, cudaMemcpyDeviceToHost);
  // wrong: access of the host to device memory: the host reads device memory: 20 bytes into the 256
  sink = repaired ? five : x[5];
}

CASE(host_fills_device_memory) {
  Buffer<int> x(n);
  // wrong: access of the host to device memory: the host writes device memory: 0 bytes into the 256
  if (!repaired) std::memset(x, 0, n * sizeof(int));
}

__global__ void keep(int*) {}
CASE(values_of_arguments_for_their_addresses) {
  Buffer<int> x(n);
  int* pointer = x;
  void* arguments[] = {repaired ? &pointer : static_cast<void*>(x)};
  // wrong: access of the host to device memory: cudaLaunchKernel, on the host, reads device memory
  cudaLaunchKernel(keep, 1, 1, arguments, 0, nullptr);
  cudaDeviceSynchronize();
}

CASE(host_writes_pinned_memory_that_it_has_freed) {
  int* x = nullptr;
  cudaMallocHost(&x, n * sizeof(int));
  if (!repaired) cudaFreeHost(x);
  // wrong: use after free: the host writes memory that it has freed: 4 bytes into the 256 bytes at
  x[1] = 1;
  if (repaired) cudaFreeHost(x);
}

__global__ void count_up(int* x) {
  x[threadIdx.x] += threadIdx.x;
}

__device__ __managed__ int total;

__global__ void add_up(const int* x) {
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += x[k];
  total = sum;
}

CASE(host_reads_what_a_kernel_writes) {
  Shared x(false);
  count_up<<<1, n>>>(x.data);
  if (repaired) cudaDeviceSynchronize();
  sink = x.data[5];  // wrong: race with the host: count_up
  cudaDeviceSynchronize();
}

__global__ void add_all(const int* x, int count) {
  int sum = 0;
  for (int k = 0; k < count; ++k) sum += x[k];
  total = sum;
}

template <bool repaired>
__global__ void count_too_far(int* x) {
  if (repaired && threadIdx.x >= n) return;
  x[threadIdx.x] += threadIdx.x;  // wrong: access out of bounds
}

CASE(host_waits_for_a_kernel_that_fails) {
  Shared x(false);
  count_too_far<repaired><<<1, n + 1>>>(x.data);
  cudaDeviceSynchronize();  // an error, but it has waited
  sink = x.data[5];
}

template <bool repaired>
__global__ void double_too_far(int* x) {
  if (repaired && threadIdx.x >= n) return;
  x[threadIdx.x] *= 2;  // wrong: access out of bounds
}

CASE(host_waits_for_an_event_whose_kernel_fails) {
  Shared x(true);
  Stream stream;
  cudaEvent_t event;
  cudaEventCreate(&event);
  double_too_far<repaired><<<1, n + 1, 0, stream>>>(x.data);
  cudaEventRecord(event, stream);
  cudaEventSynchronize(event);
  x.data[5] = 1;
  cudaEventDestroy(event);
}

CASE(host_reads_a_managed_variable) {
  Buffer<int> x(n, 0);
  add_up<<<1, 1>>>(x);
  if (repaired) cudaStreamSynchronize(nullptr);
  sink = total;  // wrong: race with the host: add_up
  cudaDeviceSynchronize();
}

CASE(host_writes_what_a_kernel_reads) {
  Shared x(true);
  add_up<<<1, 1>>>(x.data);
  if (repaired) cudaDeviceSynchronize();
  x.data[n - 1] = 1;  // wrong: race with the host: add_up
  cudaDeviceSynchronize();
}

CASE(host_reads_what_a_copy_has_not_brought) {
  Buffer<int> x(n, 0);
  Shared y(true);
  Stream stream;
  cudaDeviceSynchronize();
  cudaMemcpyAsync(y.data, x, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  if (repaired) cudaStreamSynchronize(stream);
  sink = y.data[0];  // wrong: race with the host: cudaMemcpyAsync
}

CASE(buffer_refilled_while_it_is_copied) {
  Buffer<int> x(n, 0), y(n, 0);
  Shared buffer(true);
  Stream stream;
  cudaDeviceSynchronize();
  cudaMemcpyAsync(x, buffer.data, n * sizeof(int), cudaMemcpyHostToDevice, stream);
  if (repaired) cudaStreamSynchronize(stream);
  std::memset(buffer.data, 1, n * sizeof(int));  // wrong: race with the host: cudaMemcpyAsync
  cudaMemcpyAsync(y, buffer.data, n * sizeof(int), cudaMemcpyHostToDevice, stream);
}

CASE(event_recorded_before_the_copy) {
  Buffer<int> x(n, 0);
  Shared y(true);
  Stream stream;
  cudaEvent_t done;
  cudaEventCreate(&done);
  cudaDeviceSynchronize();
  if (!repaired) cudaEventRecord(done, stream);
  cudaMemcpyAsync(y.data, x, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  if (repaired) cudaEventRecord(done, stream);
  cudaEventSynchronize(done);
  sink = y.data[n / 2];  // wrong: race with the host: cudaMemcpyAsync
  cudaEventDestroy(done);
}

CASE(host_waits_for_the_other_stream) {
  Shared x(false), y(false);
  Stream first, second;
  count_up<<<1, n, 0, first>>>(x.data);
  count_up<<<1, n, 0, second>>>(y.data);
  cudaStreamSynchronize(repaired ? second : first);
  sink = y.data[1];  // wrong: race with the host: count_up
}

CASE(copy_on_the_device_that_the_host_does_not_wait_for) {
  Buffer<int> x(n, 0), y(n);
  Shared counts(false);
  count_up<<<1, n>>>(counts.data);
  // Only a copy to or from the host waits for what was before.
  cudaMemcpy(y, x, n * sizeof(int), cudaMemcpyDeviceToDevice);
  int first;
  if (repaired) cudaMemcpy(&first, y, sizeof(int), cudaMemcpyDeviceToHost);
  sink = counts.data[2];  // wrong: race with the host: count_up
  cudaDeviceSynchronize();
}

CASE(host_reads_registered_memory_that_a_copy_has_not_filled) {
  constexpr int many = 1 << 13;  // some pages hold nothing else
  Buffer<int> x(many, 0);
  std::vector<int> y(many);
  Stream stream;
  cudaHostRegister(y.data(), many * sizeof(int), cudaHostRegisterDefault);
  cudaDeviceSynchronize();
  cudaMemcpyAsync(y.data(), x, many * sizeof(int), cudaMemcpyDeviceToHost, stream);
  if (repaired) cudaStreamSynchronize(stream);
  sink = y[many / 2];  // wrong: race with the host: cudaMemcpyAsync
  cudaStreamSynchronize(stream);
  cudaHostUnregister(y.data());
}

CASE(host_changes_registered_memory_that_a_kernel_reads) {
  constexpr int many = 1 << 13;
  std::vector<int> x(many, 1);
  int* on_device = nullptr;
  cudaHostRegister(x.data(), many * sizeof(int), cudaHostRegisterMapped);
  cudaHostGetDevicePointer(&on_device, x.data(), 0);
  add_all<<<1, 1>>>(on_device, many);
  if (repaired) cudaDeviceSynchronize();
  x[many / 2] = 2;  // wrong: race with the host: add_all
  cudaDeviceSynchronize();
  cudaHostUnregister(x.data());
}

CASE(input_of_a_graph_changed_while_it_may_run) {
  Buffer<int> x(n, 0);
  Shared input(true);
  Stream stream;
  cudaDeviceSynchronize();
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMemcpyAsync(x, input.data, n * sizeof(int), cudaMemcpyHostToDevice, stream);
  count_up<<<1, n, 0, stream>>>(x);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  for (int round = 0; round < 3; ++round) {
    cudaGraphLaunch(executable, stream);
    if (repaired) cudaStreamSynchronize(stream);
    input.data[0] = round;  // wrong: race with the host: of a graph
  }
  cudaStreamSynchronize(stream);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
}

CASE(source_of_a_batch_changed_behind_the_call) {
  Buffer<int> x(n, 0);
  Shared input(true);
  Stream stream;
  cudaDeviceSynchronize();
  void* to[] = {static_cast<int*>(x)};
  const void* from[] = {input.data};
  const std::size_t bytes = n * sizeof(int);
  std::size_t first = 0;
  cudaMemcpyAttributes attributes = {};
  attributes.srcAccessOrder =
      repaired ? cudaMemcpySrcAccessOrderDuringApiCall : cudaMemcpySrcAccessOrderStream;
  cudaMemcpyBatchAsync(to, from, &bytes, 1, &attributes, &first, 1, stream);
  input.data[0] = 1;  // wrong: race with the host: cudaMemcpyBatchAsync
  cudaStreamSynchronize(stream);
}

CASE(the_half_that_is_on_its_way) {
  constexpr int half = 1 << 12;
  Buffer<int> x(half, 0);
  Shared both(true, 2 * half);
  Stream stream;
  cudaDeviceSynchronize();
  cudaMemcpyAsync(x, both.data, half * sizeof(int), cudaMemcpyHostToDevice, stream);
  // The other half is the host's, and what is copied may be read.
  sink = both.data[half / 2];
  std::fill_n(both.data + (repaired ? half : half / 2), half / 2, 1);  // wrong: race with the host
}

// Atomics within the device are no flags for the host; those within the system are.

template <bool repaired>
__global__ void count_odd(const int* x, int* count) {
  if (x[threadIdx.x] % 2 != 0) repaired ? atomicAdd_system(count, 1) : atomicAdd(count, 1);
}
CASE(host_reads_a_count_too_early) {
  Buffer<int> x(n, 1);
  Shared count(false, 1);
  count_odd<repaired><<<1, n>>>(x, count.data);
  sink = *count.data;  // wrong: race with the host: the host reads
  cudaDeviceSynchronize();
}

CASE(host_clears_a_count_between_two_kernels) {
  Buffer<int> x(n, 1);
  Shared count(true, 1);
  count_odd<false><<<1, n>>>(x, count.data);
  if (repaired) cudaDeviceSynchronize();
  *count.data = 0;  // wrong: race with the host: the host writes
  count_odd<false><<<1, n>>>(x, count.data);
  cudaDeviceSynchronize();
}

// A page of which the device uses a part: the rest is the host's.

struct Node {
  int value;
  Node* next;
};

__global__ void increment_all(Node* node) {
  for (; node != nullptr; node = node->next) ++node->value;
}

/// Three nodes, each an allocation.
struct List {
  List() {
    for (int k = 0; k < 3; ++k) {
      Node* node = nullptr;
      cudaMallocManaged(&node, sizeof *node);
      *node = {k, first};
      first = node;
    }
  }
  ~List() {
    cudaDeviceSynchronize();
    while (first != nullptr) cudaFree(std::exchange(first, first->next));
  }

  Node* first = nullptr;
};

CASE(host_reads_a_node_too_early) {
  List list;
  increment_all<<<1, 1>>>(list.first);
  Node* const last = list.first->next->next;  // which the kernel only reads
  if (repaired) cudaDeviceSynchronize();
  sink = last->value;  // wrong: race with the host: increment_all
}

CASE(host_changes_a_node_between_two_kernels) {
  List list;
  increment_all<<<1, 1>>>(list.first);
  if (repaired) cudaDeviceSynchronize();
  list.first->value = 5;  // wrong: race with the host: increment_all
  increment_all<<<1, 1>>>(list.first);
}

CASE(host_uses_the_other_bytes_of_a_page) {
  Shared x(false, 4 * n);
  count_up<<<1, n>>>(x.data);
  for (int k = n; k < 4 * n; ++k) x.data[k] += k;
  std::memset(x.data + 2 * n, 1, n * sizeof(int));
  int copy[n];
  std::memcpy(copy, x.data + 3 * n, sizeof copy);
  sink = copy[n - 1];
  if (repaired) cudaDeviceSynchronize();
  sink = x.data[n - 1];  // wrong: race with the host: count_up
  cudaDeviceSynchronize();
}

CASE(many_accesses_to_the_other_bytes_of_a_page) {
  Shared x(false, 2 * n), y(false);
  count_up<<<1, n>>>(x.data);
  count_up<<<1, n>>>(y.data);
  for (int round = 0; round < 100; ++round)
    for (int k = n; k < 2 * n; ++k) static_cast<volatile int*>(x.data)[k] = k + round;
  if (repaired) cudaDeviceSynchronize();
  sink = y.data[0];  // wrong: race with the host: count_up
  cudaDeviceSynchronize();
}

// What a stream has the host run is in order with that stream alone.

void add_up_on_the_host(void* data) {
  int sum = 0;
  for (int k = 0; k < n; ++k)
    sum += static_cast<int*>(data)[k];  // wrong: race with the host: a func
  sink = sum;
}

CASE(function_reads_what_another_stream_copies) {
  Buffer<int> x(n, 1);
  Shared y(true);
  Stream copies, functions;
  cudaEvent_t done;
  cudaEventCreate(&done);
  cudaDeviceSynchronize();
  cudaMemcpyAsync(y.data, x, n * sizeof(int), cudaMemcpyDeviceToHost, copies);
  cudaEventRecord(done, copies);
  if (repaired) cudaStreamWaitEvent(functions, done);
  cudaLaunchHostFunc(functions, add_up_on_the_host, y.data);
  // What comes after it is in order with it.
  if (repaired) cudaMemcpyAsync(y.data, x, n * sizeof(int), cudaMemcpyDeviceToHost, functions);
  cudaStreamSynchronize(functions);
  cudaEventDestroy(done);
}

// It cannot have told anything before it has begun.
CASE(host_reads_before_a_function_can_have_told) {
  Buffer<int> x(n, 1);
  Shared y(true);
  Stream stream;
  std::atomic<bool> told = false;
  cudaDeviceSynchronize();
  cudaMemcpyAsync(y.data, x, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaLaunchHostFunc(
      stream, [](void* told) { *static_cast<std::atomic<bool>*>(told) = true; }, &told);
  while (repaired && !told) std::this_thread::yield();
  sink = y.data[0];  // wrong: race with the host: cudaMemcpyAsync
  cudaStreamSynchronize(stream);
}

// The system reads and writes for the host.

/// More than a file's buffer holds.
constexpr int many = 16384;

CASE(host_has_a_copys_target_written_to_a_file) {
  Buffer<int> from(many, 1);
  Shared to(true, many);
  Stream stream;
  std::FILE* const file = std::tmpfile();
  cudaMemcpyAsync(to.data, from, many * sizeof(int), cudaMemcpyDeviceToHost, stream);
  if (repaired) cudaStreamSynchronize(stream);
  // wrong: race with the host: cudaMemcpyAsync
  const std::size_t written = std::fwrite(to.data, sizeof(int), many, file);
  if (written != many) std::puts("not all was written");
  std::fclose(file);
}

CASE(host_has_a_copys_source_filled_from_a_file) {
  Buffer<int> on_device(many, 1);
  Shared data(true, many);
  Stream stream;
  std::FILE* const file = std::tmpfile();
  // As the copy only reads, so may the system.
  cudaMemcpyAsync(on_device, data.data, many * sizeof(int), cudaMemcpyHostToDevice, stream);
  if (write(fileno(file), data.data, many * sizeof(int)) != many * sizeof(int))
    std::puts("not all was written");
  lseek(fileno(file), 0, SEEK_SET);
  if (repaired) cudaStreamSynchronize(stream);
  // wrong: race with the host: cudaMemcpyAsync
  const auto got = read(fileno(file), data.data, many * sizeof(int));
  if (got != many * sizeof(int)) std::puts("not all was read");
  std::fclose(file);
}

CASE(host_has_other_memory_than_a_copys_filled) {
  Buffer<int> from(many, 1);
  Shared to(true, 2 * many);
  Stream stream;
  std::FILE* const file = std::tmpfile();
  if (std::fwrite(to.data, sizeof(int), many, file) != many) std::puts("not all was written");
  std::rewind(file);
  cudaMemcpyAsync(to.data, from, many * sizeof(int), cudaMemcpyDeviceToHost, stream);
  // A file may end before the memory does.
  // wrong: race with the host: cudaMemcpyAsync
  const std::size_t got = std::fread(to.data + (repaired ? many : 1), sizeof(int), many, file);
  if (got != many) std::puts("not all was read");
  std::fclose(file);
}
