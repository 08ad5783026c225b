// What the host asks of the device.
#include "cases.hpp"

template <bool repaired>
__global__ void nothing() {}

CASE(too_many_threads) {
  // wrong: misuse of the runtime API: invalid configuration argument
  nothing<repaired><<<1, repaired ? 1024 : 1025>>>();
}

CASE(no_blocks) {
  // wrong: misuse of the runtime API: invalid configuration argument
  nothing<repaired><<<repaired, 32>>>();
}

CASE(grid_too_tall) {
  // wrong: misuse of the runtime API: invalid configuration argument
  nothing<repaired><<<dim3(1, repaired ? 65535 : 65536), 1>>>();
}

CASE(shared_memory_without_opting_in) {
  if (repaired)
    cudaFuncSetAttribute(nothing<repaired>, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000);
  // wrong: misuse of the runtime API: invalid argument
  nothing<repaired><<<1, 1, 100000>>>();
}

template <bool repaired>
__global__ void __launch_bounds__(repaired ? 128 : 64) bounded() {}
CASE(more_threads_than_promised) {
  // wrong: misuse of the runtime API: too many resources requested for launch
  bounded<repaired><<<1, 128>>>();
}

template <bool repaired>
__global__ void fill(int* x) {
  x[threadIdx.x] = 1;  // wrong: access out of bounds: outside all device memory
}
CASE(host_pointer_as_parameter) {
  static int host[32];
  Buffer<int> device(32);
  fill<repaired><<<1, 32>>>(repaired ? device : host);
}

__device__ int variable[32];
template <bool repaired>
__global__ void set(int* x) {
  x[threadIdx.x] = 1;  // wrong: access out of bounds: outside all device memory
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
  // wrong: access out of bounds: outside all device memory
  if (threadIdx.x < v->size) v->data[threadIdx.x] = 0;
}
CASE(struct_left_on_the_host) {
  Buffer<float> data(32);
  const Vector host{data, 32};
  Buffer<Vector> device(1);
  cudaMemcpy(device, &host, sizeof host, cudaMemcpyHostToDevice);
  clear<repaired><<<1, 32>>>(repaired ? device : &host);
}
