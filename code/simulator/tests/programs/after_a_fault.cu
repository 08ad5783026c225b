// exit: 86
// reports: access out of bounds: kernel write
// prints: 0 wrong

// Which calls work after a kernel's fault, and which do not: as on an H200.
#include <cstdio>

__global__ void write(int* to) {
  *to = 1;
}

int main() {
  int* data;
  cudaStream_t stream;
  cudaEvent_t event;
  cudaMalloc(&data, 64);
  cudaStreamCreate(&stream);
  cudaEventCreate(&event);
  cudaEventRecord(event, stream);
  write<<<1, 1, 0, stream>>>(reinterpret_cast<int*>(0x70000000000));
  cudaDeviceSynchronize();

  int number;
  size_t bytes;
  float time;
  void* place;
  cudaDeviceProp properties;
  cudaPointerAttributes of_data;
  cudaFuncAttributes of_kernel;
  cudaMemPool_t pool;
  cudaGraph_t graph;
  const cudaError_t work[] = {cudaGetDevice(&number),
                              cudaGetDeviceCount(&number),
                              cudaSetDevice(0),
                              cudaDeviceGetAttribute(&number, cudaDevAttrWarpSize, 0),
                              cudaGetDeviceProperties(&properties, 0),
                              cudaPointerGetAttributes(&of_data, data),
                              cudaDriverGetVersion(&number),
                              cudaRuntimeGetVersion(&number),
                              cudaDeviceCanAccessPeer(&number, 0, 0),
                              cudaDeviceGetDefaultMemPool(&pool, 0),
                              cudaGraphCreate(&graph, 0)};
  const cudaError_t fail[] = {cudaFuncGetAttributes(&of_kernel, write),
                              cudaPeekAtLastError(),
                              cudaStreamQuery(stream),
                              cudaEventQuery(event),
                              cudaEventRecord(event, stream),
                              cudaEventElapsedTime(&time, event, event),
                              cudaMemGetInfo(&bytes, &bytes),
                              cudaMalloc(&place, 16),
                              cudaMallocHost(&place, 16),
                              cudaMallocAsync(&place, 16, stream),
                              cudaMemset(data, 0, 4),
                              cudaDeviceGetLimit(&bytes, cudaLimitStackSize),
                              cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal),
                              cudaFree(data),
                              cudaStreamDestroy(stream),
                              cudaEventDestroy(event)};
  int wrong = 0;
  const auto expect = [&](const char* which, int number, cudaError_t got, cudaError_t wanted) {
    if (got == wanted) return;
    std::printf("call %d of those that %s: %s\n", number, which, cudaGetErrorName(got));
    ++wrong;
  };
  for (const cudaError_t& error : work) expect("work", int(&error - work), error, cudaSuccess);
  for (const cudaError_t& error : fail)
    expect("fail", int(&error - fail), error, cudaErrorIllegalAddress);
  std::printf("%d wrong\n", wrong);
}
