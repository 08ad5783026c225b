#pragma once

#include <string>
#include <utility>

#include "simulator/nccl/nccl.h"
#include "simulator/runtime/runtime.hpp"

namespace simulator::nccl {

/// Ends a call with an error.
struct Error {
  ncclResult_t code;
  std::string what;
  bool reported = false;
};

/// Reports what is wrong whatever the program makes of the code that it gets.
void report_wrong(const char* kind, std::string message, const runtime::HostCall& call);

/// For a part of NCCL that is not there: reports it by name.
Error refused(const std::string& what);

/// The first error of the calls in the thread's group.
ncclResult_t& first_error();

/// The program hears of the error at its end, unless it fails or asks what the code means.
ncclResult_t note(runtime::State& s, const char* function, const Error& error);

/// The body of a call: locks, and turns errors into their codes.
template <class Body>
ncclResult_t call(const char* function, Body&& body) {
  runtime::State& s = runtime::state();
  const std::lock_guard lock(s.mutex);
  const runtime::InCall in_call;
  try {
    if (s.work.any_rest()) s.work.poke();
    return body(s);
  } catch (const Error& error) {
    return note(s, function, error);
  } catch (const runtime::ApiError& error) {
    return note(
        s, function,
        {ncclUnhandledCudaError, error.what.empty() ? cudaGetErrorString(error.code) : error.what});
  }
}

/// Where a call puts what it gives back.
template <class T>
T& result(T* place, const char* what) {
  if (!place) throw Error{ncclInvalidArgument, std::string(what) + " is null"};
  return *place;
}

}  // namespace simulator::nccl
