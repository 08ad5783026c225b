#pragma once

#include <cuda_runtime_api.h>

#include <source_location>

namespace harness {

/// Ends the program with exit status 1 and a message `file:line: error: <what> failed: <name>
/// (<text>)` unless `status` is cudaSuccess.
void require_success(cudaError_t status, const char* what,
                     std::source_location where = std::source_location::current());

}  // namespace harness

/// Makes a call of the CUDA runtime and ends the program with the call's own text if it fails.
#define CUDA_CALL(call) ::harness::require_success((call), #call)

/// Checks a launch that went before: its configuration at once, its execution by waiting for it.
#define CUDA_LAUNCHED()                 \
  do {                                  \
    CUDA_CALL(cudaGetLastError());      \
    CUDA_CALL(cudaDeviceSynchronize()); \
  } while (false)
