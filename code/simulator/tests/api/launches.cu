// Devices, kernels, launches and errors that stay.
#include <cooperative_groups.h>

#include "cases.hpp"

__global__ void nothing() {}
__global__ void __launch_bounds__(64) bounded() {}
__global__ void takes_parameters(int* x, int n) {
  if (n > 0) *x = n;
}
__global__ void with_shared_memory(int* x) {
  __shared__ int tile[4096];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
__global__ void synchronise_grid() {
  cooperative_groups::this_grid().sync();
}
__global__ void write_null(int* x) {
  *x = 1;
}
__global__ void read_odd(const char* x, int* y) {
  *y = *reinterpret_cast<const int*>(x + 1);
}
__global__ void fail_assertion(int n) {
  assert(n == 1);
}
__global__ void trap() {
  __trap();
}
__global__ void take_from_heap(int* x, size_t bytes) {
  void* const taken = malloc(bytes);
  *x = taken != nullptr;
  free(taken);
}
__global__ void use_large_frame(int* x, int n) {
  volatile int frame[20000];
  frame[n] = n;
  *x = frame[n / 2];
}
__device__ __noinline__ int go_down(int n, int* above) {
  int here[64];
  for (int i = 0; i < 64; ++i) here[i] = n * i;
  return n > 0 ? go_down(n - 1, here) + here[n & 63] + above[n & 31] : above[0];
}
__global__ void recurse(int* x, int n) {
  int here[64];
  for (int i = 0; i < 64; ++i) here[i] = i;
  *x = go_down(n, here);
}

int host[1024];
void no_kernel() {}

CASE(device_numbers) {
  int n = 0;
  cudaDeviceProp properties;
  SHOW(cudaSetDevice(-1));
  SHOW(cudaSetDevice(99));
  SHOW(cudaGetDevice(nullptr));
  SHOW(cudaGetDeviceCount(nullptr));
  SHOW(cudaGetDeviceProperties(&properties, -1));
  SHOW(cudaGetDeviceProperties(&properties, 99));
  SHOW(cudaGetDeviceProperties(nullptr, 0));
  SHOW(cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 99));
  SHOW(cudaDeviceGetAttribute(&n, cudaDeviceAttr(0), 0));
  SHOW(cudaDeviceGetAttribute(&n, cudaDeviceAttr(9999), 0));
  SHOW(cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0));
  SHOW(cudaDeviceCanAccessPeer(&n, 0, 0));
  SHOW_VALUE(n);
  SHOW(cudaDeviceCanAccessPeer(&n, 0, 99));
  SHOW(cudaDeviceEnablePeerAccess(0, 0));
  SHOW(cudaDeviceEnablePeerAccess(99, 0));
  SHOW(cudaDeviceDisablePeerAccess(0));
  SHOW(cudaInitDevice(99, 0, 0));
  SHOW(cudaGetLastError());
  SHOW(cudaGetLastError());
}

CASE(device_settings) {
  size_t value = 0;
  unsigned flags = 0;
  char text[32];
  int n = -1;
  SHOW(cudaSetDeviceFlags(0xffff));
  SHOW(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
  SHOW(cudaGetDeviceFlags(&flags));
  SHOW(cudaGetDeviceFlags(nullptr));
  SHOW(cudaDeviceSetLimit(cudaLimit(99), 4));
  SHOW(cudaDeviceGetLimit(&value, cudaLimit(99)));
  SHOW(cudaDeviceGetLimit(nullptr, cudaLimitStackSize));
  SHOW(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  SHOW_VALUE(value);
  SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 5000));
  SHOW(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  SHOW_VALUE(value);
  SHOW(cudaDeviceGetLimit(&value, cudaLimitPrintfFifoSize));
  SHOW_VALUE(value);
  SHOW(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize));
  SHOW_VALUE(value);
  SHOW(cudaDeviceSetCacheConfig(cudaFuncCache(99)));
  SHOW(cudaDeviceGetPCIBusId(nullptr, 32, 0));
  SHOW(cudaDeviceGetPCIBusId(text, 0, 0));
  SHOW(cudaDeviceGetPCIBusId(text, 32, 99));
  SHOW(cudaDeviceGetByPCIBusId(&n, "nonsense"));
  SHOW(cudaDriverGetVersion(nullptr));
  SHOW(cudaRuntimeGetVersion(nullptr));
}

