#include <array>

#include "simulator/runtime/runtime.hpp"

using namespace simulator::runtime;

namespace {

struct ErrorText {
  cudaError_t code;
  const char *name, *text;
};

#define ERROR_TEXT(code, text) \
  ErrorText {                  \
    code, #code, text          \
  }
constexpr std::array error_texts = {
    ERROR_TEXT(cudaSuccess, "no error"),
    ERROR_TEXT(cudaErrorInvalidValue, "invalid argument"),
    ERROR_TEXT(cudaErrorMemoryAllocation, "out of memory"),
    ERROR_TEXT(cudaErrorInitializationError, "initialization error"),
    ERROR_TEXT(cudaErrorCudartUnloading, "driver shutting down"),
    ERROR_TEXT(cudaErrorInvalidConfiguration, "invalid configuration argument"),
    ERROR_TEXT(cudaErrorInvalidPitchValue, "invalid pitch argument"),
    ERROR_TEXT(cudaErrorInvalidSymbol, "invalid device symbol"),
    ERROR_TEXT(cudaErrorInvalidDevicePointer, "invalid device pointer"),
    ERROR_TEXT(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    ERROR_TEXT(cudaErrorMissingConfiguration, "__global__ function call is not configured"),
    ERROR_TEXT(cudaErrorInvalidDeviceFunction, "invalid device function"),
    ERROR_TEXT(cudaErrorNoDevice, "no CUDA-capable device is detected"),
    ERROR_TEXT(cudaErrorInvalidDevice, "invalid device ordinal"),
    ERROR_TEXT(cudaErrorInvalidKernelImage, "device kernel image is invalid"),
    ERROR_TEXT(cudaErrorDeviceUninitialized, "invalid device context"),
    ERROR_TEXT(cudaErrorNoKernelImageForDevice,
               "no kernel image is available for execution on the device"),
    ERROR_TEXT(cudaErrorPeerAccessUnsupported,
               "peer access is not supported between these two devices"),
    ERROR_TEXT(cudaErrorInvalidPtx, "a PTX JIT compilation failed"),
    ERROR_TEXT(cudaErrorUnsupportedLimit, "limit is not supported on this architecture"),
    ERROR_TEXT(cudaErrorInvalidResourceHandle, "invalid resource handle"),
    ERROR_TEXT(cudaErrorFileNotFound, "file not found"),
    ERROR_TEXT(cudaErrorSymbolNotFound, "named symbol not found"),
    ERROR_TEXT(cudaErrorNotReady, "device not ready"),
    ERROR_TEXT(cudaErrorIllegalAddress, "an illegal memory access was encountered"),
    ERROR_TEXT(cudaErrorLaunchOutOfResources, "too many resources requested for launch"),
    ERROR_TEXT(cudaErrorLaunchTimeout, "the launch timed out and was terminated"),
    ERROR_TEXT(cudaErrorContextIsDestroyed, "context is destroyed"),
    ERROR_TEXT(cudaErrorAssert, "device-side assert triggered"),
    ERROR_TEXT(cudaErrorPeerAccessAlreadyEnabled, "peer access is already enabled"),
    ERROR_TEXT(cudaErrorPeerAccessNotEnabled, "peer access has not been enabled"),
    ERROR_TEXT(cudaErrorHostMemoryAlreadyRegistered,
               "part or all of the requested memory range is already mapped"),
    ERROR_TEXT(cudaErrorHostMemoryNotRegistered,
               "pointer does not correspond to a registered memory region"),
    ERROR_TEXT(cudaErrorIllegalInstruction, "an illegal instruction was encountered"),
    ERROR_TEXT(cudaErrorMisalignedAddress, "misaligned address"),
    ERROR_TEXT(cudaErrorOperatingSystem, "OS call failed or operation not supported on this OS"),
    ERROR_TEXT(cudaErrorLaunchFailure, "unspecified launch failure"),
    ERROR_TEXT(cudaErrorInvalidClusterSize,
               "a kernel launch error has occurred due to cluster misconfiguration"),
    ERROR_TEXT(cudaErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch"),
    ERROR_TEXT(cudaErrorNotPermitted, "operation not permitted"),
    ERROR_TEXT(cudaErrorNotSupported, "operation not supported"),
    ERROR_TEXT(cudaErrorStreamCaptureUnsupported,
               "operation not permitted when stream is capturing"),
    ERROR_TEXT(cudaErrorStreamCaptureInvalidated,
               "operation failed due to a previous error during capture"),
    ERROR_TEXT(cudaErrorStreamCaptureMerge,
               "operation would result in a merge of separate capture sequences"),
    ERROR_TEXT(cudaErrorStreamCaptureUnmatched,
               "capture was not ended in the same stream as it began"),
    ERROR_TEXT(cudaErrorStreamCaptureUnjoined, "capturing stream has unjoined work"),
    ERROR_TEXT(cudaErrorStreamCaptureIsolation,
               "dependency created on uncaptured work in another stream"),
    ERROR_TEXT(cudaErrorStreamCaptureImplicit,
               "operation would make the legacy stream depend on a capturing blocking stream"),
    ERROR_TEXT(cudaErrorCapturedEvent,
               "operation not permitted on an event last recorded in a capturing stream"),
    ERROR_TEXT(cudaErrorStreamCaptureWrongThread,
               "attempt to terminate a thread-local capture sequence from another thread"),
    ERROR_TEXT(cudaErrorGraphExecUpdateFailure,
               "the graph update was not performed because it included changes which violated "
               "constraints specific to instantiated graph update"),
    ERROR_TEXT(cudaErrorIllegalState, "the operation cannot be performed in the present state"),
    ERROR_TEXT(cudaErrorLossyQuery, "attempted introspection would be semantically lossy"),
    ERROR_TEXT(cudaErrorUnknown, "unknown error"),
};
#undef ERROR_TEXT

void forget_unseen(State& s) {
  s.unseen_launch_errors.erase(host_thread());
  s.unseen_error.clear();
}

const ErrorText* find(cudaError_t code) {
  for (const ErrorText& each : error_texts)
    if (each.code == code) return &each;
  return nullptr;
}

}  // namespace

extern "C" {

cudaError_t cudaGetLastError() {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  forget_unseen(s);
  return std::exchange(last_error(), cudaSuccess);
}

cudaError_t cudaPeekAtLastError() {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  forget_unseen(s);
  return last_error();
}

const char* cudaGetErrorName(cudaError_t code) {
  const ErrorText* const found = find(code);
  return found ? found->name : "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t code) {
  const ErrorText* const found = find(code);
  return found ? found->text : "unrecognized error code";
}

}  // extern "C"
