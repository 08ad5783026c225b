// exit: 0
// prints: all as CUDA has them
// streams: early late random:1
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>

// Both APIs in one program: the same context, memory, streams, events and functions.
__device__ int offset = 3;

__global__ void add(int* x, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += value + offset;
}

__global__ void cooperative(int* x) {
  x[threadIdx.x] = 1;
}

int failed = 0;

void expect(int got, int wanted, int line) {
  if (got == wanted) return;
  std::printf("line %d: %d, not %d\n", line, got, wanted);
  ++failed;
}
#define EXPECT(wanted, got) expect(int(got), int(wanted), __LINE__)
#define CHECK(call) EXPECT(0, call)

constexpr int n = 500;

void primary_context() {
  CUcontext current = nullptr, primary = nullptr;
  unsigned flags = 0;
  int active = -1;
  // The runtime needs no cuInit, and neither does the driver after it.
  CHECK(cudaFree(nullptr));
  CHECK(cuCtxGetCurrent(&current));
  CHECK(cuDevicePrimaryCtxRetain(&primary, 0));
  EXPECT(true, current == primary && current != nullptr);
  CHECK(cuDevicePrimaryCtxGetState(0, &flags, &active));
  EXPECT(1, active);
  CHECK(cuDevicePrimaryCtxRelease(0));
}

void share() {
  int* x = nullptr;
  CHECK(cudaMalloc(&x, n * sizeof(int)));
  CHECK(cuMemsetD32(reinterpret_cast<CUdeviceptr>(x), 10, n));
  cudaFunction_t function = nullptr;
  CHECK(cudaGetFuncBySymbol(&function, reinterpret_cast<const void*>(add)));
  CUstream stream = nullptr;
  cudaEvent_t event = nullptr;
  CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  CHECK(cudaDeviceSynchronize());
  int count = n, value = 7;
  void* arguments[] = {&x, &count, &value};
  CHECK(cuLaunchKernel(function, 4, 1, 1, 128, 1, 1, 0, stream, arguments, nullptr));
  add<<<4, 128, 0, stream>>>(x, n, 1);
  CHECK(cuEventRecord(event, stream));
  cudaStream_t other = nullptr;
  CHECK(cudaStreamCreate(&other));
  CHECK(cuStreamWaitEvent(other, event, CU_EVENT_WAIT_DEFAULT));
  static int host[n];
  CHECK(cuMemcpyDtoHAsync(host, reinterpret_cast<CUdeviceptr>(x), sizeof host, other));
  CHECK(cudaStreamSynchronize(other));
  int sum = 0;
  for (const int each : host) sum += each;
  EXPECT(n * (10 + 7 + 3 + 1 + 3), sum);
  CHECK(cuLaunchCooperativeKernel(function, 4, 1, 1, 128, 1, 1, 0, other, arguments));
  CHECK(cudaStreamSynchronize(other));
  CHECK(cuStreamDestroy(other));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cuEventDestroy(event));
  CHECK(cuMemFree(reinterpret_cast<CUdeviceptr>(x)));
}

/// What the runtime does while a context is current that cuCtxCreate made is done there.
void created_context() {
  CUcontext context = nullptr, of_stream = nullptr, of_memory = nullptr;
  CHECK(cuCtxCreate(&context, nullptr, 0, 0));
  int* x = nullptr;
  cudaStream_t stream = nullptr;
  CHECK(cudaMalloc(&x, 64));
  CHECK(cudaStreamCreate(&stream));
  CHECK(cuStreamGetCtx(stream, &of_stream));
  CHECK(cuPointerGetAttribute(&of_memory, CU_POINTER_ATTRIBUTE_CONTEXT,
                              reinterpret_cast<CUdeviceptr>(x)));
  EXPECT(true, of_stream == context && of_memory == context);
  cooperative<<<1, 16, 0, stream>>>(x);
  CHECK(cudaGetLastError());
  // Stream and memory go with the context.
  CHECK(cuCtxDestroy(context));
  CUcontext current = nullptr;
  CHECK(cuCtxGetCurrent(&current));
  EXPECT(true, current != context && current != nullptr);
  cudaPointerAttributes attributes;
  CHECK(cudaPointerGetAttributes(&attributes, x));
  EXPECT(cudaMemoryTypeUnregistered, attributes.type);
}

void entry_points() {
  using Alloc = CUresult(CUdeviceptr*, size_t);
  void* found = nullptr;
  cudaDriverEntryPointQueryResult status;
  CHECK(cudaGetDriverEntryPointByVersion("cuMemAlloc", &found, 12000, cudaEnableDefault, &status));
  EXPECT(cudaDriverEntryPointSuccess, status);
  CUdeviceptr x = 0;
  CHECK(reinterpret_cast<Alloc*>(found)(&x, 16));
  CHECK(cudaFree(reinterpret_cast<void*>(x)));
  // Errors of the driver API are none of the runtime's.
  EXPECT(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc(&x, size_t(1) << 50));
  CHECK(cudaGetLastError());
}

int main() {
  primary_context();
  share();
  created_context();
  entry_points();
  if (failed == 0) std::printf("all as CUDA has them\n");
  return failed;
}
