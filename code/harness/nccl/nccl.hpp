#pragma once

#include <source_location>
#include <string>
#include <vector>

#include "simulator/nccl/nccl.h"

namespace harness {

/// Those of NCCL's functions that this book calls, as one library has them. No program is linked
/// with NCCL, so that each can be built, and started, where there is none.
struct Nccl {
  std::string version;  // such as 2.28.3
  decltype(&ncclGetVersion) get_version;
  decltype(&ncclGetErrorString) get_error_string;
  decltype(&ncclCommInitAll) comm_init_all;
  decltype(&ncclGetUniqueId) get_unique_id;
  decltype(&ncclCommInitRank) comm_init_rank;
  decltype(&ncclCommDestroy) comm_destroy;
  decltype(&ncclGroupStart) group_start;
  decltype(&ncclGroupEnd) group_end;
  decltype(&ncclAllReduce) all_reduce;
  decltype(&ncclMemAlloc) mem_alloc;
  decltype(&ncclMemFree) mem_free;
  decltype(&ncclCommWindowRegister) window_register;      // null before 2.27
  decltype(&ncclCommWindowDeregister) window_deregister;  // likewise

  /// Ends the program with a message that names the call, unless `status` is ncclSuccess.
  void require_success(ncclResult_t status, const char* what,
                       std::source_location where = std::source_location::current()) const;
};

/// The libraries that the variable WARP_NCCL names, by their paths, between colons; without it the
/// one that the loader finds and the one that set-up has fetched. One per version. NVLink multicast
/// stays off for them. On the simulator: its stand-in. What cannot be loaded is left out;
/// `missing_nccl` says what and why, and is empty if nothing is.
const std::vector<Nccl>& nccl_libraries();
const std::string& missing_nccl();

}  // namespace harness

/// Calls a function of `nccl`, a Nccl, and ends the program with the call's text if it fails.
#define NCCL_CALL(nccl, call) (nccl).require_success((nccl).call, #call)
