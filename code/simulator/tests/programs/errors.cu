// exit: 0
// prints: all as CUDA has them
#include <cstdio>
#include <cstring>

__global__ void nothing() {}
__global__ void __launch_bounds__(64) bounded() {}
__device__ int variable;

int failed = 0;

void expect(cudaError_t got, cudaError_t wanted, int line) {
  if (got == wanted) return;
  printf("line %d: %s, not %s\n", line, cudaGetErrorName(got), cudaGetErrorName(wanted));
  ++failed;
}
#define EXPECT(wanted, call) expect(call, wanted, __LINE__)

template <class Kernel>
cudaError_t launch(Kernel kernel, dim3 grid, dim3 block, size_t shared = 0) {
  kernel<<<grid, block, shared>>>();
  const cudaError_t peeked = cudaPeekAtLastError();
  EXPECT(peeked, cudaGetLastError());
  EXPECT(cudaSuccess, cudaGetLastError());
  return peeked;
}

int main() {
  EXPECT(cudaSuccess, launch(nothing, 1, 1024));
  EXPECT(cudaErrorInvalidValue, launch(nothing, 0, 32));
  EXPECT(cudaErrorInvalidValue, launch(nothing, 1, 0));
  EXPECT(cudaErrorInvalidValue, launch(nothing, 1, 1025));
  EXPECT(cudaErrorInvalidValue, launch(nothing, 1, dim3(1, 1, 65)));
  EXPECT(cudaErrorInvalidValue, launch(nothing, dim3(1, 65536), 1));
  EXPECT(cudaErrorInvalidValue, launch(bounded, 1, 65));
  EXPECT(cudaErrorInvalidValue, launch(nothing, 1, 1, 48 * 1024 + 1));
  EXPECT(cudaSuccess,
         cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024));
  EXPECT(cudaSuccess, launch(nothing, 1, 1, 227 * 1024));
  EXPECT(cudaErrorInvalidValue,
         cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 228 * 1024));

  int* x = nullptr;
  EXPECT(cudaErrorMemoryAllocation, cudaMalloc(&x, size_t(1) << 50));
  EXPECT(cudaErrorInvalidDevice, cudaSetDevice(1));
  EXPECT(cudaErrorInvalidValue, cudaMemset(&failed, 0, 4));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy(&failed, &failed, 4, cudaMemcpyHostToDevice));
  EXPECT(cudaErrorInvalidMemcpyDirection, cudaMemcpy(&failed, &failed, 4, cudaMemcpyKind(7)));
  EXPECT(cudaErrorInvalidSymbol, cudaMemcpyToSymbol(failed, &failed, 4));
  int wide[2] = {};
  EXPECT(cudaErrorInvalidValue, cudaMemcpyToSymbol(variable, wide, 8));
  EXPECT(cudaErrorInvalidValue, cudaGetLastError());
  EXPECT(cudaSuccess, cudaGetLastError());

  cudaDeviceProp properties;
  EXPECT(cudaSuccess, cudaGetDeviceProperties(&properties, 0));
  int major = 0, blocks = 0, size = 0, grid = 0;
  EXPECT(cudaSuccess, cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
  cudaFuncAttributes attributes;
  EXPECT(cudaSuccess, cudaFuncGetAttributes(&attributes, bounded));
  EXPECT(cudaSuccess, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 256, 0));
  EXPECT(cudaSuccess, cudaOccupancyMaxPotentialBlockSize(&grid, &size, nothing));
  if (strcmp(properties.name, "simulator") != 0 || major != 9 ||
      attributes.maxThreadsPerBlock != 64 || blocks != 8 || grid * size != 132 * 2048) {
    printf("%s %d %d %d %d %d\n", properties.name, major, attributes.maxThreadsPerBlock, blocks,
           grid, size);
    ++failed;
  }

  cudaEvent_t start, stop;
  cudaStream_t stream;
  float milliseconds = -1;
  EXPECT(cudaSuccess, cudaStreamCreate(&stream));
  EXPECT(cudaSuccess, cudaEventCreate(&start));
  EXPECT(cudaSuccess, cudaEventCreate(&stop));
  EXPECT(cudaSuccess, cudaEventRecord(start, stream));
  EXPECT(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&milliseconds, start, stop));
  EXPECT(cudaSuccess, cudaEventRecord(stop));
  EXPECT(cudaSuccess, cudaDeviceSynchronize());
  EXPECT(cudaSuccess, cudaEventElapsedTime(&milliseconds, start, stop));
  failed += milliseconds < 0;
  EXPECT(cudaSuccess, cudaEventDestroy(start));
  EXPECT(cudaSuccess, cudaStreamDestroy(stream));

  int *managed, *pinned;
  EXPECT(cudaSuccess, cudaMallocManaged(&managed, 4));
  EXPECT(cudaSuccess, cudaMallocHost(&pinned, 4));
  EXPECT(cudaSuccess, cudaMalloc(&x, 16));
  *managed = 5;
  EXPECT(cudaSuccess, cudaMemcpy(x + 3, managed, 4, cudaMemcpyDefault));
  EXPECT(cudaSuccess, cudaMemcpy2D(pinned, 4, x + 3, 16, 4, 1, cudaMemcpyDeviceToHost));
  failed += *pinned != 5;
  cudaPointerAttributes where;
  EXPECT(cudaSuccess, cudaPointerGetAttributes(&where, x));
  failed += where.type != cudaMemoryTypeDevice;
  EXPECT(cudaSuccess, cudaFree(managed));
  EXPECT(cudaSuccess, cudaFreeHost(pinned));
  EXPECT(cudaSuccess, cudaFree(x));
  EXPECT(cudaSuccess, cudaFree(nullptr));
  cudaGetLastError();
  if (failed == 0) printf("all as CUDA has them\n");
  return failed;
}
