#pragma once

#include <cuda_runtime_api.h>

#include <vector>

#include "harness/call.hpp"
#include "harness/needs.hpp"

namespace exercises {

/// Makes `device` the current one for as long as it lives.
class OnDevice {
 public:
  explicit OnDevice(int device) {
    CUDA_CALL(cudaGetDevice(&before_));
    CUDA_CALL(cudaSetDevice(device));
  }
  ~OnDevice() { cudaSetDevice(before_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  int before_ = 0;
};

/// How many GPUs there are that reach each other's memory, eight at most; each is given access to
/// that of all others.
inline int linked_devices() {
  const int devices = harness::linked_devices(8);
  for (int device = 0; device < devices; ++device) {
    const OnDevice here(device);
    for (int peer = 0; peer < devices; ++peer)
      if (peer != device) CUDA_CALL(cudaDeviceEnablePeerAccess(peer, 0));
  }
  return devices;
}

/// A stream of each GPU.
class Streams {
 public:
  explicit Streams(int devices) : streams_(devices) {
    for (int device = 0; device < devices; ++device) {
      const OnDevice here(device);
      CUDA_CALL(cudaStreamCreateWithFlags(&streams_[device], cudaStreamNonBlocking));
    }
  }
  ~Streams() {
    for (const cudaStream_t each : streams_) cudaStreamDestroy(each);
  }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  const cudaStream_t* data() const { return streams_.data(); }
  cudaStream_t operator[](int device) const { return streams_[device]; }
  auto begin() const { return streams_.begin(); }
  auto end() const { return streams_.end(); }

 private:
  std::vector<cudaStream_t> streams_;
};

/// Waits for all work of all GPUs.
inline void wait_for_all(int devices) {
  for (int device = 0; device < devices; ++device) {
    const OnDevice here(device);
    CUDA_CALL(cudaDeviceSynchronize());
  }
}

}  // namespace exercises
