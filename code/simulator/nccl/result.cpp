#include "simulator/nccl/result.hpp"

namespace simulator::nccl {
namespace {

std::string& last_message() {
  static auto& message = *new std::string;
  return message;
}

/// The program has heard of it.
void forget_unseen() {
  runtime::State& s = runtime::state();
  const std::lock_guard lock(s.mutex);
  s.unseen_error.clear();
}

}  // namespace

void report_wrong(const char* kind, std::string message, const runtime::HostCall& call) {
  runtime::report_at(call.line(), kind, std::move(message));
}

Error refused(const std::string& what) {
  report_wrong(fault::unsupported, what + ": not part of the simulator's stand-in for NCCL",
               runtime::HostCall::here());
  return {ncclInvalidUsage, what + " is not supported", true};
}

ncclResult_t& first_error() {
  thread_local ncclResult_t error = ncclSuccess;
  return error;
}

ncclResult_t note(runtime::State& s, const char* function, const Error& error) {
  if (first_error() == ncclSuccess) first_error() = error.code;
  last_message() = std::string(function) + ": " + error.what;
  if (!error.reported && s.unseen_error.empty() && s.unseen_launch_errors.empty() &&
      s.sticky == cudaSuccess) {
    s.unseen_error = std::string(function) + " failed (" + error.what +
                     "); the program neither failed nor asked for the error by "
                     "ncclGetErrorString or ncclGetLastError";
    s.unseen_site = runtime::HostCall::here();
  }
  return error.code;
}

}  // namespace simulator::nccl

using namespace simulator::nccl;

extern "C" {

const char* ncclGetErrorString(ncclResult_t result) {
  if (result != ncclSuccess && result != ncclInProgress) forget_unseen();
  switch (result) {
    case ncclSuccess:
      return "no error";
    case ncclUnhandledCudaError:
      return "a call of CUDA failed";
    case ncclSystemError:
      return "a call of the system failed";
    case ncclInternalError:
      return "an internal check failed";
    case ncclInvalidArgument:
      return "an argument is invalid";
    case ncclInvalidUsage:
      return "the call is not valid here";
    case ncclRemoteError:
      return "another rank has failed or left";
    case ncclInProgress:
      return "not over yet";
    default:
      return "unknown result code";
  }
}

const char* ncclGetLastError(ncclComm_t) {
  forget_unseen();
  return last_message().c_str();
}

}  // extern "C"
