// What the host asks of the device.
#include "cases.hpp"

template <bool repaired>
__global__ void nothing() {}

CASE(too_many_threads) {
  // wrong: misuse of the runtime API: cudaErrorInvalidValue: a block has at most (1024,1024,64)
  nothing<repaired><<<1, repaired ? 1024 : 1025>>>();
}

CASE(no_blocks) {
  // wrong: misuse of the runtime API: cudaErrorInvalidValue: the grid has no blocks
  nothing<repaired><<<repaired, 32>>>();
}

CASE(grid_too_tall) {
  // wrong: misuse of the runtime API: a grid has at most (2147483647,65535,65535) blocks
  nothing<repaired><<<dim3(1, repaired ? 65535 : 65536), 1>>>();
}

CASE(shared_memory_without_opting_in) {
  if (repaired)
    cudaFuncSetAttribute(nothing<repaired>, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000);
  // wrong: misuse of the runtime API: the kernel may have 49152 bytes of dynamic shared memory
  nothing<repaired><<<1, 1, 100000>>>();
}

template <bool repaired>
__global__ void __launch_bounds__(repaired ? 128 : 64) bounded() {}
CASE(more_threads_than_promised) {
  // wrong: misuse of the runtime API: the kernel is bounded to 64 threads a block
  bounded<repaired><<<1, 128>>>();
}

CASE(no_threads) {
  // wrong: misuse of the runtime API: the blocks have no threads
  nothing<repaired><<<1, repaired>>>();
}

CASE(block_too_deep) {
  // wrong: misuse of the runtime API: a block has at most (1024,1024,64) threads
  nothing<repaired><<<1, dim3(1, 1, repaired ? 64 : 65)>>>();
}

CASE(more_shared_memory_than_there_is) {
  cudaFuncSetAttribute(nothing<repaired>, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024);
  // wrong: misuse of the runtime API: the kernel may have 232448 bytes of dynamic shared memory
  nothing<repaired><<<1, 1, repaired ? 227 * 1024 : 228 * 1024>>>();
}

CASE(more_cooperating_blocks_than_fit) {
  const int blocks = 132 * 2;
  // wrong: misuse of the runtime API: only 264 such blocks can run together
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(nothing<repaired>), blocks + !repaired, 1024,
                              nullptr, 0, nullptr);
}

CASE(launch_on_a_destroyed_stream) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  if (!repaired) cudaStreamDestroy(stream);
  // wrong: misuse of the runtime API
  nothing<repaired><<<1, 1, 0, stream>>>();
  if (repaired) cudaStreamDestroy(stream);
}

CASE(copy_the_wrong_way) {
  int host[4] = {};
  Buffer<int> x(4, 0);
  // wrong: misuse of the runtime API: cudaMemcpy returned cudaErrorInvalidValue
  cudaMemcpy(x, host, sizeof host, repaired ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost);
}

CASE(copy_the_wrong_way_in_a_stream) {
  int host[4] = {};
  Buffer<int> x(4, 0);
  // wrong: misuse of the runtime API: cudaMemcpyAsync returned cudaErrorInvalidValue
  cudaMemcpyAsync(x, host, sizeof host, repaired ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost);
}

CASE(fill_of_host_memory_in_a_stream) {
  int host[4] = {};
  Buffer<int> x(4, 0);
  // wrong: misuse of the runtime API: cudaMemsetAsync returned cudaErrorInvalidValue
  cudaMemsetAsync(repaired ? x : host, 0, sizeof host);
}

CASE(rows_wider_than_their_pitch_in_a_stream) {
  int host[4] = {};
  Buffer<int> x(4, 0);
  // wrong: misuse of the runtime API: cudaMemcpy2DAsync returned cudaErrorInvalidPitchValue
  cudaMemcpy2DAsync(x, repaired ? 8 : 4, host, 8, 8, 2, cudaMemcpyHostToDevice);
}

