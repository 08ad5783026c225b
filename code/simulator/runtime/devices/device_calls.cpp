#include <cstdio>
#include <string>

#include "simulator/runtime/devices/device_attributes.hpp"
#include "simulator/runtime/graphs/capture.hpp"
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
    choose_device(checked_device(number));
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
    result(value) = attribute_of(s.recorder->device(s.machine().device()), device, attribute);
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int number) {
  return call_without_context([&](State& s) {
    const unsigned which = checked_device(number);
    result(properties) = properties_of(s.recorder->device(s.machine().device()), which);
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

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  return call([&](State&) { return check_cache_config(config); });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return call([&](State&) {
    result(config) = cudaFuncCachePreferNone;
    return cudaSuccess;
  });
}

/// Banks of shared memory are of 4 bytes, whatever the program would like.
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) {
  return call([&](State&) { return check_bank_size(config); });
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return call([&](State&) {
    result(config) = cudaSharedMemBankSizeFourByte;
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
