#include <cstring>
#include <utility>
#include <vector>

#include "simulator/nccl/communicator.hpp"
#include "simulator/nccl/group.hpp"
#include "simulator/nccl/result.hpp"

// Communicators, as NCCL's functions; communicator.cpp keeps them.

using namespace simulator::nccl;
using simulator::runtime::State;

namespace {

std::string text_of(const ncclUniqueId& id) {
  return {id.internal, strnlen(id.internal, sizeof id.internal)};
}

ncclResult_t init_rank(const char* name, const Entry& entry) {
  return call(name, [&](State& s) {
    result(entry.place, "the place for the communicator");
    add(s, entry);
    return ncclSuccess;
  });
}

}  // namespace

extern "C" {

ncclResult_t ncclGetVersion(int* version) {
  return call(__func__, [&](State&) {
    result(version, "the place for the version") = NCCL_VERSION_CODE;
    return ncclSuccess;
  });
}

ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
  return call(__func__, [&](State&) {
    result(id, "the place for the id") = {};
    const std::string text = make_id(true);
    text.copy(id->internal, sizeof id->internal);
    return ncclSuccess;
  });
}

ncclResult_t ncclCommInitRank(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank) {
  return init_rank(__func__,
                   {comm, ranks, rank, simulator::runtime::current_device(), text_of(id)});
}

/// What the configuration says of speed counts for nothing here.
ncclResult_t ncclCommInitRankConfig(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank,
                                    ncclConfig_t* config) {
  const ncclResult_t wrong = call(__func__, [&](State&) {
    if (!config) return ncclSuccess;
    if (config->magic != NCCL_CONFIG_MAGIC)
      throw Error{ncclInvalidArgument, "the configuration lacks NCCL_CONFIG_INITIALIZER"};
    if (config->blocking == 0) throw refused("a communicator that does not block");
    return ncclSuccess;
  });
  return wrong != ncclSuccess ? wrong : ncclCommInitRank(comm, ranks, id, rank);
}

ncclResult_t ncclCommInitAll(ncclComm_t* comms, int ranks, const int* devices) {
  return call(__func__, [&](State& s) {
    result(comms, "the place for the communicators");
    if (ranks < 1) throw Error{ncclInvalidArgument, "there are no ranks"};
    const std::string id = make_id(false);
    std::vector<Entry> entries;
    for (int rank = 0; rank < ranks; ++rank) {
      const int device = devices ? devices[rank] : rank;
      if (device < 0 || std::size_t(device) >= s.contexts.size())
        throw Error{ncclInvalidArgument, "there is no device " + std::to_string(device)};
      entries.push_back({comms + rank, ranks, rank, unsigned(device), id});
    }
    enter(s, entries);
    return ncclSuccess;
  });
}

/// Operations that are under way need none of what is freed.
ncclResult_t ncclCommFinalize(ncclComm_t comm) {
  return call(__func__, [&](State&) {
    if (std::exchange(checked(comm).finalised, true))
      throw Error{ncclInvalidArgument, "the communicator is finalised already"};
    return ncclSuccess;
  });
}

ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  return call(__func__, [&](State& s) {
    if (comm) leave(s, checked(comm));
    return ncclSuccess;
  });
}

ncclResult_t ncclCommAbort(ncclComm_t comm) {
  return call(__func__, [&](State& s) {
    if (comm) abort(s, checked(comm));
    return ncclSuccess;
  });
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* error) {
  return call(__func__, [&](State& s) {
    result(error, "the place for the error") =
        s.sticky != cudaSuccess ? ncclUnhandledCudaError : checked(comm).clique->error;
    return ncclSuccess;
  });
}

ncclResult_t ncclCommCount(ncclComm_t comm, int* ranks) {
  return call(__func__, [&](State&) {
    result(ranks, "the place for the number") = int(checked(comm).clique->ranks.size());
    return ncclSuccess;
  });
}

ncclResult_t ncclCommCuDevice(ncclComm_t comm, int* device) {
  return call(__func__, [&](State&) {
    result(device, "the place for the device") = int(checked(comm).device);
    return ncclSuccess;
  });
}

ncclResult_t ncclCommUserRank(ncclComm_t comm, int* rank) {
  return call(__func__, [&](State&) {
    result(rank, "the place for the rank") = checked(comm).rank;
    return ncclSuccess;
  });
}

}  // extern "C"