CASE(prefetch_in_a_destroyed_stream) {
  int* x;
  cudaStream_t stream;
  cudaMallocManaged(&x, 4);
  cudaStreamCreate(&stream);
  if (!repaired) cudaStreamDestroy(stream);
  // wrong: misuse of the runtime API: use of a stream that was destroyed
  cudaMemPrefetchAsync(x, 4, {cudaMemLocationTypeDevice, 0}, 0, stream);
  cudaFree(x);
}

CASE(event_destroyed_twice) {
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaEventDestroy(event);
  // wrong: misuse of the runtime API
  if (!repaired) cudaEventDestroy(event);
}

CASE(time_of_an_event_never_recorded) {
  cudaEvent_t start, stop;
  float milliseconds;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  if (repaired) cudaEventRecord(stop);
  cudaDeviceSynchronize();
  // wrong: misuse of the runtime API: cudaEventElapsedTime returned cudaErrorInvalidResourceHandle
  cudaEventElapsedTime(&milliseconds, start, stop);
}

CASE(time_of_events_that_the_host_does_not_wait_for) {
  cudaEvent_t start, stop;
  float milliseconds;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  nothing<repaired><<<1, 32>>>();
  cudaEventRecord(stop);
  if (repaired) cudaEventSynchronize(stop);
  // noted: misuse of the runtime API: of events that the host has not waited for
  cudaEventElapsedTime(&milliseconds, start, stop);
}

CASE(clusters_that_do_not_divide_the_grid) {
  cudaLaunchAttribute cluster;
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {4, 1, 1};
  cudaLaunchConfig_t configuration = {};
  configuration.gridDim = repaired ? 8 : 6;
  configuration.blockDim = 32;
  configuration.attrs = &cluster;
  configuration.numAttrs = 1;
  // wrong: misuse of the runtime API: returned cudaErrorInvalidClusterSize
  cudaLaunchKernelEx(&configuration, nothing<repaired>);
}

CASE(one_device_too_many) {
  int devices;
  cudaGetDeviceCount(&devices);
  for (int device = 0; device < devices + !repaired; ++device) {
    // wrong: misuse of the runtime API: cudaSetDevice returned cudaErrorInvalidDevice
    cudaSetDevice(device);
    nothing<repaired><<<1, 32>>>();
  }
}

int no_variable[4];
__device__ int a_variable[4];
CASE(no_variable_of_the_device_in_a_stream) {
  const int four[4] = {};
  // wrong: misuse of the runtime API: cudaMemcpyToSymbolAsync returned cudaErrorInvalidSymbol
  cudaMemcpyToSymbolAsync(repaired ? a_variable : no_variable, four, sizeof four);
}

CASE(no_variable_of_the_device) {
  const int four[4] = {};
  // wrong: misuse of the runtime API: cudaMemcpyToSymbol returned cudaErrorInvalidSymbol
  cudaMemcpyToSymbol(repaired ? a_variable : no_variable, four, sizeof four);
}

CASE(pinned_memory_freed_as_if_of_the_device) {
  int* x;
  cudaMallocHost(&x, 4);
  // wrong: free of what was never allocated: which another kind of allocation gave
  repaired ? cudaFreeHost(x) : cudaFree(x);
}

template <bool repaired>
__global__ void fill(int* x) {
  x[threadIdx.x] = 1;  // wrong: access out of bounds: memory, in memory of the host that
}
CASE(host_pointer_as_parameter) {
  static int host[32];
  Buffer<int> device(32);
  fill<repaired><<<1, 32>>>(repaired ? device : host);
}

__device__ int variable[32];
template <bool repaired>
__global__ void set(int* x) {
  x[threadIdx.x] = 1;  // wrong: access out of bounds: memory, in memory of the host that
}
CASE(host_shadow_of_a_variable_as_parameter) {
  void* address = variable;
  if (repaired) cudaGetSymbolAddress(&address, variable);
  set<repaired><<<1, 32>>>(static_cast<int*>(address));
}