size_t limit(cudaLimit which) {
  size_t value = 0;
  cudaDeviceGetLimit(&value, which);
  return value;
}
int flag(int* x) {
  int value = -1;
  cudaMemcpy(&value, x, sizeof value, cudaMemcpyDeviceToHost);
  return value;
}

CASE(stack_limit) {
  const auto stack = cudaLimitStackSize;
  int* x;
  SHOW(cudaMalloc(&x, 4));
  for (size_t bytes : {0, 1, 17, 1023, 523248}) {
    SHOW(cudaDeviceSetLimit(stack, bytes));
    SHOW_VALUE(limit(stack));
  }
  SHOW(cudaDeviceSetLimit(stack, 523249));
  SHOW(cudaDeviceSetLimit(stack, 511 << 10));
  SHOW(cudaDeviceSetLimit(stack, 1 << 22));
  SHOW(cudaDeviceSetLimit(stack, 4096));
  recurse<<<1, 1>>>(x, 8);
  SHOW(cudaDeviceSynchronize());
  use_large_frame<<<1, 1>>>(x, 5);
  SHOW(cudaDeviceSynchronize());
  SHOW_VALUE(limit(stack));
  recurse<<<1, 1>>>(x, 150);
  SHOW(cudaDeviceSynchronize());
}
CASE(stack_overflow) {
  int* x;
  SHOW(cudaMalloc(&x, 4));
  SHOW_VALUE(limit(cudaLimitStackSize));
  recurse<<<1, 1>>>(x, 1);
  SHOW(cudaDeviceSynchronize());
  recurse<<<1, 1>>>(x, 10);
  SHOW(cudaDeviceSynchronize());
}
CASE(heap_limit) {
  const auto heap = cudaLimitMallocHeapSize;
  int* x;
  SHOW(cudaMalloc(&x, 4));
  for (size_t bytes : {0, (4 << 20) + 1, 5 << 20, 16 << 20}) {
    SHOW(cudaDeviceSetLimit(heap, bytes));
    SHOW_VALUE(limit(heap));
  }
  recurse<<<1, 1>>>(x, 0);
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaDeviceSetLimit(heap, 16 << 20));
  for (size_t bytes : {0, 1, 10 << 20, 10 << 20, 16 << 20, 17 << 20}) {
    take_from_heap<<<1, 1>>>(x, bytes);
    SHOW_VALUE(flag(x));
  }
  SHOW(cudaDeviceSetLimit(heap, 32 << 20));
  SHOW(cudaDeviceSetLimit(heap, 16 << 20));
  SHOW_VALUE(limit(heap));
}

int attribute(cudaDeviceAttr which) {
  int value = -1;
  cudaDeviceGetAttribute(&value, which, 0);
  return value;
}
CASE(device_attributes) {
  SHOW_VALUE(attribute(cudaDevAttrComputeCapabilityMajor));
  SHOW_VALUE(attribute(cudaDevAttrComputeCapabilityMinor));
  SHOW_VALUE(attribute(cudaDevAttrMultiProcessorCount));
  SHOW_VALUE(attribute(cudaDevAttrWarpSize));
  SHOW_VALUE(attribute(cudaDevAttrMaxThreadsPerMultiProcessor));
  SHOW_VALUE(attribute(cudaDevAttrMaxBlocksPerMultiprocessor));
  SHOW_VALUE(attribute(cudaDevAttrMaxRegistersPerMultiprocessor));
  SHOW_VALUE(attribute(cudaDevAttrMaxRegistersPerBlock));
  SHOW_VALUE(attribute(cudaDevAttrMaxSharedMemoryPerBlock));
  SHOW_VALUE(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
  SHOW_VALUE(attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor));
  SHOW_VALUE(attribute(cudaDevAttrReservedSharedMemoryPerBlock));
  SHOW_VALUE(attribute(cudaDevAttrTotalConstantMemory));
  SHOW_VALUE(attribute(cudaDevAttrL2CacheSize));
  SHOW_VALUE(attribute(cudaDevAttrClockRate));
  SHOW_VALUE(attribute(cudaDevAttrMemoryClockRate));
  SHOW_VALUE(attribute(cudaDevAttrGlobalMemoryBusWidth));
}

