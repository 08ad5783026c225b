#include "harness/nccl/nccl.hpp"

namespace harness {

const std::vector<Nccl>& nccl_libraries() {
  static const std::vector<Nccl> stand_in = {
      {"stand-in", ncclGetVersion, ncclGetErrorString, ncclCommInitAll, ncclGetUniqueId,
       ncclCommInitRank, ncclCommDestroy, ncclGroupStart, ncclGroupEnd, ncclAllReduce, ncclMemAlloc,
       ncclMemFree, ncclCommWindowRegister, ncclCommWindowDeregister}};
  return stand_in;
}

const std::string& missing_nccl() {
  static const std::string nothing;
  return nothing;
}

}  // namespace harness
