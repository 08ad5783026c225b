#include <vector>

#include "simulator/runtime/devices/reset.hpp"
#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/driver/driver_modules.hpp"
#include "simulator/runtime/driver/known_contexts.hpp"
#include "simulator/runtime/driver/undeclared.hpp"

using namespace simulator;
using namespace simulator::runtime;

namespace {

/// Below the current one.
thread_local std::vector<CUcontext> stacked_contexts;

void push(CUcontext context) {
  if (const CUcontext before = current_driver_context()) stacked_contexts.push_back(before);
  make_current(context);
}

void pop() {
  CUcontext next = nullptr;
  if (!stacked_contexts.empty()) {
    next = stacked_contexts.back();
    stacked_contexts.pop_back();
  }
  make_current(next);
}

cudaError_t create(CUcontext* place, unsigned flags, CUdevice device) {
  if ((flags & ~unsigned(CU_CTX_FLAGS_MASK)) != 0) return cudaErrorInvalidValue;
  const unsigned checked = checked_device(device);
  CUcontext& made = result(place);
  made = make_driver_context(checked, flags);
  push(made);
  return cudaSuccess;
}

cudaError_t destroy(State& s, CUctx_st& context) {
  if (context.number == 0)
    throw ApiError{error_of(CUDA_ERROR_INVALID_CONTEXT), "a primary context is not destroyed"};
  {
    const InContext in(context);
    end_context(s, context.device, context.number);
    forget_modules_of(&context);
  }
  context.gone = true;
  if (current_driver_context() == &context) pop();
  return cudaSuccess;
}

/// Of a context that is not current, synchronisation.
cudaError_t synchronise(CUctx_st& context) {
  const InContext in(context);
  return cudaDeviceSynchronize();
}

}  // namespace

extern "C" {

CUresult cuCtxCreate_v4(CUcontext* context, CUctxCreateParams* parameters, unsigned flags,
                        CUdevice device) {
  return driver_call_without_context([&](State&) {
    if (parameters && (parameters->numExecAffinityParams != 0 || parameters->cigParams))
      return unsupported("cuCtxCreate with affinities or graphics");
    return create(context, flags, device);
  });
}

CUresult cuCtxCreate_v3(CUcontext* context, CUexecAffinityParam*, int affinities, unsigned flags,
                        CUdevice device) {
  return driver_call_without_context([&](State&) {
    if (affinities != 0) return unsupported("cuCtxCreate with affinities");
    return create(context, flags, device);
  });
}

CUresult cuCtxCreate_v2(CUcontext* context, unsigned flags, CUdevice device) {
  return driver_call_without_context([&](State&) { return create(context, flags, device); });
}

CUresult cuCtxDestroy_v2(CUcontext context) {
  return driver_call_without_context(
      [&](State& s) { return destroy(s, checked_context(context)); });
}

CUresult cuCtxPushCurrent_v2(CUcontext context) {
  return driver_call_without_context([&](State&) {
    if (!context) return cudaErrorInvalidValue;
    push(&known_context(context));
    return cudaSuccess;
  });
}

CUresult cuCtxPopCurrent_v2(CUcontext* context) {
  return driver_call_without_context([&](State&) {
    const CUcontext current = current_driver_context();
    if (!current) return error_of(CUDA_ERROR_INVALID_CONTEXT);
    if (context) *context = current;
    pop();
    return cudaSuccess;
  });
}

CUresult cuCtxSetCurrent(CUcontext context) {
  return driver_call_without_context([&](State&) {
    if (context)
      make_current(&known_context(context));
    else
      pop();
    return cudaSuccess;
  });
}

CUresult cuCtxGetCurrent(CUcontext* context) {
  return driver_call_without_context([&](State&) {
    result(context) = current_driver_context();
    return cudaSuccess;
  });
}

CUresult cuCtxGetDevice(CUdevice* device) {
  return driver_call_without_context([&](State& s) {
    check_context(s);
    result(device) = int(current_device());
    return cudaSuccess;
  });
}

CUresult cuCtxGetDevice_v2(CUdevice* device, CUcontext context) {
  return driver_call_without_context([&](State& s) {
    if (!context) check_context(s);
    result(device) = int((context ? checked_context(context) : *current_driver_context()).device);
    return cudaSuccess;
  });
}

CUresult cuCtxGetFlags(unsigned* flags) {
  return driver_call([&](State&) {
    result(flags) = current_driver_context()->flags;
    return cudaSuccess;
  });
}

CUresult cuCtxSetFlags(unsigned flags) {
  return driver_call([&](State&) {
    if ((flags & ~unsigned(CU_CTX_FLAGS_MASK)) != 0) return cudaErrorInvalidValue;
    current_driver_context()->flags = flags;
    return cudaSuccess;
  });
}

CUresult cuCtxGetId(CUcontext context, unsigned long long* id) {
  return driver_call_without_context([&](State& s) {
    if (!context) check_context(s);
    const CUctx_st& asked = context ? checked_context(context) : *current_driver_context();
    result(id) = (static_cast<unsigned long long>(asked.number) << 8) + asked.device + 1;
    return cudaSuccess;
  });
}

CUresult cuCtxGetApiVersion(CUcontext context, unsigned* version) {
  return driver_call_without_context([&](State& s) {
    if (context)
      checked_context(context);
    else
      check_context(s);
    result(version) = 3020;  // since when contexts are as they are
    return cudaSuccess;
  });
}

CUresult cuCtxSynchronize() {
  return driver_call([](State&) { return cudaDeviceSynchronize(); });
}

CUresult cuCtxSynchronize_v2(CUcontext context) {
  return driver_call_without_context([&](State& s) {
    if (!context) check_context(s);
    return synchronise(context ? checked_context(context) : *current_driver_context());
  });
}

CUresult cuCtxSetLimit(CUlimit limit, std::size_t value) {
  return driver_call([&](State&) { return cudaDeviceSetLimit(cudaLimit(limit), value); });
}

CUresult cuCtxGetLimit(std::size_t* value, CUlimit limit) {
  return driver_call([&](State&) { return cudaDeviceGetLimit(value, cudaLimit(limit)); });
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
  return driver_call([&](State&) { return cudaDeviceSetCacheConfig(cudaFuncCache(config)); });
}

CUresult cuCtxGetCacheConfig(CUfunc_cache* config) {
  return driver_call([&](State&) {
    result(config) = CU_FUNC_CACHE_PREFER_NONE;
    return cudaSuccess;
  });
}

CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  return driver_call([&](State&) { return cudaDeviceGetStreamPriorityRange(least, greatest); });
}

CUresult cuCtxResetPersistingL2Cache() {
  return driver_call([](State&) { return cudaCtxResetPersistingL2Cache(); });
}

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags) {
  return driver_call(
      [&](State&) { return cudaDeviceEnablePeerAccess(int(checked_context(peer).device), flags); });
}

CUresult cuCtxDisablePeerAccess(CUcontext peer) {
  return driver_call(
      [&](State&) { return cudaDeviceDisablePeerAccess(int(checked_context(peer).device)); });
}

}  // extern "C"