CASE(kernel_attributes) {
  cudaFuncAttributes attributes;
  SHOW(cudaFuncGetAttributes(nullptr, nothing));
  SHOW(cudaFuncGetAttributes(&attributes, no_kernel));
  SHOW(cudaFuncGetAttributes(&attributes, static_cast<const void*>(nullptr)));
  SHOW(cudaFuncGetAttributes(&attributes, bounded));
  SHOW_VALUE(attributes.maxThreadsPerBlock);
  SHOW(cudaFuncGetAttributes(&attributes, with_shared_memory));
  SHOW_VALUE(attributes.sharedSizeBytes);
  SHOW_VALUE(attributes.maxDynamicSharedSizeBytes);
  const auto most = cudaFuncAttributeMaxDynamicSharedMemorySize;
  SHOW(cudaFuncSetAttribute(nothing, most, 227 * 1024));
  SHOW(cudaFuncSetAttribute(nothing, most, 227 * 1024 + 1));
  SHOW(cudaFuncSetAttribute(with_shared_memory, most, 227 * 1024));
  SHOW(cudaFuncSetAttribute(nothing, most, -1));
  SHOW(cudaFuncSetAttribute(no_kernel, most, 4));
  SHOW(cudaFuncSetAttribute(nothing, cudaFuncAttribute(99), 4));
  SHOW(cudaFuncSetAttribute(nothing, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
  SHOW(cudaFuncSetAttribute(nothing, cudaFuncAttributePreferredSharedMemoryCarveout, -2));
  SHOW(cudaFuncSetCacheConfig(nothing, cudaFuncCache(99)));
  SHOW(cudaFuncSetCacheConfig(no_kernel, cudaFuncCachePreferL1));
}

CASE(occupancy) {
  int blocks = -1, grid = -1, size = -1;
  size_t bytes = 0;
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 256, 0));
  SHOW_VALUE(blocks);
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 1024, 0));
  SHOW_VALUE(blocks);
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 33, 0));
  SHOW_VALUE(blocks);
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 1025, 0));
  SHOW_VALUE(blocks);
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 65, 0));
  SHOW_VALUE(blocks);
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 256, 49152));
  SHOW_VALUE(blocks);
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 256, 49153));
  SHOW_VALUE(blocks);
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 256, 1 << 20));
  SHOW_VALUE(blocks);
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, with_shared_memory, 256, 0));
  SHOW_VALUE(blocks);
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 0, 0));
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, -1, 0));
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, nothing, 256, 0));
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, no_kernel, 256, 0));
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, nothing, 256, 0, 7));
  SHOW(cudaOccupancyMaxPotentialBlockSize(&grid, &size, nothing));
  SHOW_VALUE(size);
  SHOW(cudaOccupancyMaxPotentialBlockSize(&grid, &size, bounded));
  SHOW_VALUE(size);
  SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, nothing, 2, 256));
  SHOW_VALUE(bytes);
  SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, nothing, 8, 256));
  SHOW_VALUE(bytes);
  SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, nothing, 9, 256));
  SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, nothing, 0, 256));
  SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(nullptr, nothing, 1, 256));
}

template <class Kernel>
cudaError_t launch(Kernel kernel, dim3 grid, dim3 block, size_t shared = 0) {
  kernel<<<grid, block, shared>>>();
  return cudaGetLastError();
}

