#include <cuda_runtime_api.h>

#include "exercises/judge.hpp"
#include "simulator/simulator.hpp"

namespace exercises {

std::vector<std::string> take_faults() {
  std::vector<std::string> texts;
  const cudaError_t error = cudaGetLastError();
  cudaDeviceSynchronize();
  for (const simulator::Fault& fault : simulator::take_faults())
    texts.push_back(fault.kind == simulator::fault::api ? fault.message : fault.kind);
  if (texts.empty() && error != cudaSuccess && error != cudaErrorNotReady)
    texts.push_back(std::string("a launch failed: ") + cudaGetErrorString(error));
  return texts;
}

void set_streams(const std::string& when) {
  simulator::set_streams(when);
}

}  // namespace exercises