template <bool repaired>
__global__ void scale(int n, float* x) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] *= 2;  // wrong: access out of bounds
}
CASE(count_of_bytes_for_count_of_elements) {
  Buffer<float> x(32, 0);
  scale<repaired><<<1, 32>>>(repaired ? 32 : 32 * sizeof(float), x);
}

struct Vector {
  float* data;
  int size;
};
template <bool repaired>
__global__ void clear(const Vector* v) {
  // wrong: access out of bounds: memory, in memory of the host that
  if (threadIdx.x < v->size) v->data[threadIdx.x] = 0;
}
CASE(struct_left_on_the_host) {
  Buffer<float> data(32);
  const Vector host{data, 32};
  Buffer<Vector> device(1);
  cudaMemcpy(device, &host, sizeof host, cudaMemcpyHostToDevice);
  clear<repaired><<<1, 32>>>(repaired ? device : &host);
}

// A call that is carried out by another one has its own name.
CASE(event_recorded_that_is_none) {
  cudaEvent_t event = nullptr;
  if (repaired) cudaEventCreate(&event);
  // wrong: misuse of the runtime API: cudaEventRecord returned cudaErrorInvalidResourceHandle
  cudaEventRecord(event);
  cudaDeviceSynchronize();  // a call that ends a function leaves no trace of where it was
}

CASE(pinned_memory_for_nobody) {
  void* memory = nullptr;
  // wrong: misuse of the runtime API: cudaMallocHost returned cudaErrorInvalidValue
  cudaMallocHost(repaired ? &memory : nullptr, 100);
  cudaFreeHost(memory);
}

CASE(node_of_an_event_that_is_none) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaEvent_t event = nullptr;
  if (repaired) cudaEventCreate(&event);
  cudaGraphNodeParams parameters = {};
  parameters.type = cudaGraphNodeTypeEventRecord;
  parameters.eventRecord.event = event;
  cudaGraphNode_t node;
  // wrong: misuse of the runtime API: cudaGraphAddNode returned cudaErrorInvalidValue
  cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &parameters);
}

extern "C" cudaError_t cudaEventRecord_ptsz(cudaEvent_t, cudaStream_t);
CASE(event_recorded_in_a_stream_of_its_thread) {
  cudaEvent_t event = nullptr;
  if (repaired) cudaEventCreate(&event);
  // wrong: misuse of the runtime API: cudaEventRecord returned cudaErrorInvalidResourceHandle
  cudaEventRecord_ptsz(event, nullptr);
  cudaDeviceSynchronize();
}

// Why a call is refused.
CASE(copy_in_the_wrong_direction) {
  int host[4] = {};
  Buffer<int> x(4, 0);
  const cudaMemcpyKind kind = repaired ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice;
  // wrong: misuse of the runtime API: is memory of the host, and the source, 0x100000000100, is
  cudaMemcpy(host, x, sizeof host, kind);
}

CASE(fill_of_host_memory) {
  int host[4] = {};
  Buffer<int> x(4);
  // wrong: misuse of the runtime API: is memory of the host
  cudaMemset(repaired ? static_cast<int*>(x) : host, 0, sizeof host);
}

CASE(copy_past_the_end_of_a_variable) {
  const int four[5] = {};
  // wrong: misuse of the runtime API: 20 bytes from byte 0 of a variable of 16 bytes
  cudaMemcpyToSymbol(a_variable, four, (repaired ? 4 : 5) * sizeof(int));
}

CASE(rows_longer_than_their_pitch) {
  char host[64] = {};
  Buffer<char> x(64);
  // wrong: misuse of the runtime API: rows of 16 bytes, 16 bytes apart in the target and 8 in
  cudaMemcpy2D(x, 16, host, repaired ? 16 : 8, 16, 4, cudaMemcpyHostToDevice);
}