CASE(configurations) {
  SHOW(launch(nothing, 1, 1024));
  SHOW(launch(nothing, 0, 32));
  SHOW(launch(nothing, 1, 0));
  SHOW(launch(nothing, 1, 1025));
  SHOW(launch(nothing, 1, dim3(1, 1, 64)));
  SHOW(launch(nothing, 1, dim3(1, 1, 65)));
  SHOW(launch(nothing, 1, dim3(32, 33, 1)));
  SHOW(launch(nothing, 1, dim3(-1)));
  SHOW(launch(nothing, dim3(1, 65535), 1));
  SHOW(launch(nothing, dim3(1, 65536), 1));
  SHOW(launch(nothing, dim3(1, 1, 65536), 1));
  SHOW(launch(nothing, dim3(1, 0, 1), 1));
  SHOW(launch(nothing, dim3(2147483648u), 1));
  SHOW(launch(bounded, 1, 64));
  SHOW(launch(bounded, 1, 65));
  SHOW(launch(nothing, 1, 1, 49152));
  SHOW(launch(nothing, 1, 1, 49153));
  SHOW(launch(nothing, 1, 1, 1 << 20));
  SHOW(cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000));
  SHOW(launch(nothing, 1, 1, 100000));
  SHOW(launch(nothing, 1, 1, 100001));
  SHOW(cudaDeviceSynchronize());
}

CASE(launches_by_pointer) {
  int *x, n = 1;
  SHOW(cudaMalloc(&x, 4096));
  void* arguments[] = {&x, &n};
  SHOW(cudaLaunchKernel(reinterpret_cast<void*>(takes_parameters), 1, 1, arguments, 0, nullptr));
  SHOW(cudaLaunchKernel(reinterpret_cast<void*>(no_kernel), 1, 1, arguments, 0, nullptr));
  SHOW(cudaLaunchKernel(static_cast<void*>(nullptr), 1, 1, arguments, 0, nullptr));
  SHOW(cudaLaunchKernel(reinterpret_cast<void*>(nothing), 1, 1, nullptr, 0, nullptr));
  SHOW(cudaLaunchKernel(reinterpret_cast<void*>(nothing), 0, 1, nullptr, 0, nullptr));
  SHOW(cudaDeviceSynchronize());
  cudaLaunchConfig_t config{};
  SHOW(cudaLaunchKernelExC(nullptr, reinterpret_cast<void*>(nothing), nullptr));
  SHOW(cudaLaunchKernelExC(&config, reinterpret_cast<void*>(nothing), nullptr));
  config.gridDim = config.blockDim = 1;
  SHOW(cudaLaunchKernelExC(&config, reinterpret_cast<void*>(nothing), nullptr));
  SHOW(cudaDeviceSynchronize());
}
CASE(launch_without_arguments) {
  SHOW(cudaLaunchKernel(reinterpret_cast<void*>(takes_parameters), 1, 1, nullptr, 0, nullptr));
}

CASE(cooperative_launches) {
  int blocks = 0, processors = 0;
  const auto grid_sync = reinterpret_cast<void*>(synchronise_grid);
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, synchronise_grid, 1024, 0));
  SHOW(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  SHOW(cudaLaunchCooperativeKernel(grid_sync, blocks * processors, 1024, nullptr, 0, nullptr));
  SHOW(cudaLaunchCooperativeKernel(grid_sync, blocks * processors + 1, 1024, nullptr, 0, nullptr));
  SHOW(cudaLaunchCooperativeKernel(grid_sync, 0, 1024, nullptr, 0, nullptr));
  SHOW(cudaLaunchCooperativeKernel(grid_sync, 1, 1025, nullptr, 0, nullptr));
  SHOW(cudaLaunchCooperativeKernel(grid_sync, 1, 32, nullptr, 49153, nullptr));
  SHOW(cudaDeviceSynchronize());
}
CASE(grid_barrier_in_an_ordinary_launch) {
  synchronise_grid<<<1, 32>>>();
  SHOW(cudaGetLastError());
  SHOW(cudaDeviceSynchronize());
}

CASE(last_error) {
  int* x;
  SHOW(cudaMalloc(&x, size_t(1) << 50));
  SHOW(cudaFree(nullptr));
  SHOW(cudaMalloc(&x, 4));
  SHOW(cudaPeekAtLastError());
  SHOW(cudaPeekAtLastError());
  SHOW(cudaSetDevice(99));
  SHOW(cudaGetLastError());
  SHOW(cudaGetLastError());
  nothing<<<0, 1>>>();
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaPeekAtLastError());
  SHOW(cudaGetLastError());
  SHOW(cudaPeekAtLastError());
  nothing<<<0, 1>>>();
  nothing<<<1, 1>>>();
  SHOW(cudaGetLastError());
  show("cudaGetErrorName(9999)", cudaGetErrorName(cudaError_t(9999)));
  show("cudaGetErrorString(9999)", cudaGetErrorString(cudaError_t(9999)));
}

