#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <vector>

#include "simulator/machine/launch.hpp"
#include "simulator/runtime/runtime.hpp"

namespace simulator::runtime {

/// A launch that was found right, with the values of its arguments.
struct KernelWork {
  const void* handle = nullptr;  // by which the program named the function
  const Function* function = nullptr;
  unsigned device = 0;
  unsigned resets = 0;  // of the device, by then
  LaunchConfiguration configuration = {};
  std::vector<std::byte> parameters = {};
};

/// Throws ApiError if the launch is wrong.
KernelWork prepare_kernel(State& s, const void* handle, const LaunchConfiguration& configuration,
                          void** arguments);
/// The stream gets it. Nothing of it is wanted any more; `stream` is as the program named it.
VectorClock give_kernel(State& s, unsigned number, cudaStream_t stream, KernelWork work,
                        std::optional<GraphPlace> node = {});

}  // namespace simulator::runtime
