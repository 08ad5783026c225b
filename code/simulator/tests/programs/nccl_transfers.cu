// exit: 0
// prints: all as it should be
// devices: 1 2 3 4
// streams: early late random:1 random:2 random:3
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "../nccl/nccl.hpp"

// Kernels and what ranks send each other take turns, with nothing but streams to order them: a ring
// of ncclSend and ncclRecv, all-to-all by calls of each pair and by one, gather and scatter.

unsigned seed = 0;

#define REQUIRE(...)                                                     \
  if (!(__VA_ARGS__)) {                                                  \
    std::printf("line %d, seed %u: %s\n", __LINE__, seed, #__VA_ARGS__); \
    std::exit(1);                                                        \
  }
#define DONE(...) REQUIRE((__VA_ARGS__) == ncclSuccess)

__global__ void add(int* x, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += value;
}

int main(int argc, char** argv) {
  seed = argc > 1 ? unsigned(std::atoi(argv[1])) : std::random_device()();
  std::printf("seed %u\n", seed);
  std::mt19937 random_number(seed);
  constexpr int n = 301;
  int devices = 0;
  cudaGetDeviceCount(&devices);
  std::vector<ncclComm_t> comm(devices);
  std::vector<cudaStream_t> stream(devices);
  std::vector<int*> x(devices), y(devices), z(devices);
  std::vector<std::vector<int>> values(devices, std::vector<int>(devices * n));
  DONE(ncclCommInitAll(comm.data(), devices, nullptr));
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    cudaStreamCreate(&stream[d]);
    for (int** each : {&x[d], &y[d], &z[d]}) cudaMalloc(each, devices * n * sizeof(int));
    for (int* each : {y[d], z[d]}) cudaMemsetAsync(each, 0, devices * n * sizeof(int), stream[d]);
    for (int& each : values[d]) each = int(random_number() % 1000);
    cudaMemcpyAsync(x[d], values[d].data(), devices * n * sizeof(int), cudaMemcpyHostToDevice,
                    stream[d]);
  }
  const auto add_on_all = [&](const std::vector<int*>& to, int count, int value) {
    for (int d = 0; d < devices; ++d) {
      cudaSetDevice(d);
      add<<<(count + 127) / 128, 128, 0, stream[d]>>>(to[d], count, value);
    }
  };
  const auto get = [&](int d, const int* from) {
    std::vector<int> got(devices * n);
    cudaMemcpyAsync(got.data(), from, got.size() * sizeof(int), cudaMemcpyDeviceToHost, stream[d]);
    cudaStreamSynchronize(stream[d]);
    return got;
  };

  // Each step of the ring sends what the last has brought, plus one.
  std::vector<int*> from = x, to = y;
  for (int step = 0; step < devices; ++step) {
    DONE(ncclGroupStart());
    for (int d = 0; d < devices; ++d) {
      DONE(ncclSend(from[d], n, ncclInt, (d + 1) % devices, comm[d], stream[d]));
      DONE(ncclRecv(to[d], n, ncclInt, (d + devices - 1) % devices, comm[d], stream[d]));
    }
    DONE(ncclGroupEnd());
    add_on_all(to, n, 1);
    from = to;
    to = step % 2 == 0 ? z : y;
  }
  for (int d = 0; d < devices; ++d) {
    const std::vector<int> got = get(d, from[d]);
    for (int i = 0; i < n; ++i) REQUIRE(got[i] == values[d][i] + devices);
  }

  // Messages of a pair come in the order in which they were sent.
  for (const bool at_once : {false, true}) {
    DONE(ncclGroupStart());
    for (int d = 0; d < devices; ++d) {
      if (at_once) DONE(ncclAlltoAll(x[d], y[d], n, ncclInt, comm[d], stream[d]));
      for (int e = 0; e < devices && !at_once; ++e) {
        DONE(ncclSend(x[d] + e * n, 100, ncclInt, e, comm[d], stream[d]));
        DONE(ncclSend(x[d] + e * n + 100, n - 100, ncclInt, e, comm[d], stream[d]));
        DONE(ncclRecv(y[d] + e * n, 100, ncclInt, e, comm[d], stream[d]));
        DONE(ncclRecv(y[d] + e * n + 100, n - 100, ncclInt, e, comm[d], stream[d]));
      }
    }
    DONE(ncclGroupEnd());
    add_on_all(y, devices * n, 5);
    for (int d = 0; d < devices; ++d) {
      const std::vector<int> got = get(d, y[d]);
      for (int i = 0; i < devices * n; ++i) REQUIRE(got[i] == values[i / n][d * n + i % n] + 5);
    }
  }

  const int root = devices - 1;
  DONE(ncclGroupStart());
  for (int d = 0; d < devices; ++d)
    DONE(ncclGather(x[d], d == root ? y[d] : nullptr, n, ncclInt, root, comm[d], stream[d]));
  DONE(ncclGroupEnd());
  DONE(ncclGroupStart());
  for (int d = 0; d < devices; ++d)
    DONE(ncclScatter(d == root ? y[d] : nullptr, z[d], n, ncclInt, root, comm[d], stream[d]));
  DONE(ncclGroupEnd());
  for (int d = 0; d < devices; ++d) {
    const std::vector<int> got = get(d, z[d]);
    for (int i = 0; i < n; ++i) REQUIRE(got[i] == values[d][i]);
  }
  for (int d = 0; d < devices; ++d) DONE(ncclCommDestroy(comm[d]));
  REQUIRE(cudaGetLastError() == cudaSuccess);
  std::printf("all as it should be\n");
}
