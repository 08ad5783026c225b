// A rank of a communicator of several processes. Usage: processes CASE RANK RANKS FILE [DEVICE]
// Rank 0 leaves the id in the file.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "nccl.hpp"

namespace {

int rank, ranks;
ncclComm_t comm;
cudaStream_t stream;
constexpr int n = 1000;

#define REQUIRE(...)                                                     \
  if (!(__VA_ARGS__)) {                                                  \
    std::printf("rank %d, line %d: %s\n", rank, __LINE__, #__VA_ARGS__); \
    std::exit(1);                                                        \
  }
#define DONE(...) report((__VA_ARGS__), __LINE__)

void report(ncclResult_t result, int line) {
  if (result == ncclSuccess) return;
  std::printf("rank %d, line %d: %d, %s\n", rank, line, int(result), ncclGetLastError(nullptr));
  std::exit(2);
}

ncclUniqueId shared_id(const std::string& path) {
  ncclUniqueId id;
  if (rank == 0) {
    DONE(ncclGetUniqueId(&id));
    std::ofstream(path + ".new", std::ios::binary).write(id.internal, sizeof id.internal);
    REQUIRE(std::rename((path + ".new").c_str(), path.c_str()) == 0);
    return id;
  }
  for (int tries = 0; tries < 3000; ++tries) {
    if (std::ifstream(path, std::ios::binary).read(id.internal, sizeof id.internal)) return id;
    usleep(10000);
  }
  REQUIRE(!"the id is there");
  return id;
}

struct Array {
  explicit Array(int n) : n(n) { cudaMalloc(&on_device, n * sizeof(int)); }
  void set(int first) {
    host.resize(n);
    for (int i = 0; i < n; ++i) host[i] = first + i;
    cudaMemcpyAsync(on_device, host.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream);
  }
  const std::vector<int>& get() {
    host.resize(n);
    cudaMemcpyAsync(host.data(), on_device, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
    REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
    return host;
  }

  int n;
  int* on_device;
  std::vector<int> host;
};

/// Every collective, and messages around a ring, twice.
void all() {
  Array x(n), y(n), many(n * ranks);
  const int sum = ranks * (ranks - 1) / 2;
  for (int round = 0; round < 2; ++round) {
    x.set(rank);
    DONE(ncclAllReduce(x.on_device, y.on_device, n, ncclInt, ncclSum, comm, stream));
    y.get();
    for (int i = 0; i < n; ++i) REQUIRE(y.host[i] == ranks * i + sum);
    const int root = round % ranks;
    x.set(10 * rank);
    DONE(ncclReduce(x.on_device, x.on_device, n, ncclInt, ncclMax, root, comm, stream));
    REQUIRE(x.get()[5] == (rank == root ? 10 * (ranks - 1) : 10 * rank) + 5);
    DONE(ncclBroadcast(x.on_device, y.on_device, n, ncclInt, root, comm, stream));
    REQUIRE(y.get()[n - 1] == 10 * (ranks - 1) + n - 1);
    x.set(1000 * rank);
    DONE(ncclAllGather(x.on_device, many.on_device, n, ncclInt, comm, stream));
    for (int r = 0; r < ranks; ++r) REQUIRE(many.get()[r * n + 7] == 1000 * r + 7);
    DONE(ncclReduceScatter(many.on_device, y.on_device, n, ncclInt, ncclSum, comm, stream));
    REQUIRE(y.get()[3] == ranks * (1000 * rank + 3));
    x.set(rank);
    const int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
    DONE(ncclGroupStart());
    DONE(ncclSend(x.on_device, n, ncclInt, right, comm, stream));
    DONE(ncclRecv(y.on_device, n, ncclInt, left, comm, stream));
    DONE(ncclGroupEnd());
    REQUIRE(y.get()[2] == left + 2);
    DONE(ncclAllReduce(x.on_device, x.on_device, 0, ncclInt, ncclSum, comm, stream));
  }
  // Between two that are not at home.
  if (ranks >= 3 && rank == 1) DONE(ncclSend(x.on_device, n, ncclInt, 2, comm, stream));
  if (ranks >= 3 && rank == 2) {
    usleep(300000);
    DONE(ncclRecv(y.on_device, n, ncclInt, 1, comm, stream));
    REQUIRE(y.get()[2] == 1 + 2);
  }
}

/// Waits as a program does that wants to hear of errors.
void wait_awake() {
  while (cudaStreamQuery(stream) == cudaErrorNotReady) {
    ncclResult_t error;
    DONE(ncclCommGetAsyncError(comm, &error));
    if (error == ncclSuccess) continue;
    std::printf("rank %d hears of error %d\n", rank, int(error));
    DONE(ncclCommAbort(comm));
    std::exit(3);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string which = argv[1], path = argv[4];
  rank = std::atoi(argv[2]);
  ranks = std::atoi(argv[3]);
  if (cudaSetDevice(argc > 5 ? std::atoi(argv[5]) : rank) != cudaSuccess) {
    std::printf("rank %d has no device\n", rank);
    return 4;
  }
  ncclUniqueId id = shared_id(path);
  if (which == "id" && rank == 1) std::strstr(id.internal, " id")[-1] ^= 1;
  if (which == "address" && rank == 1)
    std::strcpy(id.internal, "simulator 127.0.0.1:1 0 id 1 process 1");
  if (which == "never" && rank == 1) return 0;
  DONE(ncclCommInitRank(&comm, which == "sizes" && rank == 1 ? ranks + 1 : ranks, id, rank));
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  Array x(n);
  x.set(rank);
  DONE(ncclAllReduce(x.on_device, x.on_device, n, ncclInt, ncclSum, comm, stream));
  REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
  // The others call first: one that calls later hears of it at once.
  if (rank == 1 && (which.starts_with("killed") || which == "ends" || which == "aborts"))
    usleep(500000);
  if (which == "all") {
    all();
  } else if (rank == 1 && which.starts_with("killed")) {
    std::raise(SIGKILL);
  } else if (rank == 1 && which == "ends") {
    return 0;
  } else if (rank == 1 && which == "aborts") {
    DONE(ncclCommAbort(comm));
    return 0;
  } else if (which == "counts") {
    DONE(ncclAllReduce(x.on_device, x.on_device, n - rank, ncclInt, ncclSum, comm, stream));
  } else {
    DONE(ncclAllReduce(x.on_device, x.on_device, n, ncclInt, ncclSum, comm, stream));
  }
  if (which == "killed, awake") wait_awake();
  if (cudaStreamSynchronize(stream) != cudaSuccess) return 5;
  DONE(ncclCommDestroy(comm));
  std::printf("rank %d is done\n", rank);
}
