// What goes wrong between a program and the driver API.
#include <cuda.h>

#include "cases.hpp"

namespace {

constexpr int n = 256;

/// A kernel of PTX that the program brings along: it counts its threads.
const char* const text = R"(
.version 7.8
.target sm_75
.address_size 64

.visible .global .align 4 .u32 calls;

.visible .entry count(.param .u64 counter) {
  .reg .b32 %r<2>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [counter];
  atom.global.add.u32 %r1, [%rd1], 1;
  ret;
}
)";

/// The primary context, for a program that asks for nothing else.
struct Device {
  Device() {
    cuInit(0);
    cuDevicePrimaryCtxRetain(&context, 0);
    cuCtxSetCurrent(context);
  }
  ~Device() { cuDevicePrimaryCtxRelease(0); }

  CUcontext context = nullptr;
};

struct Module {
  Module() {
    cuModuleLoadData(&handle, text);
    cuModuleGetFunction(&count, handle, "count");
  }

  CUmodule handle = nullptr;
  CUfunction count = nullptr;
};

struct DriverStream {
  DriverStream() { cuStreamCreate(&handle, CU_STREAM_NON_BLOCKING); }
  ~DriverStream() { cuStreamDestroy(handle); }
  operator CUstream() const { return handle; }

  CUstream handle = nullptr;
};

/// A kernel that nvcc has compiled, as the driver API knows it.
template <class Kernel>
CUfunction function_of(Kernel kernel) {
  cudaFunction_t function = nullptr;
  cudaGetFuncBySymbol(&function, reinterpret_cast<const void*>(kernel));
  return function;
}

void launch(CUfunction function, CUstream stream, void** arguments) {
  cuLaunchKernel(function, 1, 1, 1, n, 1, 1, 0, stream, arguments, nullptr);
}

CUdeviceptr zeros() {
  CUdeviceptr memory = 0;
  cuMemAlloc(&memory, n * sizeof(int));
  cuMemsetD32(memory, 0, n);
  cuCtxSynchronize();
  return memory;
}

}  // namespace

template <bool repaired>
__global__ void fill_by_driver(int* x, int size) {
  const int i = threadIdx.x;
  if (repaired && i >= size) return;
  x[i] = 1;  // wrong: access out of bounds
}

CASE(driver_past_the_end) {
  const Device device;
  CUdeviceptr x = 0;
  int size = n - 1;
  cuMemAlloc(&x, size * sizeof(int));
  void* arguments[] = {&x, &size};
  launch(function_of(fill_by_driver<repaired>), nullptr, arguments);
  cuCtxSynchronize();
  cuMemFree(x);
}

template <bool repaired>
__global__ void increment_by_driver(int* x) {
  ++x[threadIdx.x];  // wrong: use after free: cuMemFree
}

CASE(driver_use_after_free) {
  const Device device;
  CUdeviceptr x = zeros();
  void* arguments[] = {&x};
  if (!repaired) cuMemFree(x);
  launch(function_of(increment_by_driver<repaired>), nullptr, arguments);
  cuCtxSynchronize();
  if (repaired) cuMemFree(x);
}

template <bool repaired>
__global__ void set_by_driver(int* x, int value) {
  x[threadIdx.x] = value;
}

CASE(driver_streams) {
  const Device device;
  const DriverStream a, b;
  CUdeviceptr x = zeros();
  int one = 1, two = 2;
  void* first[] = {&x, &one};
  void* second[] = {&x, &two};
  CUevent event = nullptr;
  cuEventCreate(&event, CU_EVENT_DISABLE_TIMING);
  const CUfunction set = function_of(set_by_driver<repaired>);
  cuLaunchKernel(set, 1, 1, 1, n, 1, 1, 0, a, first, nullptr);
  cuEventRecord(event, a);
  if (repaired) cuStreamWaitEvent(b, event, CU_EVENT_WAIT_DEFAULT);
  // wrong: race between operations: which kernel set_by_driver
  cuLaunchKernel(set, 1, 1, 1, n, 1, 1, 0, b, second, nullptr);
  cuCtxSynchronize();
  cuEventDestroy(event);
  cuMemFree(x);
}

