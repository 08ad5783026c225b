#include <algorithm>
#include <cstdio>
#include <cstring>

#include "simulator/runtime/devices/device_attributes.hpp"
#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/driver/undeclared.hpp"

using namespace simulator;
using namespace simulator::runtime;

namespace {

cudaDeviceProp properties(State& s, CUdevice device) {
  const unsigned checked = checked_device(device);
  return properties_of(s.recorder->device(s.contexts[checked].machine.device()), checked);
}

/// The numbers are the same, but for what the runtime tells in other ways.
int driver_attribute(State& s, unsigned device, CUdevice_attribute attribute) {
  if (attribute == CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS) return 1;
  const Device& real = s.recorder->device(s.contexts[device].machine.device());
  if (attribute == CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED) return real.major >= 9;
  return attribute_of(real, device, cudaDeviceAttr(attribute));
}

}  // namespace

void simulator::runtime::check_initialised(const State& s) {
  if (!s.initialised) throw ApiError{cudaErrorInitializationError, "cuInit has not been called"};
}

extern "C" {

CUresult cuInit(unsigned flags) {
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(state().mutex);
  state().initialised = true;
  return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int* version) {
  if (!version) return CUDA_ERROR_INVALID_VALUE;
  *version = CUDA_VERSION;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  return driver_call_without_context([&](State&) {
    result(device) = int(checked_device(ordinal));
    return cudaSuccess;
  });
}

CUresult cuDeviceGetCount(int* count) {
  return driver_call_without_context([&](State&) { return cudaGetDeviceCount(count); });
}

CUresult cuDeviceGetName(char* name, int bytes, CUdevice device) {
  return driver_call_without_context([&](State& s) {
    if (!name || bytes <= 0) return cudaErrorInvalidValue;
    std::snprintf(name, std::size_t(bytes), "%s", properties(s, device).name);
    return cudaSuccess;
  });
}

CUresult cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice device) {
  return driver_call_without_context([&](State& s) {
    result(uuid) = properties(s, device).uuid;
    return cudaSuccess;
  });
}

CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  return cuDeviceGetUuid_v2(uuid, device);
}

CUresult cuDeviceTotalMem_v2(std::size_t* bytes, CUdevice device) {
  return driver_call_without_context([&](State& s) {
    result(bytes) = properties(s, device).totalGlobalMem;
    return cudaSuccess;
  });
}

CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  return driver_call_without_context([&](State& s) {
    const unsigned checked = checked_device(device);
    s.recorder->ask("attribute " + std::to_string(attribute) + " of the device");
    result(value) = driver_attribute(s, checked, attribute);
    return cudaSuccess;
  });
}

CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  return driver_call_without_context([&](State& s) {
    const cudaDeviceProp all = properties(s, device);
    result(major) = all.major;
    result(minor) = all.minor;
    return cudaSuccess;
  });
}

CUresult cuDeviceGetPCIBusId(char* text, int bytes, CUdevice device) {
  return driver_call_without_context(
      [&](State&) { return cudaDeviceGetPCIBusId(text, bytes, device); });
}

CUresult cuDeviceGetByPCIBusId(CUdevice* device, const char* text) {
  return driver_call_without_context([&](State&) { return cudaDeviceGetByPCIBusId(device, text); });
}

CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer) {
  return driver_call_without_context(
      [&](State&) { return cudaDeviceCanAccessPeer(can, device, peer); });
}

CUresult cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute attribute, CUdevice source,
                                 CUdevice destination) {
  return driver_call_without_context([&](State&) {
    return cudaDeviceGetP2PAttribute(value, cudaDeviceP2PAttr(attribute), source, destination);
  });
}

CUresult cuProfilerStart() {
  return driver_call([](State&) { return cudaSuccess; });
}

CUresult cuProfilerStop() {
  return driver_call([](State&) { return cudaSuccess; });
}

}  // extern "C"
