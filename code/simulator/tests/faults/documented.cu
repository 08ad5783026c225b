// What CUDA's documentation forbids the host, and who may learn of an error.
#include <thread>

#include "cases.hpp"

template <bool repaired>
__global__ void nothing() {}

CASE(shift_by_a_copy) {
  Buffer<int> x(64, 0), y(64, 0);
  const int* from = repaired ? y : x;
  // wrong: misuse of the runtime API: they overlap
  cudaMemcpy(x + 1, from, 63 * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaMemcpy(x, x, 64 * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaMemcpy(x + 32, x, 32 * sizeof(int), cudaMemcpyDeviceToDevice);
}

CASE(shift_of_managed_memory_in_a_stream) {
  int* x = nullptr;
  cudaMallocManaged(&x, 100);
  // wrong: misuse of the runtime API: they overlap
  cudaMemcpyAsync(x, x + (repaired ? 10 : 9), 40, cudaMemcpyDefault);
  cudaDeviceSynchronize();
  cudaFree(x);
}

CASE(shift_of_rows) {
  Buffer<char> x(64, 0);
  // wrong: misuse of the runtime API: they overlap
  cudaMemcpy2D(x + (repaired ? 8 : 4), 16, x, 16, 8, 4, cudaMemcpyDeviceToDevice);
}

template <bool repaired>
void launch_too_many() {
  // wrong: misuse of the runtime API: a block has at most (1024,1024,64) threads
  nothing<repaired><<<1, repaired ? 1024 : 2048>>>();
}
CASE(launch_refused_in_a_thread) {
  std::thread(launch_too_many<repaired>).join();
  cudaGetLastError();  // of this thread
}

template <bool repaired>
void launch_and_ask() {
  // wrong: misuse of the runtime API: a block has at most (1024,1024,64) threads
  nothing<repaired><<<1, 2048>>>();
  if (repaired) cudaGetLastError();
}
CASE(launch_refused_in_a_thread_that_asks) {
  std::thread(launch_and_ask<repaired>).join();
}

template <bool repaired>
void CUDART_CB give_back(void* x) {
  if (!repaired) cudaFree(x);  // wrong: misuse of the runtime API: cudaFree in a function that a
}
CASE(memory_freed_in_a_host_function) {
  int* x = nullptr;
  cudaMalloc(&x, 100);
  cudaLaunchHostFunc(nullptr, give_back<repaired>, x);
  cudaDeviceSynchronize();
  cudaFree(x);
}

template <bool repaired>
void CUDART_CB go_on(cudaStream_t stream, cudaError_t, void*) {
  if (!repaired) nothing<repaired><<<1, 1, 0, stream>>>();  // wrong: misuse of the runtime API
}
CASE(launch_in_a_callback) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamAddCallback(stream, go_on<repaired>, nullptr, 0);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
}

__device__ int *on_heap, for_the_host[16];
__global__ void allocate_on_heap() {
  on_heap = static_cast<int*>(malloc(sizeof for_the_host));
  for (int i = 0; i < 16; ++i) for_the_host[i] = on_heap[i] = i;
}
__global__ void free_of_heap() {
  free(on_heap);
}
int* memory_of_device_code() {
  int* x = nullptr;
  allocate_on_heap<<<1, 1>>>();
  cudaMemcpyFromSymbol(&x, on_heap, sizeof x);
  return x;
}

CASE(copy_from_the_heap_of_device_code) {
  int y[16];
  const int* x = memory_of_device_code();
  if (repaired) cudaGetSymbolAddress((void**)&x, for_the_host);
  cudaMemcpy(y, x, sizeof y, cudaMemcpyDeviceToHost);  // wrong: misuse of the runtime API
  free_of_heap<<<1, 1>>>();
}

CASE(fill_of_the_heap_of_device_code) {
  int* x = memory_of_device_code();
  if (repaired) cudaGetSymbolAddress((void**)&x, for_the_host);
  cudaMemset(x, 0, 64);  // wrong: misuse of the runtime API: what malloc() of device code gave
  free_of_heap<<<1, 1>>>();
}

CASE(heap_of_device_code_freed_by_the_host) {
  int* const x = memory_of_device_code();
  if (!repaired)
    // wrong: free of what was never allocated: which malloc() of device code gave
    cudaFree(x);
  free_of_heap<<<1, 1>>>();
}
