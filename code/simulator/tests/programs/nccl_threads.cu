// exit: 0
// prints: all as it should be
// devices: 1 2 3 4
// streams: early late random:1
#include <atomic>
#include <cstdio>
#include <numeric>
#include <thread>
#include <vector>

#include "../nccl/nccl.hpp"

// A thread of the host for each device, and two communicators, in which the devices have other
// ranks. No thread waits for another but by NCCL.

constexpr int n = 513, rounds = 4;
std::atomic<int> wrong = 0;

#define REQUIRE(...)                                      \
  if (!(__VA_ARGS__)) {                                   \
    std::printf("line %d: %s\n", __LINE__, #__VA_ARGS__); \
    ++wrong;                                              \
    return;                                               \
  }
#define DONE(...) REQUIRE((__VA_ARGS__) == ncclSuccess)

__global__ void set(float* x, float value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = value + i;
}

void work(int device, int devices, ncclUniqueId id, ncclUniqueId other_id) {
  REQUIRE(cudaSetDevice(device) == cudaSuccess);
  ncclComm_t comm, other;
  ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
  DONE(ncclCommInitRank(&comm, devices, id, device));
  DONE(ncclCommInitRankConfig(&other, devices, other_id, devices - 1 - device, &config));
  int count, rank, own;
  DONE(ncclCommCount(other, &count));
  DONE(ncclCommUserRank(other, &rank));
  DONE(ncclCommCuDevice(other, &own));
  REQUIRE(count == devices && rank == devices - 1 - device && own == device);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  float *x, *all;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&all, devices * n * sizeof(float));
  std::vector<float> sum(n), gathered(devices * n);
  for (int round = 0; round < rounds; ++round) {
    set<<<(n + 127) / 128, 128, 0, stream>>>(x, device + round);
    DONE(ncclAllGather(x, all, n, ncclFloat, other, stream));
    DONE(ncclAllReduce(x, x, n, ncclFloat, ncclSum, comm, stream));
    cudaMemcpyAsync(sum.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
    cudaMemcpyAsync(gathered.data(), all, devices * n * sizeof(float), cudaMemcpyDeviceToHost,
                    stream);
    REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
    for (int i = 0; i < n; ++i) {
      REQUIRE(sum[i] == devices * (round + i) + devices * (devices - 1) / 2);
      for (int r = 0; r < devices; ++r) REQUIRE(gathered[r * n + i] == devices - 1 - r + round + i);
    }
  }
  ncclResult_t error;
  DONE(ncclCommGetAsyncError(comm, &error));
  DONE(error);
  DONE(ncclCommFinalize(comm));
  DONE(ncclCommDestroy(comm));
  DONE(ncclCommDestroy(other));
}

int main() {
  int devices = 0;
  cudaGetDeviceCount(&devices);
  ncclUniqueId id, other;
  ncclGetUniqueId(&id);
  ncclGetUniqueId(&other);
  std::vector<std::thread> threads;
  for (int device = 0; device < devices; ++device)
    threads.emplace_back(work, device, devices, id, other);
  for (std::thread& each : threads) each.join();
  if (wrong == 0) std::printf("all as it should be\n");
  return wrong;
}
