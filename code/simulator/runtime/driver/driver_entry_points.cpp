#include <string>

#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/driver/entry_points.hpp"
#include "simulator/runtime/driver/undeclared.hpp"

// How programs ask for functions of the driver API by their names.

using namespace simulator;
using namespace simulator::runtime;

namespace {

cudaError_t runtime_entry_point(const char* symbol, void** function, int version,
                                unsigned long long flags, cudaDriverEntryPointQueryResult* status) {
  return call([&](State&) {
    if (!symbol) return cudaErrorInvalidValue;
    result(function) =
        entry_point(symbol, version, (flags & cudaEnablePerThreadDefaultStream) != 0);
    if (status)
      *status = *function ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    return cudaSuccess;
  });
}

}  // namespace

extern "C" {

CUresult cuGetProcAddress_v2(const char* symbol, void** function, int version, cuuint64_t flags,
                             CUdriverProcAddressQueryResult* status) {
  if (!symbol || !function) return CUDA_ERROR_INVALID_VALUE;
  const bool per_thread = (flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) != 0;
  *function = entry_point(symbol, version, per_thread);
  if (status)
    *status = *function ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  // Who asks for the status is told there, as on an H200.
  return *function || status ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuGetProcAddress(const char* symbol, void** function, int version, cuuint64_t flags) {
  return cuGetProcAddress_v2(symbol, function, version, flags, nullptr);
}

cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** function, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult* status) {
  return runtime_entry_point(symbol, function, CUDART_VERSION, flags, status);
}

cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function, unsigned version,
                                             unsigned long long flags,
                                             cudaDriverEntryPointQueryResult* status) {
  return runtime_entry_point(symbol, function, int(version), flags, status);
}

}  // extern "C"
