#include <cstdio>
#include <cstring>

#include "runtime.hpp"

using namespace simulator;
using namespace simulator::runtime;

namespace {

constexpr const char* bus_id = "0000:00:00.0";

void check_device(int number) {
  if (number != 0) throw ApiError{cudaErrorInvalidDevice};
}

int attribute_value(cudaDeviceAttr attribute) {
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      return device::threads_per_block;
    case cudaDevAttrMaxBlockDimX:
      return device::largest_block.x;
    case cudaDevAttrMaxBlockDimY:
      return device::largest_block.y;
    case cudaDevAttrMaxBlockDimZ:
      return device::largest_block.z;
    case cudaDevAttrMaxGridDimX:
      return device::largest_grid.x;
    case cudaDevAttrMaxGridDimY:
      return device::largest_grid.y;
    case cudaDevAttrMaxGridDimZ:
      return device::largest_grid.z;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      return device::shared_per_block;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return device::shared_per_block_optin;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return device::shared_per_multiprocessor;
    case cudaDevAttrReservedSharedMemoryPerBlock:
      return device::shared_reserved;
    case cudaDevAttrTotalConstantMemory:
      return device::constant_bytes;
    case cudaDevAttrWarpSize:
      return 32;
    case cudaDevAttrMaxPitch:
      return 2147483647;
    case cudaDevAttrMaxRegistersPerBlock:
    case cudaDevAttrMaxRegistersPerMultiprocessor:
      return device::registers;
    case cudaDevAttrMultiProcessorCount:
      return device::multiprocessors;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      return device::warps_per_multiprocessor * 32;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      return device::blocks_per_multiprocessor;
    case cudaDevAttrL2CacheSize:
      return device::l2_bytes;
    case cudaDevAttrComputeCapabilityMajor:
      return device::major;
    case cudaDevAttrComputeCapabilityMinor:
      return device::minor;
    case cudaDevAttrTextureAlignment:
      return 512;
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrCooperativeLaunch:
    case cudaDevAttrHostRegisterSupported:
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
    case cudaDevAttrGlobalL1CacheSupported:
    case cudaDevAttrLocalL1CacheSupported:
      return 1;
    default:
      break;
  }
  // What the simulator has not got: textures, clocks, buses, pools, peers.
  if (attribute <= 0 || attribute >= cudaDevAttrMax) throw ApiError{cudaErrorInvalidValue};
  return 0;
}

std::size_t& limit(State& s, cudaLimit which) {
  switch (which) {
    case cudaLimitStackSize:
      return s.limits.try_emplace(which, 1024).first->second;
    case cudaLimitPrintfFifoSize:
      return s.limits.try_emplace(which, 8650752).first->second;
    case cudaLimitMallocHeapSize:
      return s.limits.try_emplace(which, 8 << 20).first->second;
    default:
      throw ApiError{which > cudaLimitPersistingL2CacheSize ? cudaErrorInvalidValue
                                                            : cudaErrorUnsupportedLimit};
  }
}

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  return call_without_context([&](State&) {
    result(count) = 1;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDevice(int* number) {
  return call_without_context([&](State&) {
    result(number) = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaSetDevice(int number) {
  return call_without_context([&](State&) {
    check_device(number);
    return cudaSuccess;
  });
}

cudaError_t cudaInitDevice(int number, unsigned, unsigned) {
  return cudaSetDevice(number);
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
  return call([&](State& s) {
    if ((flags & ~cudaDeviceMask) != 0) return cudaErrorInvalidValue;
    s.device_flags = flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  return call([&](State& s) {
    result(flags) = s.device_flags;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int number) {
  return call_without_context([&](State& s) {
    check_device(number);
    if (s.log) s.log->note("attribute " + std::to_string(attribute) + " of the device");
    result(value) = attribute_value(attribute);
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int number) {
  return call_without_context([&](State&) {
    check_device(number);
    cudaDeviceProp& p = result(properties);
    p = {};
    std::strcpy(p.name, "simulator");
    p.totalGlobalMem = Memory::capacity;
    p.sharedMemPerBlock = device::shared_per_block;
    p.sharedMemPerBlockOptin = device::shared_per_block_optin;
    p.sharedMemPerMultiprocessor = device::shared_per_multiprocessor;
    p.reservedSharedMemPerBlock = device::shared_reserved;
    p.regsPerBlock = p.regsPerMultiprocessor = device::registers;
    p.warpSize = 32;
    p.memPitch = 2147483647;
    p.maxThreadsPerBlock = device::threads_per_block;
    p.maxThreadsPerMultiProcessor = device::warps_per_multiprocessor * 32;
    p.maxBlocksPerMultiProcessor = device::blocks_per_multiprocessor;
    p.maxThreadsDim[0] = device::largest_block.x;
    p.maxThreadsDim[1] = device::largest_block.y;
    p.maxThreadsDim[2] = device::largest_block.z;
    p.maxGridSize[0] = device::largest_grid.x;
    p.maxGridSize[1] = device::largest_grid.y;
    p.maxGridSize[2] = device::largest_grid.z;
    p.totalConstMem = device::constant_bytes;
    p.major = device::major;
    p.minor = device::minor;
    p.textureAlignment = 512;
    p.multiProcessorCount = device::multiprocessors;
    p.l2CacheSize = device::l2_bytes;
    p.canMapHostMemory = p.unifiedAddressing = p.managedMemory = p.cooperativeLaunch = 1;
    p.hostRegisterSupported = p.canUseHostPointerForRegisteredMem = 1;
    p.globalL1CacheSupported = p.localL1CacheSupported = 1;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int bytes, int number) {
  return call([&](State&) {
    check_device(number);
    if (!text || bytes <= 0) return cudaErrorInvalidValue;
    std::snprintf(text, bytes, "%s", bus_id);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int* number, const char* text) {
  return call([&](State&) {
    if (!number || !text || std::strcmp(text, bus_id) != 0) return cudaErrorInvalidValue;
    result(number) = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int number, int peer) {
  return call([&](State&) {
    check_device(number);
    check_device(peer);
    result(can) = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned) {
  return call([&](State&) {
    check_device(peer);
    return cudaErrorPeerAccessUnsupported;
  });
}

cudaError_t cudaDeviceDisablePeerAccess(int) {
  return call([](State&) { return cudaErrorPeerAccessNotEnabled; });
}

cudaError_t cudaDeviceSynchronize() {
  return call([](State&) { return cudaSuccess; });
}

// Frees nothing: what the program forgot to free stays a leak. A spoiled context is whole again.
cudaError_t cudaDeviceReset() {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  s.sticky = last_error() = cudaSuccess;
  s.limits.clear();
  return cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(cudaLimit which, std::size_t value) {
  return call([&](State& s) {
    limit(s, which) = which == cudaLimitStackSize ? (value + 15) / 16 * 16 : value;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit which) {
  return call([&](State& s) {
    result(value) = limit(s, which);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  return call([&](State&) { return check_cache_config(config); });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return call([&](State&) {
    result(config) = cudaFuncCachePreferNone;
    return cudaSuccess;
  });
}

cudaError_t cudaDriverGetVersion(int* version) {
  return call_without_context([&](State&) {
    result(version) = CUDART_VERSION;
    return cudaSuccess;
  });
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  return cudaDriverGetVersion(version);
}

cudaError_t cudaProfilerStart() {
  return call([](State&) { return cudaSuccess; });
}

cudaError_t cudaProfilerStop() {
  return call([](State&) { return cudaSuccess; });
}

}  // extern "C"
