#include <cstdio>
#include <cstring>
#include <string>

#include "simulator/lane_mask.hpp"
#include "simulator/runtime/capture.hpp"
#include "simulator/runtime/runtime.hpp"

using namespace simulator;
using namespace simulator::runtime;

namespace {

/// Where a device would be, were there a PCI bus.
std::string bus_id(unsigned device) {
  char text[] = "0000:00:00.0";
  std::snprintf(text, sizeof text, "0000:%02x:00.0", device & 0xff);
  return text;
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

std::size_t limit(State& s, cudaLimit which) {
  switch (which) {
    case cudaLimitStackSize:
      return s.machine().stack_bytes();
    case cudaLimitPrintfFifoSize:
      return s.context().printf_bytes;
    case cudaLimitMallocHeapSize:
      return s.machine().heap_bytes();
    default:
      throw no_limit(which);
  }
}

bool set_limit(State& s, cudaLimit which, std::size_t value) {
  switch (which) {
    case cudaLimitStackSize:
      return s.machine().set_stack_bytes(value);
    case cudaLimitPrintfFifoSize:
      s.context().printf_bytes = value;
      return true;
    case cudaLimitMallocHeapSize:
      return s.machine().set_heap_bytes(value);
    default:
      throw no_limit(which);
  }
}

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  return call_without_context([&](State& s) {
    result(count) = int(s.contexts.size());
    return cudaSuccess;
  });
}

cudaError_t cudaGetDevice(int* number) {
  return call_without_context([&](State&) {
    result(number) = int(current_device());
    return cudaSuccess;
  });
}

cudaError_t cudaSetDevice(int number) {
  return call_without_context([&](State&) {
    current_device() = checked_device(number);
    return cudaSuccess;
  });
}

cudaError_t cudaInitDevice(int number, unsigned, unsigned) {
  return call_without_context([&](State&) {
    checked_device(number);
    return cudaSuccess;
  });
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
  return call([&](State& s) {
    if ((flags & ~cudaDeviceMask) != 0) return cudaErrorInvalidValue;
    s.context().flags = flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  return call([&](State& s) {
    result(flags) = s.context().flags;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int number) {
  return call_without_context([&](State& s) {
    const unsigned device = checked_device(number);
    s.recorder->ask("attribute " + std::to_string(attribute) + " of the device");
    const int found = attribute_value(s.recorder->device(s.machine().device()), attribute);
    result(value) = attribute == cudaDevAttrPciBusId ? int(device) : found;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int number) {
  return call_without_context([&](State& s) {
    const unsigned which = checked_device(number);
    const Device& device = s.recorder->device(s.machine().device());
    cudaDeviceProp& p = result(properties);
    p = {};
    std::strcpy(p.name, "simulator");
    p.uuid.bytes[sizeof p.uuid.bytes - 1] = char(which);
    p.pciBusID = int(which);
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
    const std::string place = bus_id(checked_device(number));
    if (!text || bytes <= 0) return cudaErrorInvalidValue;
    std::snprintf(text, bytes, "%s", place.c_str());
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int* number, const char* text) {
  return call([&](State& s) {
    if (!number || !text) return cudaErrorInvalidValue;
    for (unsigned device = 0; device < s.contexts.size(); ++device) {
      if (text != bus_id(device)) continue;
      *number = int(device);
      return cudaSuccess;
    }
    return cudaErrorInvalidValue;
  });
}

cudaError_t cudaDeviceSynchronize() {
  return call([](State& s) {
    check_nothing_captures();
    s.work.wait_for_device(s.context().default_stream);
    return s.sticky;
  });
}

// Frees nothing: what the program forgot to free stays a leak. A spoiled context is whole again.
cudaError_t cudaDeviceReset() {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  s.work.wait_for_device(s.context().default_stream);
  s.sticky = last_error() = cudaSuccess;
  s.machine().reset_limits();
  s.context().printf_bytes = default_printf_bytes;
  for (unsigned peer = 0; peer < s.contexts.size(); ++peer)
    if (peer != current_device()) s.memory.set_peer_access(current_device(), peer, false);
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
  return call_without_context([&](State&) { return cudaDriverGetVersion(version); });
}

cudaError_t cudaProfilerStart() {
  return call([](State&) { return cudaSuccess; });
}

cudaError_t cudaProfilerStop() {
  return call([](State&) { return cudaSuccess; });
}

}  // extern "C"
