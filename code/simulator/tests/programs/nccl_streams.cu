// exit: 0
// prints: all as it should be
// devices: 2 3
// streams: early late random:1 random:2 random:3
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../nccl/nccl.hpp"

// What NCCL orders, though no event does: calls of a rank in several streams, one after another or
// in a group, and what was before a sum on one device with what comes after it on another.

#define REQUIRE(...)                                      \
  if (!(__VA_ARGS__)) {                                   \
    std::printf("line %d: %s\n", __LINE__, #__VA_ARGS__); \
    std::exit(1);                                         \
  }
#define DONE(...) REQUIRE((__VA_ARGS__) == ncclSuccess)

constexpr int n = 200;

__global__ void set(int* x, int value) {
  if (threadIdx.x < n) x[threadIdx.x] = value;
}

__global__ void add(int* to, const int* from) {
  if (threadIdx.x < n) to[threadIdx.x] += from[threadIdx.x];
}

struct Rank {
  ncclComm_t comm;
  cudaStream_t first, second;
  int *x, *y;
};

int main() {
  int devices = 0;
  cudaGetDeviceCount(&devices);
  std::vector<ncclComm_t> comm(devices);
  DONE(ncclCommInitAll(comm.data(), devices, nullptr));
  std::vector<Rank> ranks(devices);
  for (int d = 0; d < devices; ++d) {
    Rank& it = ranks[d];
    it.comm = comm[d];
    cudaSetDevice(d);
    cudaDeviceEnablePeerAccess((d + 1) % devices, 0);
    for (cudaStream_t* each : {&it.first, &it.second})
      cudaStreamCreateWithFlags(each, cudaStreamNonBlocking);
    for (int** each : {&it.x, &it.y}) cudaMalloc(each, n * sizeof(int));
    set<<<1, 256, 0, it.first>>>(it.x, d + 1);
  }
  const int sum = devices * (devices + 1) / 2;

  // One after another, in two streams.
  for (const bool second : {false, true}) {
    DONE(ncclGroupStart());
    for (const Rank& it : ranks)
      DONE(ncclAllReduce(it.x, it.x, n, ncclInt, ncclSum, it.comm, second ? it.second : it.first));
    DONE(ncclGroupEnd());
  }

  // A group in two streams is part of both.
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    set<<<1, 256, 0, ranks[d].first>>>(ranks[d].y, d);
  }
  DONE(ncclGroupStart());
  for (const Rank& it : ranks) {
    DONE(ncclAllReduce(it.x, it.x, n, ncclInt, ncclMax, it.comm, it.second));
    DONE(ncclAllReduce(it.y, it.y, n, ncclInt, ncclMax, it.comm, it.first));
  }
  DONE(ncclGroupEnd());
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    add<<<1, 256, 0, d % 2 ? ranks[d].first : ranks[d].second>>>(ranks[d].x, ranks[d].y);
  }

  // After a sum, a device may read what the next one had written before it.
  for (const Rank& it : ranks) {
    cudaEvent_t event;
    cudaSetDevice(int(&it - ranks.data()));
    cudaEventCreate(&event);
    cudaEventRecord(event, it.second);
    cudaStreamWaitEvent(it.first, event);
    cudaEventDestroy(event);
  }
  DONE(ncclGroupStart());
  for (const Rank& it : ranks)
    DONE(ncclAllReduce(it.y, it.y, n, ncclInt, ncclMin, it.comm, it.first));
  DONE(ncclGroupEnd());
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    add<<<1, 256, 0, ranks[d].first>>>(ranks[d].y, ranks[(d + 1) % devices].x);
  }

  for (int d = 0; d < devices; ++d) {
    int got[n];
    cudaSetDevice(d);
    cudaMemcpyAsync(got, ranks[d].y, sizeof got, cudaMemcpyDeviceToHost, ranks[d].first);
    REQUIRE(cudaStreamSynchronize(ranks[d].first) == cudaSuccess);
    for (const int each : got) REQUIRE(each == sum * devices + 2 * (devices - 1));
  }
  std::printf("all as it should be\n");
}
