#include "harness/needs.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <utility>

#include "harness/call.hpp"

namespace harness {

namespace {

/// Whether kernels of `device` can load from, store to and atomically change the memory of `peer`.
bool reaches(int device, int peer) {
  int access = 0, atomics = 0;
  CUDA_CALL(cudaDeviceCanAccessPeer(&access, device, peer));
  CUDA_CALL(cudaDeviceGetP2PAttribute(&atomics, cudaDevP2PAttrNativeAtomicSupported, device, peer));
  return access && atomics;
}

}  // namespace

int linked_devices(int most) {
  int there = 0;
  CUDA_CALL(cudaGetDeviceCount(&there));
  for (int device = 0; device < std::min(most, there); ++device) {
    for (int peer = 0; peer < device; ++peer) {
      if (!reaches(device, peer) || !reaches(peer, device)) return device;
    }
  }
  return std::min(most, there);
}

std::string Needs::lacking() const {
  auto attribute = [](cudaDeviceAttr which) {
    int device = 0, value = 0;
    CUDA_CALL(cudaGetDevice(&device));
    CUDA_CALL(cudaDeviceGetAttribute(&value, which, device));
    return value;
  };
  const int has_major = attribute(cudaDevAttrComputeCapabilityMajor);
  const int has_minor = attribute(cudaDevAttrComputeCapabilityMinor);
  if (std::pair(has_major, has_minor) < std::pair(major, minor)) {
    return "compute capability " + std::to_string(major) + "." + std::to_string(minor) +
           ", and this GPU has " + std::to_string(has_major) + "." + std::to_string(has_minor);
  }
  int has_toolkit = 0;
  CUDA_CALL(cudaRuntimeGetVersion(&has_toolkit));
  if (has_toolkit < toolkit) {
    return "CUDA " + std::to_string(toolkit / 1000) + "." + std::to_string(toolkit % 1000 / 10) +
           ", and this is " + std::to_string(has_toolkit / 1000) + "." +
           std::to_string(has_toolkit % 1000 / 10);
  }
  if (const int linked = linked_devices(devices); linked < devices) {
    return std::to_string(devices) + " GPUs with access to each other, and this machine has " +
           std::to_string(linked);
  }
  std::size_t free = 0, total = 0;
  if (bytes > 0) CUDA_CALL(cudaMemGetInfo(&free, &total));
  if (static_cast<double>(free) < bytes) {
    return std::to_string(static_cast<long long>(bytes)) + " bytes of the GPU's memory, of which " +
           std::to_string(free) + " are free";
  }
  return "";
}

}  // namespace harness
