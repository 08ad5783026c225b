#include "simulator/runtime/devices/reset.hpp"
#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/driver/driver_modules.hpp"
#include "simulator/runtime/driver/known_contexts.hpp"

// The context of a device that the runtime API uses, as the driver API sees it.

using namespace simulator;
using namespace simulator::runtime;

namespace {

CUctx_st& primary_of(CUdevice device) {
  return *driver_context(checked_device(device), 0);
}

void reset(State& s, CUctx_st& context) {
  const InContext in(context);
  end_context(s, context.device, 0);
  forget_modules_of(&context);
}

}  // namespace

extern "C" {

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  return driver_call_without_context([&](State&) {
    CUctx_st& primary = primary_of(device);
    result(context) = &primary;
    ++primary.retained;
    return cudaSuccess;
  });
}

/// The last one takes the context along, unless the runtime API uses it.
CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  return driver_call_without_context([&](State& s) {
    CUctx_st& primary = primary_of(device);
    if (primary.retained == 0) return error_of(CUDA_ERROR_INVALID_CONTEXT);
    if (--primary.retained == 0 && !s.contexts[primary.device].used_by_runtime) reset(s, primary);
    return cudaSuccess;
  });
}

CUresult cuDevicePrimaryCtxReset_v2(CUdevice device) {
  return driver_call_without_context([&](State& s) {
    reset(s, primary_of(device));
    return cudaSuccess;
  });
}

CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags) {
  return driver_call_without_context([&](State& s) {
    if ((flags & ~unsigned(CU_CTX_FLAGS_MASK)) != 0) return cudaErrorInvalidValue;
    primary_of(device).flags = s.contexts[checked_device(device)].flags = flags;
    return cudaSuccess;
  });
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned* flags, int* active) {
  return driver_call_without_context([&](State& s) {
    const CUctx_st& primary = primary_of(device);
    result(flags) = s.contexts[primary.device].flags;
    result(active) = primary.retained > 0 || s.contexts[primary.device].used_by_runtime;
    return cudaSuccess;
  });
}

}  // extern "C"
