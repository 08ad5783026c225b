#include "simulator/runtime/runtime.hpp"

// Which device a program gets that does not say so.

using namespace simulator;
using namespace simulator::runtime;

extern "C" {

/// All devices are of one kind: the first is as good as any.
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted) {
  return call_without_context([&](State&) {
    if (!wanted) return cudaErrorInvalidValue;
    result(device) = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaSetValidDevices(int* devices, int count) {
  return call_without_context([&](State& s) {
    if (count < 0 || std::size_t(count) > s.contexts.size() || (count > 0 && !devices))
      return cudaErrorInvalidValue;
    for (int k = 0; k < count; ++k) checked_device(devices[k]);
    set_first_device(count > 0 ? unsigned(devices[0]) : 0);
    return cudaSuccess;
  });
}

}  // extern "C"
