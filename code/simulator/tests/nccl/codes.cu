// What NCCL answers to misuse. Usage: codes [CASE]; without a case, all of them, each in a process
// of its own, with what became of it. Needs two devices.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "nccl.hpp"

namespace {

constexpr int n = 100, seconds = 20;

ncclUniqueId id;
ncclComm_t comm[3];
cudaStream_t stream[2];
float* x[2];

ncclResult_t enter_two(int first, int second, int of_second = 2) {
  ncclGetUniqueId(&id);
  ncclGroupStart();
  cudaSetDevice(0);
  ncclCommInitRank(&comm[0], 2, id, first);
  cudaSetDevice(1);
  ncclCommInitRank(&comm[1], of_second, id, second);
  return ncclGroupEnd();
}

void begin() {
  if (enter_two(0, 1) != ncclSuccess) std::exit(100);
  for (int rank = 0; rank < 2; ++rank) {
    cudaSetDevice(rank);
    cudaStreamCreate(&stream[rank]);
    cudaMalloc(&x[rank], n * sizeof(float));
    cudaMemset(x[rank], 0, n * sizeof(float));
  }
}

ncclResult_t sum(int rank, int type = ncclFloat, int op = ncclSum, int on = -1) {
  return ncclAllReduce(x[rank], x[rank], n, ncclDataType_t(type), ncclRedOp_t(op), comm[rank],
                       stream[on < 0 ? rank : on]);
}

ncclResult_t in_group(const std::function<void()>& calls) {
  ncclGroupStart();
  calls();
  return ncclGroupEnd();
}

const std::vector<std::pair<const char*, std::function<int()>>> cases = {
    {"version to nowhere", [] { return ncclGetVersion(nullptr); }},
    {"id to nowhere", [] { return ncclGetUniqueId(nullptr); }},
    {"no ranks", [] { return ncclCommInitAll(comm, 0, nullptr); }},
    {"a device that is not there",
     [] {
       const int devices[] = {0, 1000};
       return ncclCommInitAll(comm, 2, devices);
     }},
    {"a device twice",
     [] {
       const int devices[] = {1, 1};
       return ncclCommInitAll(comm, 2, devices);
     }},
    {"rank 2 of 2", [] { return ncclGetUniqueId(&id), ncclCommInitRank(comm, 2, id, 2); }},
    {"rank -1", [] { return ncclGetUniqueId(&id), ncclCommInitRank(comm, 2, id, -1); }},
    {"one of 0 ranks", [] { return ncclGetUniqueId(&id), ncclCommInitRank(comm, 0, id, 0); }},
    {"communicator to nowhere",
     [] { return ncclGetUniqueId(&id), ncclCommInitRank(nullptr, 1, id, 0); }},
    {"an id that nobody made",
     [] { return std::memset(&id, 'x', sizeof id), ncclCommInitRank(comm, 1, id, 0); }},
    {"a rank twice", [] { return enter_two(1, 1); }},
    {"numbers of ranks differ", [] { return enter_two(0, 1, 3); }},
    {"an id again",
     [] {
       ncclGetUniqueId(&id);
       if (ncclCommInitRank(comm, 1, id, 0) != ncclSuccess) return 100;
       return int(ncclCommInitRank(comm + 1, 1, id, 0));
     }},
    {"no configuration",
     [] { return ncclGetUniqueId(&id), ncclCommInitRankConfig(comm, 1, id, 0, nullptr); }},
    {"a configuration that is none",
     [] {
       ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
       config.magic = 0;
       return ncclGetUniqueId(&id), ncclCommInitRankConfig(comm, 1, id, 0, &config);
     }},
    {"no communicator",
     [] { return begin(), ncclAllReduce(x[0], x[0], n, ncclFloat, ncclSum, nullptr, stream[0]); }},
    {"destroy nothing", [] { return ncclCommDestroy(nullptr); }},
    {"abort nothing", [] { return ncclCommAbort(nullptr); }},
    {"count of nothing",
     [] {
       int ranks;
       return ncclCommCount(nullptr, &ranks);
     }},
    {"count to nowhere", [] { return begin(), ncclCommCount(comm[0], nullptr); }},
    {"error to nowhere", [] { return begin(), ncclCommGetAsyncError(comm[0], nullptr); }},
    {"a type that is none", [] { return begin(), sum(0, ncclNumTypes); }},
    {"a reduction that is none", [] { return begin(), sum(0, ncclFloat, ncclNumOps); }},
    {"a reduction below 0", [] { return begin(), sum(0, ncclFloat, -1); }},
    {"a root that is none",
     [] { return begin(), ncclBroadcast(x[0], x[0], n, ncclFloat, 2, comm[0], stream[0]); }},
    {"a message to nobody",
     [] { return begin(), ncclSend(x[0], n, ncclFloat, 2, comm[0], stream[0]); }},
    {"no buffer",
     [] {
       return begin(), ncclAllReduce(nullptr, x[0], n, ncclFloat, ncclSum, comm[0], stream[0]);
     }},
    {"nothing in no buffer",
     [] {
       begin();
       return in_group([] {
         for (int rank = 0; rank < 2; ++rank)
           ncclAllReduce(nullptr, nullptr, 0, ncclFloat, ncclSum, comm[rank], stream[rank]);
       });
     }},
    {"end of no group", [] { return ncclGroupEnd(); }},
    {"a wrong call in a group",
     [] {
       begin();
       return in_group([] { sum(0), sum(1, ncclNumTypes); });
     }},
    {"a wrong call in a group, itself",
     [] {
       begin();
       ncclGroupStart();
       sum(0);
       return sum(1, ncclNumTypes);
     }},
    {"finalised twice",
     [] {
       ncclGetUniqueId(&id);
       if (ncclCommInitRank(comm, 1, id, 0) != ncclSuccess) return 100;
       if (ncclCommFinalize(comm[0]) != ncclSuccess) return 101;
       return int(ncclCommFinalize(comm[0]));
     }},
    {"a sum after the end",
     [] {
       begin();
       in_group([] { ncclCommFinalize(comm[0]), ncclCommFinalize(comm[1]); });
       return in_group([] { sum(0), sum(1); });
     }},
    {"another device's stream",
     [] {
       begin();
       return in_group([] { sum(0, ncclFloat, ncclSum, 1), sum(1, ncclFloat, ncclSum, 0); });
     }},
    {"no reduction of one's own", [] { return begin(), ncclRedOpDestroy(ncclNumOps, comm[0]); }},
    {"memory of no size",
     [] {
       void* pointer;
       return ncclMemAlloc(&pointer, 0);
     }},
};

}  // namespace

int main(int argc, char** argv) {
  setenv("NCCL_NVLS_ENABLE", "0", 1);
  for (const auto& [name, body] : cases) {
    if (argc > 1 && std::strcmp(argv[1], name) != 0) continue;
    if (argc > 1) {
      const int code = body();
      std::fflush(stdout);
      _exit(code);
    }
    const pid_t child = fork();
    if (child == 0) {
      alarm(seconds);
      execl("/proc/self/exe", argv[0], name, nullptr);
      _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
      std::printf("%s: no answer\n", name);
    else if (WIFSIGNALED(status))
      std::printf("%s: crash\n", name);
    else
      std::printf("%s: %d\n", name, WEXITSTATUS(status));
    std::fflush(stdout);
  }
}
