#include <algorithm>

#include "simulator/round_up.hpp"
#include "simulator/runtime/runtime.hpp"

// cudaDeviceSetLimit and what it sets.

using namespace simulator;
using namespace simulator::runtime;

namespace {

constexpr std::size_t most_l2_fetch_bytes = 128;
// What an H200 grants of what is asked for.
constexpr std::size_t least_printf_bytes = 512 << 10, most_printf_bytes = std::size_t{2} << 30,
                      printf_unit = 256;

/// cudaErrorUnsupportedLimit or, where there is no such limit, cudaErrorInvalidValue.
ApiError no_limit(cudaLimit which) {
  return {which > cudaLimitPersistingL2CacheSize ? cudaErrorInvalidValue
                                                 : cudaErrorUnsupportedLimit};
}

/// An H100 sets aside tenths of what it can, and three of them unless told otherwise.
std::size_t tenth_of_l2(State& s) {
  return s.machine().device().persisting_l2_bytes() / 10;
}

bool set_persisting_l2(State& s, std::size_t bytes) {
  if (bytes > s.machine().device().persisting_l2_bytes()) return false;
  s.context().limits.persisting_l2_bytes = round_up(bytes, tenth_of_l2(s));
  return true;
}

std::size_t limit(State& s, cudaLimit which) {
  const Limits& limits = s.context().limits;
  switch (which) {
    case cudaLimitStackSize:
      return s.machine().stack_bytes();
    case cudaLimitPrintfFifoSize:
      return limits.printf_bytes;
    case cudaLimitMallocHeapSize:
      return s.machine().heap_bytes();
    case cudaLimitDevRuntimePendingLaunchCount:
      return limits.pending_launches;
    case cudaLimitMaxL2FetchGranularity:
      return limits.l2_fetch_bytes;
    case cudaLimitPersistingL2CacheSize:
      return limits.persisting_l2_bytes.value_or(3 * tenth_of_l2(s));
    default:
      throw no_limit(which);
  }
}

bool set_limit(State& s, cudaLimit which, std::size_t value) {
  Limits& limits = s.context().limits;
  switch (which) {
    case cudaLimitStackSize:
      return s.machine().set_stack_bytes(value);
    case cudaLimitPrintfFifoSize:
      limits.printf_bytes =
          round_up(std::clamp(value, least_printf_bytes, most_printf_bytes), printf_unit);
      return true;
    case cudaLimitMallocHeapSize:
      return s.machine().set_heap_bytes(value);
    case cudaLimitDevRuntimePendingLaunchCount:
      limits.pending_launches = value;
      return true;
    case cudaLimitMaxL2FetchGranularity:
      if (value > most_l2_fetch_bytes) return false;
      limits.l2_fetch_bytes = value;
      return true;
    case cudaLimitPersistingL2CacheSize:
      return set_persisting_l2(s, value);
    default:
      throw no_limit(which);
  }
}

}  // namespace

extern "C" {

cudaError_t cudaDeviceSetLimit(cudaLimit which, std::size_t value) {
  return call(
      [&](State& s) { return set_limit(s, which, value) ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit which) {
  return call([&](State& s) {
    result(value) = limit(s, which);
    return cudaSuccess;
  });
}

/// What the L2 cache holds is not simulated.
cudaError_t cudaCtxResetPersistingL2Cache() {
  return call([](State&) { return cudaSuccess; });
}

}  // extern "C"