/// What the calls say once a kernel has spoiled the context.
void show_the_rest() {
  int *x = nullptr, n = 0;
  float milliseconds = 0;
  cudaStream_t stream;
  cudaFuncAttributes attributes;
  SHOW(cudaPeekAtLastError());
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaPeekAtLastError());
  SHOW(cudaGetLastError());
  SHOW(cudaGetLastError());
  SHOW(cudaPeekAtLastError());
  SHOW(cudaMalloc(&x, 4));
  SHOW(cudaFree(nullptr));
  SHOW(cudaFree(x));
  SHOW(cudaMallocHost(&x, 4));
  SHOW(cudaMemcpy(host, host + 64, 4, cudaMemcpyHostToHost));
  SHOW(cudaGetDevice(&n));
  SHOW(cudaSetDevice(0));
  SHOW(cudaSetDevice(99));
  SHOW(cudaGetDeviceCount(&n));
  SHOW(cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 0));
  SHOW(cudaDriverGetVersion(&n));
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaStreamSynchronize(nullptr));
  SHOW(cudaEventElapsedTime(&milliseconds, nullptr, nullptr));
  SHOW(cudaFuncGetAttributes(&attributes, nothing));
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, nothing, 256, 0));
  nothing<<<1, 1>>>();
  SHOW(cudaPeekAtLastError());
  SHOW(cudaGetLastError());
  SHOW(cudaGetLastError());
  SHOW(cudaDeviceReset());
  SHOW(cudaGetLastError());
  SHOW(cudaMalloc(&x, 4));
  nothing<<<1, 1>>>();
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaFree(x));
}

CASE(after_an_illegal_address) {
  int* x;
  SHOW(cudaMalloc(&x, 4));
  write_null<<<1, 1>>>(nullptr);
  show_the_rest();
}
CASE(after_a_misaligned_address) {
  char* x;
  int* y;
  SHOW(cudaMalloc(&x, 64));
  SHOW(cudaMalloc(&y, 64));
  SHOW(cudaMemset(x, 0, 64));
  read_odd<<<1, 1>>>(x, y);
  show_the_rest();
}
CASE(after_a_failed_assertion) {
  fail_assertion<<<1, 1>>>(2);
  show_the_rest();
}
CASE(after_a_trap) {
  trap<<<1, 1>>>();
  show_the_rest();
}
CASE(error_met_by_a_copy) {
  int *x, y = 0;
  SHOW(cudaMalloc(&x, 4));
  write_null<<<1, 1>>>(nullptr);
  SHOW(cudaMemcpy(&y, x, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaGetLastError());
  SHOW(cudaGetLastError());
}
CASE(error_met_by_a_free) {
  int* x;
  SHOW(cudaMalloc(&x, 4));
  write_null<<<1, 1>>>(nullptr);
  SHOW(cudaFree(x));
}
CASE(error_met_by_a_stream) {
  cudaStream_t stream;
  cudaEvent_t event;
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaEventCreate(&event));
  write_null<<<1, 1, 0, stream>>>(nullptr);
  SHOW(cudaEventRecord(event, stream));
  SHOW(cudaEventSynchronize(event));
  SHOW(cudaStreamSynchronize(stream));
  SHOW(cudaEventDestroy(event));
  SHOW(cudaStreamDestroy(stream));
}
CASE(parameter_on_the_host) {
  int pageable = -1;
  SHOW(cudaDeviceGetAttribute(&pageable, cudaDevAttrPageableMemoryAccess, 0));
  SHOW_VALUE(pageable);
  takes_parameters<<<1, 1>>>(host, 1);
  SHOW(cudaDeviceSynchronize());
}
CASE(parameter_freed) {
  int* x;
  SHOW(cudaMalloc(&x, 1 << 26));
  SHOW(cudaFree(x));
  takes_parameters<<<1, 1>>>(x, 1);
  SHOW(cudaDeviceSynchronize());
}