CASE(driver_copy_without_order) {
  const Device device;
  const DriverStream a, b;
  CUdeviceptr x = zeros(), y = zeros();
  cuMemcpyDtoDAsync(y, x, n * sizeof(int), a);
  if (repaired) cuStreamSynchronize(a);
  cuMemsetD32Async(x, 7, n, b);  // wrong: race between operations: cuMemsetD32Async
  cuCtxSynchronize();
  cuMemFree(x);
  cuMemFree(y);
}

CASE(driver_unload_under_way) {
  const Device device;
  const DriverStream stream;
  const Module module;
  CUdeviceptr counter = zeros();
  void* arguments[] = {&counter};
  launch(module.count, stream, arguments);
  if (repaired) cuStreamSynchronize(stream);
  cuModuleUnload(module.handle);  // wrong: race between operations: which kernel count
  cuMemFree(counter);
}

CASE(driver_function_after_unload) {
  const Device device;
  const Module module;
  CUdeviceptr counter = zeros();
  void* arguments[] = {&counter};
  if (!repaired) cuModuleUnload(module.handle);
  // wrong: misuse of the runtime API: kernel count is used, whose module was unloaded
  cuLaunchKernel(module.count, 1, 1, 1, n, 1, 1, 0, nullptr, arguments, nullptr);
  cuCtxSynchronize();
  if (repaired) cuModuleUnload(module.handle);
  cuMemFree(counter);
}

CASE(driver_graph_after_unload) {
  const Device device;
  const DriverStream stream;
  const Module module;
  CUdeviceptr counter = zeros();
  void* arguments[] = {&counter};
  CUgraph graph = nullptr;
  CUgraphExec executable = nullptr;
  cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL);
  // wrong: misuse of the runtime API: in a graph, kernel count is used, whose module was unloaded
  cuLaunchKernel(module.count, 1, 1, 1, n, 1, 1, 0, stream, arguments, nullptr);
  cuStreamEndCapture(stream, &graph);
  cuGraphInstantiate(&executable, graph, 0);
  cuGraphDestroy(graph);
  if (!repaired) cuModuleUnload(module.handle);
  cuGraphLaunch(executable, stream);
  cuStreamSynchronize(stream);
  if (repaired) cuModuleUnload(module.handle);
  cuGraphExecDestroy(executable);
  cuMemFree(counter);
}

CASE(driver_unload_twice) {
  const Device device;
  const Module module;
  cuModuleUnload(module.handle);
  if (!repaired)
    cuModuleUnload(module.handle);  // wrong: misuse of the runtime API: use of a module
}

CASE(driver_free_twice) {
  const Device device;
  CUdeviceptr x = zeros();
  cuMemFree(x);
  if (!repaired) cuMemFree(x);  // wrong: double free: cuMemFree of
}

CASE(driver_leak) {
  const Device device;
  CUdeviceptr x = 0;
  cuMemAlloc(&x, 64);  // wrong: leak: cuMemAlloc
  if (repaired) cuMemFree(x);
}

CASE(driver_arguments_too_few) {
  const Device device;
  const Module module;
  CUdeviceptr counter = zeros();
  std::size_t bytes = repaired ? sizeof counter : sizeof(int);
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &counter, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                   CU_LAUNCH_PARAM_END};
  // wrong: misuse of the runtime API: parameters are 8 bytes, and its launch has a buffer of 4
  cuLaunchKernel(module.count, 1, 1, 1, n, 1, 1, 0, nullptr, nullptr, extra);
  cuCtxSynchronize();
  cuModuleUnload(module.handle);
  cuMemFree(counter);
}

CASE(driver_launch_too_large) {
  const Device device;
  const Module module;
  CUdeviceptr counter = zeros();
  void* arguments[] = {&counter};
  const unsigned threads = repaired ? 1024 : 1025;
  // noted: misuse of the runtime API: cuLaunchKernel returned CUDA_ERROR_INVALID_VALUE
  cuLaunchKernel(module.count, 1, 1, 1, threads, 1, 1, 0, nullptr, arguments, nullptr);
  cuCtxSynchronize();
  cuModuleUnload(module.handle);
  cuMemFree(counter);
}
