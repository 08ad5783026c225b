// exit: 0
// prints: all as it should be
// reports: not supported: a communicator that does not block
// reports: not supported: NCCL in a stream that captures
// reports: not supported: a reduction of 8-bit floating-point numbers
// reports: not supported: a reduction of one's own
// devices: 3
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "../nccl/nccl.hpp"
#include "simulator/simulator.hpp"

// What is wrong about a call gets NCCL's code and a message, and leaves the communicator as it was.

#define REQUIRE(...)                                      \
  if (!(__VA_ARGS__)) {                                   \
    std::printf("line %d: %s\n", __LINE__, #__VA_ARGS__); \
    std::exit(1);                                         \
  }

constexpr int n = 100;

/// Is that the code, and does the message have the text?
bool fails(ncclResult_t got, ncclResult_t code, const char* text) {
  const std::string message = ncclGetLastError(nullptr);
  if (got == code && message.find(text) != message.npos) return true;
  std::printf("%d: %s\n", int(got), message.c_str());
  return false;
}

ncclResult_t enter_two(ncclComm_t* comm, const ncclUniqueId& id, int first, int second) {
  ncclGroupStart();
  ncclCommInitRank(&comm[0], 2, id, first);
  cudaSetDevice(1);
  ncclCommInitRank(&comm[1], 2, id, second);
  cudaSetDevice(0);
  return ncclGroupEnd();
}

void wrong_communicators() {
  int version = 0;
  REQUIRE(ncclGetVersion(&version) == ncclSuccess && version >= 22800);
  REQUIRE(fails(ncclGetVersion(nullptr), ncclInvalidArgument, "ncclGetVersion: the place"));
  ncclComm_t comm[4];
  ncclUniqueId id;
  REQUIRE(fails(ncclCommInitAll(comm, 0, nullptr), ncclInvalidArgument, "no ranks"));
  REQUIRE(fails(ncclCommInitAll(comm, 4, nullptr), ncclInvalidArgument, "no device 3"));
  const int same[] = {1, 1};
  REQUIRE(fails(ncclCommInitAll(comm, 2, same), ncclInvalidUsage, "both on device 1"));
  ncclGetUniqueId(&id);
  REQUIRE(fails(ncclCommInitRank(comm, 2, id, 2), ncclInvalidArgument, "no rank 2 of 2"));
  REQUIRE(fails(ncclCommInitRank(nullptr, 2, id, 0), ncclInvalidArgument, "the place"));
  REQUIRE(fails(enter_two(comm, id, 1, 1), ncclInvalidArgument, "comes twice"));
  ncclGetUniqueId(&id);
  REQUIRE(ncclCommInitRank(comm, 1, id, 0) == ncclSuccess);
  REQUIRE(fails(ncclCommInitRank(comm + 1, 1, id, 0), ncclInvalidUsage, "has all its ranks"));
  REQUIRE(ncclCommDestroy(comm[0]) == ncclSuccess);
  REQUIRE(fails(ncclCommDestroy(comm[0]), ncclInvalidArgument, "destroyed"));
  REQUIRE(ncclCommDestroy(nullptr) == ncclSuccess);
  ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
  config.blocking = 0;
  ncclGetUniqueId(&id);
  REQUIRE(fails(ncclCommInitRankConfig(comm, 1, id, 0, &config), ncclInvalidUsage, "not block"));
  config.magic = 0;
  REQUIRE(fails(ncclCommInitRankConfig(comm, 1, id, 0, &config), ncclInvalidArgument, "INITIAL"));
  std::memset(&id, 'x', sizeof id);
  REQUIRE(fails(ncclCommInitRank(comm, 1, id, 0), ncclInvalidArgument, "ncclGetUniqueId"));
  std::strcpy(id.internal, "simulator 127.0.0.1:1 0 id 1 process 1");
  REQUIRE(fails(ncclCommInitRank(comm, 1, id, 0), ncclSystemError, "does not answer"));
}

int main() {
  wrong_communicators();
  ncclUniqueId id;
  ncclComm_t comm[2];
  ncclGetUniqueId(&id);
  REQUIRE(enter_two(comm, id, 0, 1) == ncclSuccess);
  cudaStream_t stream[2];
  float* x[2];
  for (int rank = 1; rank >= 0; --rank) {
    cudaSetDevice(rank);
    cudaStreamCreate(&stream[rank]);
    cudaMalloc(&x[rank], n * sizeof(float));
    cudaMemset(x[rank], 0, n * sizeof(float));
  }
  const auto sum = [&](float* buffer, ncclDataType_t type, int op, ncclComm_t in, cudaStream_t on) {
    return ncclAllReduce(buffer, buffer, n, type, ncclRedOp_t(op), in, on);
  };
  REQUIRE(fails(sum(x[0], ncclFloat, 0, nullptr, stream[0]), ncclInvalidArgument, "is null"));
  REQUIRE(fails(sum(x[0], ncclFloat, 5, comm[0], stream[0]), ncclInvalidArgument, "reduction 5"));
  REQUIRE(fails(sum(x[0], ncclNumTypes, 0, comm[0], stream[0]), ncclInvalidArgument, "type 12"));
  REQUIRE(fails(sum(x[0], ncclFloat8e4m3, 0, comm[0], stream[0]), ncclInvalidUsage, "8-bit"));
  REQUIRE(fails(sum(x[0], ncclFloat, 0, comm[0], stream[1]), ncclUnhandledCudaError, "device 1"));
  REQUIRE(
      fails(ncclSend(x[0], n, ncclFloat, 2, comm[0], stream[0]), ncclInvalidArgument, "no rank 2"));
  REQUIRE(fails(ncclGroupEnd(), ncclInvalidUsage, "no group"));
  ncclRedOp_t op;
  REQUIRE(fails(ncclRedOpCreatePreMulSum(&op, x, ncclFloat, ncclScalarDevice, comm[0]),
                ncclInvalidUsage, "of one's own"));
  REQUIRE(cudaStreamBeginCapture(stream[0], cudaStreamCaptureModeRelaxed) == cudaSuccess);
  REQUIRE(fails(sum(x[0], ncclFloat, 0, comm[0], stream[0]), ncclInvalidUsage, "captures"));
  cudaGraph_t graph;
  REQUIRE(cudaStreamEndCapture(stream[0], &graph) == cudaSuccess);

  // Of a group with a wrong call nothing is done, and the next one is as if it had not been.
  ncclGroupStart();
  REQUIRE(sum(x[0], ncclFloat, 0, comm[0], stream[0]) == ncclSuccess);
  REQUIRE(sum(x[1], ncclFloat, -1, comm[1], stream[1]) == ncclInvalidArgument);
  REQUIRE(fails(ncclGroupEnd(), ncclInvalidArgument, "in the group has failed"));
  ncclGroupStart();
  ncclGroupStart();
  REQUIRE(sum(x[0], ncclFloat, 0, comm[0], stream[0]) == ncclSuccess);
  REQUIRE(ncclGroupEnd() == ncclSuccess);
  REQUIRE(sum(x[1], ncclFloat, 0, comm[1], stream[1]) == ncclSuccess);
  REQUIRE(ncclGroupEnd() == ncclSuccess);
  REQUIRE(cudaStreamSynchronize(stream[0]) == cudaSuccess);

  // What is empty takes no turn in a stream, and is no error.
  ncclResult_t error;
  ncclGroupStart();
  for (int rank = 0; rank < 2; ++rank)
    REQUIRE(ncclBcast(x[rank], 0, ncclFloat, 0, comm[rank], stream[rank]) == ncclSuccess);
  REQUIRE(ncclGroupEnd() == ncclSuccess);
  REQUIRE(ncclCommGetAsyncError(comm[0], &error) == ncclSuccess && error == ncclSuccess);

  // What waits for a rank that never comes ends when its own rank aborts.
  REQUIRE(sum(x[0], ncclFloat, 0, comm[0], stream[0]) == ncclSuccess);
  REQUIRE(cudaStreamQuery(stream[0]) == cudaErrorNotReady);
  REQUIRE(ncclCommAbort(comm[0]) == ncclSuccess);
  REQUIRE(cudaStreamSynchronize(stream[0]) == cudaSuccess);

  REQUIRE(ncclCommFinalize(comm[1]) == ncclSuccess);
  REQUIRE(fails(ncclCommFinalize(comm[1]), ncclInvalidArgument, "finalised already"));
  REQUIRE(fails(sum(x[1], ncclFloat, 0, comm[1], stream[1]), ncclInvalidUsage, "is finalised"));
  REQUIRE(ncclCommDestroy(comm[1]) == ncclSuccess);
  for (const simulator::Fault& each : simulator::take_faults())
    REQUIRE(each.kind == simulator::fault::unsupported);
  REQUIRE(std::strcmp(ncclGetErrorString(ncclSuccess), "no error") == 0);
  std::printf("all as it should be\n");
}
