// exit: 0
// prints: all as it should be
#include <cstdint>
#include <cstdio>

__global__ void set(int* x, int value) {
  x[threadIdx.x] = value;
}

#define REQUIRE(...)                                 \
  if (!(__VA_ARGS__)) {                              \
    printf("line %d: %s\n", __LINE__, #__VA_ARGS__); \
    return 1;                                        \
  }

std::uint64_t used(cudaMemPool_t pool) {
  std::uint64_t bytes = 99;
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &bytes);
  return bytes;
}

// Memory that comes in the order of a stream, from the device's pool and from another one.
int main() {
  cudaMemPool_t first, current, own;
  cudaStream_t stream;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  REQUIRE(cudaDeviceGetDefaultMemPool(&first, 0) == cudaSuccess);
  REQUIRE(cudaDeviceGetMemPool(&current, 0) == cudaSuccess && current == first);
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location = {cudaMemLocationTypeDevice, 0};
  REQUIRE(cudaMemPoolCreate(&own, &properties) == cudaSuccess && own != first);

  std::uint64_t threshold = UINT64_MAX, told = 0;
  REQUIRE(cudaMemPoolSetAttribute(own, cudaMemPoolAttrReleaseThreshold, &threshold) == cudaSuccess);
  REQUIRE(cudaMemPoolGetAttribute(own, cudaMemPoolAttrReleaseThreshold, &told) == cudaSuccess);
  REQUIRE(told == threshold);

  int *x, *y, host = 0;
  REQUIRE(cudaMallocAsync(&x, 128, stream) == cudaSuccess);
  REQUIRE(cudaMallocFromPoolAsync(&y, 256, own, stream) == cudaSuccess);
  REQUIRE(used(first) == 128 && used(own) == 256);
  set<<<1, 32, 0, stream>>>(x, 1);
  set<<<1, 64, 0, stream>>>(y, 2);
  REQUIRE(cudaMemcpyAsync(&host, y + 63, sizeof host, cudaMemcpyDeviceToHost, stream) ==
          cudaSuccess);
  REQUIRE(cudaFreeAsync(x, stream) == cudaSuccess && cudaFreeAsync(y, stream) == cudaSuccess);
  REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
  REQUIRE(host == 2);
  REQUIRE(used(first) == 0 && used(own) == 0);
  REQUIRE(cudaMemPoolTrimTo(own, 0) == cudaSuccess);

  REQUIRE(cudaDeviceSetMemPool(0, own) == cudaSuccess);
  REQUIRE(cudaMallocAsync(&x, 64, stream) == cudaSuccess && used(own) == 64);
  REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess && cudaFree(x) == cudaSuccess);
  REQUIRE(cudaMemPoolDestroy(own) == cudaSuccess);
  REQUIRE(cudaDeviceGetMemPool(&current, 0) == cudaSuccess && current == first);

  unsigned long long one, other;
  REQUIRE(cudaStreamGetId(stream, &one) == cudaSuccess);
  REQUIRE(cudaStreamGetId(nullptr, &other) == cudaSuccess && one != other);
  puts("all as it should be");
}
