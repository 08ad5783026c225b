// Says what a program and NCCL have to agree about, as the header that it is compiled with has it.
#include <cstddef>
#include <cstdio>
#include <type_traits>

#include "nccl.hpp"

#define VALUE(name) std::printf(#name " %lld\n", (long long)(name))
#define FIELD(name)                                                       \
  std::printf(#name " at %zu, %zu bytes\n", offsetof(ncclConfig_t, name), \
              sizeof(ncclConfig_t::name))
#define IS(name, ...) static_assert(std::is_same_v<decltype(&name), __VA_ARGS__>)

using R = ncclResult_t;
using T = ncclDataType_t;
using C = ncclComm_t;
using S = cudaStream_t;
using N = std::size_t;
using From = const void*;

IS(ncclGetVersion, R (*)(int*));
IS(ncclGetErrorString, const char* (*)(R));
IS(ncclGetLastError, const char* (*)(C));
IS(ncclGetUniqueId, R (*)(ncclUniqueId*));
IS(ncclCommInitRank, R (*)(C*, int, ncclUniqueId, int));
IS(ncclCommInitRankConfig, R (*)(C*, int, ncclUniqueId, int, ncclConfig_t*));
IS(ncclCommInitAll, R (*)(C*, int, const int*));
IS(ncclCommFinalize, R (*)(C));
IS(ncclCommDestroy, R (*)(C));
IS(ncclCommAbort, R (*)(C));
IS(ncclCommGetAsyncError, R (*)(C, R*));
IS(ncclCommCount, R (*)(C, int*));
IS(ncclCommCuDevice, R (*)(C, int*));
IS(ncclCommUserRank, R (*)(C, int*));
IS(ncclMemAlloc, R (*)(void**, N));
IS(ncclMemFree, R (*)(void*));
IS(ncclCommRegister, R (*)(C, void*, N, void**));
IS(ncclCommDeregister, R (*)(C, void*));
IS(ncclCommWindowRegister, R (*)(C, void*, N, ncclWindow_t*, int));
IS(ncclCommWindowDeregister, R (*)(C, ncclWindow_t));
IS(ncclRedOpCreatePreMulSum, R (*)(ncclRedOp_t*, void*, T, ncclScalarResidence_t, C));
IS(ncclRedOpDestroy, R (*)(ncclRedOp_t, C));
IS(ncclGroupStart, R (*)());
IS(ncclGroupEnd, R (*)());
IS(ncclAllReduce, R (*)(From, void*, N, T, ncclRedOp_t, C, S));
IS(ncclReduce, R (*)(From, void*, N, T, ncclRedOp_t, int, C, S));
IS(ncclReduceScatter, R (*)(From, void*, N, T, ncclRedOp_t, C, S));
IS(ncclBroadcast, R (*)(From, void*, N, T, int, C, S));
IS(ncclBcast, R (*)(void*, N, T, int, C, S));
IS(ncclAllGather, R (*)(From, void*, N, T, C, S));
#if NCCL_VERSION_CODE >= 22800
IS(ncclAlltoAll, R (*)(From, void*, N, T, C, S));
IS(ncclGather, R (*)(From, void*, N, T, int, C, S));
IS(ncclScatter, R (*)(From, void*, N, T, int, C, S));
#endif
IS(ncclSend, R (*)(From, N, T, int, C, S));
IS(ncclRecv, R (*)(void*, N, T, int, C, S));

int main() {
  VALUE(NCCL_VERSION_CODE);
  VALUE(NCCL_VERSION(2, 8, 4));
  VALUE(sizeof(ncclUniqueId));
  VALUE(ncclSuccess);
  VALUE(ncclUnhandledCudaError);
  VALUE(ncclSystemError);
  VALUE(ncclInternalError);
  VALUE(ncclInvalidArgument);
  VALUE(ncclInvalidUsage);
  VALUE(ncclRemoteError);
  VALUE(ncclInProgress);
  VALUE(ncclNumResults);
  VALUE(ncclSum);
  VALUE(ncclProd);
  VALUE(ncclMax);
  VALUE(ncclMin);
  VALUE(ncclAvg);
  VALUE(ncclNumOps);
  VALUE(ncclMaxRedOp);
  VALUE(sizeof(ncclRedOp_t));
  VALUE(ncclInt8);
  VALUE(ncclChar);
  VALUE(ncclUint8);
  VALUE(ncclInt32);
  VALUE(ncclInt);
  VALUE(ncclUint32);
  VALUE(ncclInt64);
  VALUE(ncclUint64);
  VALUE(ncclFloat16);
  VALUE(ncclHalf);
  VALUE(ncclFloat32);
  VALUE(ncclFloat);
  VALUE(ncclFloat64);
  VALUE(ncclDouble);
  VALUE(ncclBfloat16);
  VALUE(ncclFloat8e4m3);
  VALUE(ncclFloat8e5m2);
  VALUE(ncclNumTypes);
  VALUE(ncclScalarDevice);
  VALUE(ncclScalarHostImmediate);
  VALUE(NCCL_CONFIG_UNDEF_INT);
  VALUE(NCCL_WIN_DEFAULT);
  VALUE(NCCL_WIN_COLL_SYMMETRIC);
  FIELD(size);
  FIELD(magic);
  FIELD(version);
  FIELD(blocking);
  FIELD(cgaClusterSize);
  FIELD(minCTAs);
  FIELD(maxCTAs);
  FIELD(netName);
  FIELD(splitShare);
  FIELD(trafficClass);
  FIELD(commName);
  FIELD(collnetEnable);
  FIELD(CTAPolicy);
  FIELD(shrinkShare);
  FIELD(nvlsCTAs);
  FIELD(nChannelsPerNetPeer);
  FIELD(nvlinkCentricSched);
  VALUE(sizeof(ncclConfig_t));
  const ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
  VALUE(config.size);
  VALUE(config.magic);
  VALUE(config.version);
  VALUE(config.blocking);
  VALUE(config.nvlinkCentricSched);
  VALUE(config.netName == nullptr && config.commName == nullptr);
}
