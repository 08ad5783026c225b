#include <cstdio>
#include <cstring>

#include "simulator/lane_mask.hpp"
#include "simulator/runtime/capture.hpp"
#include "simulator/runtime/runtime.hpp"

using namespace simulator;
using namespace simulator::runtime;

namespace {

constexpr const char* bus_id = "0000:00:00.0";

void check_device(int number) {
  if (number != 0) throw ApiError{cudaErrorInvalidDevice};
}

int attribute_value(const Device& device, cudaDeviceAttr attribute) {
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      return int(device.block_threads);
    case cudaDevAttrMaxBlockDimX:
      return int(device.largest_block.x);
    case cudaDevAttrMaxBlockDimY:
      return int(device.largest_block.y);
    case cudaDevAttrMaxBlockDimZ:
      return int(device.largest_block.z);
    case cudaDevAttrMaxGridDimX:
      return int(device.largest_grid.x);
    case cudaDevAttrMaxGridDimY:
      return int(device.largest_grid.y);
    case cudaDevAttrMaxGridDimZ:
      return int(device.largest_grid.z);
    case cudaDevAttrMaxSharedMemoryPerBlock:
      return int(device.block_shared);
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return int(device.block_shared_optin);
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return int(device.multiprocessor_shared);
    case cudaDevAttrReservedSharedMemoryPerBlock:
      return int(device.reserved_shared);
    case cudaDevAttrTotalConstantMemory:
      return int(device.constant_bytes);
    case cudaDevAttrWarpSize:
      return warp_size;
    case cudaDevAttrMaxPitch:
      return 2147483647;
    case cudaDevAttrMaxRegistersPerBlock:
    case cudaDevAttrMaxRegistersPerMultiprocessor:
      return int(device.registers);
    case cudaDevAttrMultiProcessorCount:
      return int(device.multiprocessors);
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      return int(device.resident_warps * warp_size);
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      return int(device.resident_blocks);
    case cudaDevAttrL2CacheSize:
      return int(device.l2_bytes);
    case cudaDevAttrComputeCapabilityMajor:
      return device.major;
    case cudaDevAttrComputeCapabilityMinor:
      return device.minor;
    case cudaDevAttrClockRate:
      return int(device.clock_khz);
    case cudaDevAttrMemoryClockRate:
      return int(device.memory_clock_khz);
    case cudaDevAttrGlobalMemoryBusWidth:
      return int(device.memory_bus_bits);
    case cudaDevAttrTextureAlignment:
      return 512;
    case cudaDevAttrClusterLaunch:
      return !device.neighbourhoods.empty();
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrCooperativeLaunch:
    case cudaDevAttrHostRegisterSupported:
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
    case cudaDevAttrGlobalL1CacheSupported:
    case cudaDevAttrLocalL1CacheSupported:
    case cudaDevAttrMemoryPoolsSupported:
      return 1;
    default:
      break;
  }
  // What the simulator has not got: textures, peers.
  if (attribute <= 0 || attribute >= cudaDevAttrMax) throw ApiError{cudaErrorInvalidValue};
  return 0;
}

/// cudaErrorUnsupportedLimit or, where there is no such limit, cudaErrorInvalidValue.
ApiError no_limit(cudaLimit which) {
  return {which > cudaLimitPersistingL2CacheSize ? cudaErrorInvalidValue
                                                 : cudaErrorUnsupportedLimit};
}

std::size_t limit(const State& s, cudaLimit which) {
  switch (which) {
    case cudaLimitStackSize:
      return s.machine.stack_bytes();
    case cudaLimitPrintfFifoSize:
      return s.printf_bytes;
    case cudaLimitMallocHeapSize:
      return s.machine.heap_bytes();
    default:
      throw no_limit(which);
  }
}

bool set_limit(State& s, cudaLimit which, std::size_t value) {
  switch (which) {
    case cudaLimitStackSize:
      return s.machine.set_stack_bytes(value);
    case cudaLimitPrintfFifoSize:
      s.printf_bytes = value;
      return true;
    case cudaLimitMallocHeapSize:
      return s.machine.set_heap_bytes(value);
    default:
      throw no_limit(which);
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
    s.recorder->ask("attribute " + std::to_string(attribute) + " of the device");
    result(value) = attribute_value(s.recorder->device(s.machine.device()), attribute);
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int number) {
  return call_without_context([&](State& s) {
    check_device(number);
    const Device& device = s.recorder->device(s.machine.device());
    cudaDeviceProp& p = result(properties);
    p = {};
    std::strcpy(p.name, "simulator");
    p.totalGlobalMem = device.memory_bytes;
    p.sharedMemPerBlock = device.block_shared;
    p.sharedMemPerBlockOptin = device.block_shared_optin;
    p.sharedMemPerMultiprocessor = device.multiprocessor_shared;
    p.reservedSharedMemPerBlock = device.reserved_shared;
    p.regsPerBlock = p.regsPerMultiprocessor = device.registers;
    p.warpSize = warp_size;
    p.memPitch = 2147483647;
    p.maxThreadsPerBlock = device.block_threads;
    p.maxThreadsPerMultiProcessor = device.resident_warps * warp_size;
    p.maxBlocksPerMultiProcessor = device.resident_blocks;
    p.maxThreadsDim[0] = device.largest_block.x;
    p.maxThreadsDim[1] = device.largest_block.y;
    p.maxThreadsDim[2] = device.largest_block.z;
    p.maxGridSize[0] = device.largest_grid.x;
    p.maxGridSize[1] = device.largest_grid.y;
    p.maxGridSize[2] = device.largest_grid.z;
    p.totalConstMem = device.constant_bytes;
    p.major = device.major;
    p.minor = device.minor;
    p.textureAlignment = 512;
    p.multiProcessorCount = device.multiprocessors;
    p.memoryBusWidth = device.memory_bus_bits;
    p.l2CacheSize = device.l2_bytes;
    p.clusterLaunch = !device.neighbourhoods.empty();
    p.canMapHostMemory = p.unifiedAddressing = p.managedMemory = p.cooperativeLaunch = 1;
    p.hostRegisterSupported = p.canUseHostPointerForRegisteredMem = 1;
    p.globalL1CacheSupported = p.localL1CacheSupported = p.memoryPoolsSupported = 1;
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
  return call([](State& s) {
    check_capture_allows(s);
    s.work.wait_for_all();
    return s.sticky;
  });
}

// Frees nothing: what the program forgot to free stays a leak. A spoiled context is whole again.
cudaError_t cudaDeviceReset() {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  s.work.wait_for_all();
  s.sticky = last_error() = cudaSuccess;
  s.machine.reset_limits();
  s.printf_bytes = default_printf_bytes;
  return cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(cudaLimit which, std::size_t value) {
  return call(
      [&](State& s) { return set_limit(s, which, value) ? cudaSuccess : cudaErrorInvalidValue; });
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
