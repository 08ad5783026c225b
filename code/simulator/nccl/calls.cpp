#include "simulator/nccl/group.hpp"
#include "simulator/nccl/reduction.hpp"
#include "simulator/nccl/result.hpp"

using namespace simulator::nccl;
using simulator::runtime::State;

namespace {

bool reduces(Kind kind) {
  return kind == Kind::all_reduce || kind == Kind::reduce || kind == Kind::reduce_scatter;
}

/// Throws Error for what is wrong about the call alone.
void check(const ncclComm& comm, const Call& call) {
  const auto wrong = [](std::string what) { return Error{ncclInvalidArgument, std::move(what)}; };
  if (comm.finalised) throw Error{ncclInvalidUsage, "the communicator is finalised"};
  if (!comm.clique->failure.empty()) throw Error{comm.clique->error, comm.clique->failure};
  if (call.type < 0 || call.type >= ncclNumTypes)
    throw wrong("there is no data type " + std::to_string(call.type));
  if (call.op < 0 || call.op >= ncclNumOps)
    throw wrong("there is no reduction " + std::to_string(call.op));
  if (call.root < 0 || std::size_t(call.root) >= comm.clique->ranks.size())
    throw wrong("there is no rank " + std::to_string(call.root));
  if (reduces(call.kind) && !is_reducible(call.type))
    throw refused("a reduction of 8-bit floating-point numbers");
}

ncclResult_t give(ncclComm_t comm, cudaStream_t stream, const Call& it) {
  return call(it.name, [&](State& s) {
    ncclComm& rank = checked(comm);
    check(rank, it);
    if (s.recorder->communicate(it.name + (" " + std::to_string(it.count)) + " of type " +
                                    std::to_string(it.type) + ", reduction " +
                                    std::to_string(it.op) + ", root " + std::to_string(it.root) +
                                    ", rank " + std::to_string(rank.rank) + " of " +
                                    std::to_string(rank.clique->ranks.size()),
                                it.receive, it.send))
      add(s, rank, it, stream);
    return ncclSuccess;
  });
}

}  // namespace

extern "C" {

ncclResult_t ncclAllReduce(const void* send, void* receive, size_t count, ncclDataType_t type,
                           ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
  return give(comm, stream, {Kind::all_reduce, __func__, send, receive, count, type, op});
}

ncclResult_t ncclReduce(const void* send, void* receive, size_t count, ncclDataType_t type,
                        ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t stream) {
  return give(comm, stream, {Kind::reduce, __func__, send, receive, count, type, op, root});
}

ncclResult_t ncclReduceScatter(const void* send, void* receive, size_t count, ncclDataType_t type,
                               ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
  return give(comm, stream, {Kind::reduce_scatter, __func__, send, receive, count, type, op});
}

ncclResult_t ncclBroadcast(const void* send, void* receive, size_t count, ncclDataType_t type,
                           int root, ncclComm_t comm, cudaStream_t stream) {
  return give(comm, stream, {Kind::broadcast, __func__, send, receive, count, type, ncclSum, root});
}

ncclResult_t ncclBcast(void* buffer, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                       cudaStream_t stream) {
  return give(comm, stream,
              {Kind::broadcast, __func__, buffer, buffer, count, type, ncclSum, root});
}

ncclResult_t ncclAllGather(const void* send, void* receive, size_t count, ncclDataType_t type,
                           ncclComm_t comm, cudaStream_t stream) {
  return give(comm, stream, {Kind::all_gather, __func__, send, receive, count, type});
}

ncclResult_t ncclAlltoAll(const void* send, void* receive, size_t count, ncclDataType_t type,
                          ncclComm_t comm, cudaStream_t stream) {
  return give(comm, stream, {Kind::all_to_all, __func__, send, receive, count, type});
}

ncclResult_t ncclGather(const void* send, void* receive, size_t count, ncclDataType_t type,
                        int root, ncclComm_t comm, cudaStream_t stream) {
  return give(comm, stream, {Kind::gather, __func__, send, receive, count, type, ncclSum, root});
}

ncclResult_t ncclScatter(const void* send, void* receive, size_t count, ncclDataType_t type,
                         int root, ncclComm_t comm, cudaStream_t stream) {
  return give(comm, stream, {Kind::scatter, __func__, send, receive, count, type, ncclSum, root});
}

ncclResult_t ncclSend(const void* send, size_t count, ncclDataType_t type, int peer,
                      ncclComm_t comm, cudaStream_t stream) {
  return give(comm, stream,
              {Kind::transfer, __func__, send, nullptr, count, type, ncclSum, peer, true});
}

ncclResult_t ncclRecv(void* receive, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
  return give(comm, stream,
              {Kind::transfer, __func__, nullptr, receive, count, type, ncclSum, peer});
}

ncclResult_t ncclRedOpCreatePreMulSum(ncclRedOp_t*, void*, ncclDataType_t, ncclScalarResidence_t,
                                      ncclComm_t) {
  return call(__func__, [](State&) -> ncclResult_t { throw refused("a reduction of one's own"); });
}

ncclResult_t ncclRedOpDestroy(ncclRedOp_t, ncclComm_t) {
  return call(__func__, [](State&) -> ncclResult_t {
    throw Error{ncclInvalidArgument, "the reduction was never made"};
  });
}

ncclResult_t ncclMemAlloc(void** pointer, size_t bytes) {
  return call(__func__, [&](State&) {
    const cudaError_t error = cudaMalloc(pointer, bytes);
    if (error != cudaSuccess) throw simulator::runtime::ApiError{error};
    return ncclSuccess;
  });
}

ncclResult_t ncclMemFree(void* pointer) {
  return call(__func__, [&](State&) {
    const cudaError_t error = cudaFree(pointer);
    if (error != cudaSuccess) throw simulator::runtime::ApiError{error};
    return ncclSuccess;
  });
}

// Registered or not, a buffer is used in the same way.

ncclResult_t ncclCommRegister(ncclComm_t comm, void* buffer, size_t, void** handle) {
  return call(__func__, [&](State&) {
    checked(comm);
    result(handle, "the place for the handle") = buffer;
    return ncclSuccess;
  });
}

ncclResult_t ncclCommDeregister(ncclComm_t comm, void*) {
  return call(__func__, [&](State&) { return checked(comm), ncclSuccess; });
}

ncclResult_t ncclCommWindowRegister(ncclComm_t comm, void* buffer, size_t, ncclWindow_t* window,
                                    int) {
  return call(__func__, [&](State&) {
    checked(comm);
    result(window, "the place for the window") = static_cast<ncclWindow_t>(buffer);
    return ncclSuccess;
  });
}

ncclResult_t ncclCommWindowDeregister(ncclComm_t comm, ncclWindow_t) {
  return call(__func__, [&](State&) { return checked(comm), ncclSuccess; });
}

}  // extern "C"
