#include <cuda_runtime_api.h>

#include "exercises/judge.hpp"

namespace exercises {

std::vector<std::string> take_faults() {
  const cudaError_t launched = cudaGetLastError(), done = cudaDeviceSynchronize();
  const cudaError_t error =
      launched != cudaSuccess && launched != cudaErrorNotReady ? launched : done;
  if (error == cudaSuccess || error == cudaErrorNotReady) return {};
  return {std::string("a launch failed: ") + cudaGetErrorString(error)};
}

void set_streams(const std::string&) {}

void be_strict() {}

}  // namespace exercises
