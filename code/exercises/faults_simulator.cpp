#include <cuda_runtime_api.h>

#include <cstdlib>

#include "exercises/judge.hpp"
#include "simulator/simulator.hpp"

namespace exercises {

namespace {

std::string text_of(const simulator::Fault& fault) {
  if (fault.kind == simulator::fault::api) return fault.message;
  // Here hints differ.
  const bool barrier = fault.message.find("only a barrier orders the two") != std::string::npos;
  return fault.kind + (barrier ? ", with only a barrier between the two" : "");
}

}  // namespace

std::vector<std::string> take_faults() {
  std::vector<std::string> texts;
  const cudaError_t error = cudaGetLastError();
  cudaDeviceSynchronize();
  for (const simulator::Fault& fault : simulator::take_faults()) texts.push_back(text_of(fault));
  if (texts.empty() && error != cudaSuccess && error != cudaErrorNotReady)
    texts.push_back(std::string("a launch failed: ") + cudaGetErrorString(error));
  return texts;
}

void set_streams(const std::string& when) {
  simulator::set_streams(when);
}

void be_strict() {
  setenv("SIMULATE_STRICT", "1", 1);
}

}  // namespace exercises
