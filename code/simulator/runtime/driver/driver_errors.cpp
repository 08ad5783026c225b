#include <array>
#include <string>

#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/process/faults.hpp"

// The driver's errors.

using namespace simulator;
using namespace simulator::runtime;

namespace {

struct ResultName {
  CUresult code;
  const char* name;
};

#define RESULT_NAME(code) \
  ResultName {            \
    code, #code           \
  }
/// Those that the simulator returns. Their texts are the runtime's.
constexpr std::array result_names = {
    RESULT_NAME(CUDA_SUCCESS),
    RESULT_NAME(CUDA_ERROR_INVALID_VALUE),
    RESULT_NAME(CUDA_ERROR_OUT_OF_MEMORY),
    RESULT_NAME(CUDA_ERROR_NOT_INITIALIZED),
    RESULT_NAME(CUDA_ERROR_DEINITIALIZED),
    RESULT_NAME(CUDA_ERROR_NO_DEVICE),
    RESULT_NAME(CUDA_ERROR_INVALID_DEVICE),
    RESULT_NAME(CUDA_ERROR_INVALID_IMAGE),
    RESULT_NAME(CUDA_ERROR_INVALID_CONTEXT),
    RESULT_NAME(CUDA_ERROR_NO_BINARY_FOR_GPU),
    RESULT_NAME(CUDA_ERROR_UNSUPPORTED_LIMIT),
    RESULT_NAME(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED),
    RESULT_NAME(CUDA_ERROR_INVALID_PTX),
    RESULT_NAME(CUDA_ERROR_FILE_NOT_FOUND),
    RESULT_NAME(CUDA_ERROR_OPERATING_SYSTEM),
    RESULT_NAME(CUDA_ERROR_INVALID_HANDLE),
    RESULT_NAME(CUDA_ERROR_ILLEGAL_STATE),
    RESULT_NAME(CUDA_ERROR_LOSSY_QUERY),
    RESULT_NAME(CUDA_ERROR_NOT_FOUND),
    RESULT_NAME(CUDA_ERROR_NOT_READY),
    RESULT_NAME(CUDA_ERROR_ILLEGAL_ADDRESS),
    RESULT_NAME(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES),
    RESULT_NAME(CUDA_ERROR_LAUNCH_TIMEOUT),
    RESULT_NAME(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED),
    RESULT_NAME(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED),
    RESULT_NAME(CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE),
    RESULT_NAME(CUDA_ERROR_CONTEXT_IS_DESTROYED),
    RESULT_NAME(CUDA_ERROR_ASSERT),
    RESULT_NAME(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED),
    RESULT_NAME(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED),
    RESULT_NAME(CUDA_ERROR_ILLEGAL_INSTRUCTION),
    RESULT_NAME(CUDA_ERROR_MISALIGNED_ADDRESS),
    RESULT_NAME(CUDA_ERROR_LAUNCH_FAILED),
    RESULT_NAME(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE),
    RESULT_NAME(CUDA_ERROR_NOT_PERMITTED),
    RESULT_NAME(CUDA_ERROR_NOT_SUPPORTED),
    RESULT_NAME(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED),
    RESULT_NAME(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED),
    RESULT_NAME(CUDA_ERROR_STREAM_CAPTURE_MERGE),
    RESULT_NAME(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED),
    RESULT_NAME(CUDA_ERROR_STREAM_CAPTURE_UNJOINED),
    RESULT_NAME(CUDA_ERROR_STREAM_CAPTURE_ISOLATION),
    RESULT_NAME(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT),
    RESULT_NAME(CUDA_ERROR_CAPTURED_EVENT),
    RESULT_NAME(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD),
    RESULT_NAME(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE),
    RESULT_NAME(CUDA_ERROR_INVALID_CLUSTER_SIZE),
    RESULT_NAME(CUDA_ERROR_UNKNOWN),
};
#undef RESULT_NAME

const char* name_of_result(CUresult code) {
  for (const ResultName& each : result_names)
    if (each.code == code) return each.name;
  return nullptr;
}

/// Errors that only the driver API knows, or calls otherwise.
bool is_misuse_of_driver(cudaError_t error) {
  return error == error_of(CUDA_ERROR_INVALID_CONTEXT) ||
         error == error_of(CUDA_ERROR_CONTEXT_IS_DESTROYED) ||
         error == error_of(CUDA_ERROR_NOT_INITIALIZED) ||
         error == error_of(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES) ||
         error == error_of(CUDA_ERROR_INVALID_IMAGE) || error == error_of(CUDA_ERROR_INVALID_PTX) ||
         error == error_of(CUDA_ERROR_NO_BINARY_FOR_GPU);
}

}  // namespace

CUresult simulator::runtime::result_of(cudaError_t error) {
  switch (error) {
    case cudaErrorInvalidDeviceFunction:
      return CUDA_ERROR_INVALID_HANDLE;
    case cudaErrorInvalidSymbol:
      return CUDA_ERROR_NOT_FOUND;
    default:
      break;
  }
  // The runtime has more names than the driver for what is wrong with a value.
  if (error > cudaErrorCudartUnloading && error < cudaErrorNoDevice)
    return CUDA_ERROR_INVALID_VALUE;
  return CUresult(error);
}

CUresult simulator::runtime::concluded(cudaError_t error, const OwnErrors& errors,
                                       const std::source_location& where) {
  const CUresult result = result_of(error);
  if (errors.told() || (!is_misuse(error) && !is_misuse_of_driver(error))) return result;
  const char *name = name_of_result(result), *text = nullptr;
  cuGetErrorString(result, &text);
  const HostLine line = HostCall::here().line();
  Fault note;
  note.file = line.file;
  note.line = line.line;
  note.kind = fault::api;
  note.message = name_of(where) + " returned " + (name ? name : std::to_string(result)) + " (" +
                 (errors.why().empty() ? text : errors.why()) + ')';
  note.benign = true;
  report(std::move(note));
  return result;
}

extern "C" {

CUresult cuGetErrorName(CUresult error, const char** name) {
  if (!name) return CUDA_ERROR_INVALID_VALUE;
  *name = name_of_result(error);
  return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char** text) {
  if (!text) return CUDA_ERROR_INVALID_VALUE;
  *text = name_of_result(error) ? cudaGetErrorString(error_of(error)) : nullptr;
  return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

}  // extern "C"
