#pragma once

#include <cuda.h>

#include <source_location>

#include "simulator/runtime/runtime.hpp"

/// How the driver API is made: each of its functions is a call of the runtime's, with the driver's
/// own errors and rules.
namespace simulator::runtime {

/// The driver's name for an error. Most have the same number.
CUresult result_of(cudaError_t error);
/// The runtime's, of one that both have.
inline cudaError_t error_of(CUresult result) {
  return cudaError_t(result);
}

/// Throws ApiError before cuInit, unless the runtime API has been used.
void check_initialised(const State& s);
/// Throws ApiError where this host thread has no context, or one that was destroyed.
void check_context(const State& s);

/// What a call returns. An error that no right program meets is noted, with its reason: whether the
/// program has looked at it, nobody knows.
CUresult concluded(cudaError_t error, const OwnErrors& errors, const std::source_location& where);

/// The body of a call that needs no context; it returns a cudaError_t.
template <class Body>
CUresult driver_call_without_context(
    Body&& body, const std::source_location& where = std::source_location::current()) {
  const OwnErrors errors;
  const cudaError_t error = call_without_context(
      [&](State& s) {
        check_initialised(s);
        return body(s);
      },
      where);
  return concluded(error, errors, where);
}

/// The body of every other call.
template <class Body>
CUresult driver_call(Body&& body,
                     const std::source_location& where = std::source_location::current()) {
  return driver_call_without_context(
      [&](State& s) {
        check_context(s);
        return call([&](State& same) { return body(same); }, where);
      },
      where);
}

inline void* pointer_to(CUdeviceptr address) {
  return reinterpret_cast<void*>(address);
}

/// For what the runtime's functions fill in.
inline void** pointer_in(CUdeviceptr* place) {
  return reinterpret_cast<void**>(place);
}

}  // namespace simulator::runtime
