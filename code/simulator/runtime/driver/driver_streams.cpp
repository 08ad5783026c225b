#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/driver/known_contexts.hpp"
#include "simulator/runtime/driver/undeclared.hpp"

// A stream or event is the same for both APIs.

using namespace simulator;
using namespace simulator::runtime;

extern "C" {

CUresult cuStreamCreate(CUstream* stream, unsigned flags) {
  return driver_call([&](State&) { return cudaStreamCreateWithFlags(stream, flags); });
}

CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned flags, int priority) {
  return driver_call([&](State&) { return cudaStreamCreateWithPriority(stream, flags, priority); });
}

CUresult cuStreamDestroy_v2(CUstream stream) {
  return driver_call([&](State&) { return cudaStreamDestroy(stream); });
}

CUresult cuStreamSynchronize(CUstream stream) {
  return driver_call([&](State&) { return cudaStreamSynchronize(stream); });
}

CUresult cuStreamQuery(CUstream stream) {
  return driver_call([&](State&) { return cudaStreamQuery(stream); });
}

CUresult cuStreamGetFlags(CUstream stream, unsigned* flags) {
  return driver_call([&](State&) { return cudaStreamGetFlags(stream, flags); });
}

CUresult cuStreamGetPriority(CUstream stream, int* priority) {
  return driver_call([&](State&) { return cudaStreamGetPriority(stream, priority); });
}

CUresult cuStreamGetId(CUstream stream, unsigned long long* id) {
  return driver_call([&](State&) { return cudaStreamGetId(stream, id); });
}

CUresult cuStreamGetDevice(CUstream stream, CUdevice* device) {
  return driver_call([&](State&) { return cudaStreamGetDevice(stream, device); });
}

CUresult cuStreamGetCtx(CUstream stream, CUcontext* context) {
  return driver_call([&](State&) {
    number_of(stream);
    result(context) = driver_context(device_of(stream), context_of(stream));
    return cudaSuccess;
  });
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  return driver_call([&](State&) { return cudaStreamWaitEvent(stream, event, flags); });
}

/// The callback's error is a number, which is the same for both.
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void* data,
                             unsigned flags) {
  return driver_call([&](State&) {
    auto* const same =
        reinterpret_cast<cudaStreamCallback_t>(reinterpret_cast<void (*)()>(callback));
    return cudaStreamAddCallback(stream, same, data, flags);
  });
}

CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr memory, std::size_t bytes,
                                unsigned flags) {
  return driver_call(
      [&](State&) { return cudaStreamAttachMemAsync(stream, pointer_to(memory), bytes, flags); });
}

CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus* status) {
  return driver_call([&](State&) {
    cudaStreamCaptureStatus same = cudaStreamCaptureStatusNone;
    const cudaError_t error = cudaStreamIsCapturing(stream, status ? &same : nullptr);
    if (status) *status = CUstreamCaptureStatus(same);
    return error;
  });
}

CUresult cuEventCreate(CUevent* event, unsigned flags) {
  return driver_call([&](State&) { return cudaEventCreateWithFlags(event, flags); });
}

CUresult cuEventDestroy_v2(CUevent event) {
  return driver_call([&](State&) { return cudaEventDestroy(event); });
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
  return driver_call([&](State&) { return cudaEventRecord(event, stream); });
}

CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned flags) {
  return driver_call([&](State&) { return cudaEventRecordWithFlags(event, stream, flags); });
}

CUresult cuEventQuery(CUevent event) {
  return driver_call([&](State&) { return cudaEventQuery(event); });
}

CUresult cuEventSynchronize(CUevent event) {
  return driver_call([&](State&) { return cudaEventSynchronize(event); });
}

CUresult cuEventElapsedTime_v2(float* milliseconds, CUevent start, CUevent end) {
  return driver_call([&](State&) { return cudaEventElapsedTime(milliseconds, start, end); });
}

CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  return cuEventElapsedTime_v2(milliseconds, start, end);
}

}  // extern "C"
