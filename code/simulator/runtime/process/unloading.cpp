#include "simulator/runtime/process/unloading.hpp"

#include <atomic>
#include <cstdlib>

#include "simulator/runtime/runtime.hpp"

namespace simulator::runtime {
namespace {

std::atomic<bool> unloading = false;

}  // namespace

void watch_unloading() {
  [[maybe_unused]] static const int once = std::atexit([] { unloading = true; });
}

void check_not_unloading() {
  if (unloading) throw ApiError{cudaErrorCudartUnloading};
}

}  // namespace simulator::runtime
