// exit: 0
// prints: 8 8 16
// prints: 0 1
// prints: at the end: driver shutting down, driver shutting down, driver shutting down
// devices: 1 2
// streams: early late
#include <cstdio>

// A device that is reset is as new, and what is still there when a program ends with that may be
// freed by static destructors.

__device__ int variable = 7;
__device__ __managed__ int managed = 7;

__global__ void count() {
  ++variable;
  ++managed;
}

__global__ void fill(int* x, int value) {
  x[threadIdx.x] = value;
}

struct Kept {
  int* memory = nullptr;
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
  int registered[4096];

  ~Kept() {
    cudaHostUnregister(registered);
    std::printf("at the end: %s, ", cudaGetErrorString(cudaFree(memory)));
    std::printf("%s, ", cudaGetErrorString(cudaStreamDestroy(stream)));
    std::printf("%s\n", cudaGetErrorString(cudaEventDestroy(event)));
  }
} kept;

int value_of_variable() {
  int value = 0;
  cudaMemcpyFromSymbol(&value, variable, sizeof value);
  return value;
}

int main() {
  int ordinary[4096], *x;
  for (int times = 0; times < 2; ++times) {
    count<<<1, 1>>>();
    cudaDeviceSynchronize();
    std::printf("%d ", value_of_variable());
    if (times == 0) {
      cudaHostRegister(ordinary, sizeof ordinary, cudaHostRegisterDefault);
      cudaMallocAsync(&x, 256, nullptr);
      fill<<<1, 64>>>(x, 1);
      cudaDeviceReset();  // waits
    }
  }
  std::printf("%d\n", managed + 7);
  // Memory of pools is still there, registered memory is not.
  int value = 0;
  cudaMemcpy(&value, x, sizeof value, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", cudaHostRegister(ordinary, sizeof ordinary, cudaHostRegisterDefault),
              value);
  cudaHostUnregister(ordinary);
  cudaFreeAsync(x, nullptr);
  cudaMalloc(&kept.memory, 256);
  cudaStreamCreate(&kept.stream);
  cudaEventCreate(&kept.event);
  cudaHostRegister(kept.registered, sizeof kept.registered, cudaHostRegisterDefault);
  fill<<<1, 64, 0, kept.stream>>>(kept.memory, 1);
  cudaDeviceReset();
}
