#include "harness/measurement/profiling.hpp"

#include <cuda_profiler_api.h>

#include "harness/call.hpp"
#include "harness/measurement/observer.hpp"

namespace harness {

void profile_on_device(const std::function<void()>& launch) {
  if (observer::rehearsing()) return observer::rehearse_timed(launch);
  CUDA_CALL(cudaDeviceSynchronize());
  CUDA_CALL(cudaProfilerStart());
  launch();
  CUDA_LAUNCHED();
  CUDA_CALL(cudaProfilerStop());
}

}  // namespace harness
