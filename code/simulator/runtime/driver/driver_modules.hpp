#pragma once

#include <cuda.h>

#include <map>
#include <string>
#include <utility>

#include "simulator/runtime/driver/jit_options.hpp"
#include "simulator/runtime/runtime.hpp"

namespace simulator::runtime {

/// Device code that a program has loaded itself, with the functions that it has asked for.
struct LoadedCode {
  Binary* binary = nullptr;
  std::map<std::string, Function> functions = {};
  unsigned device = 0, resets = 0;  // of a device, by then
  HostCall site = {};               // that loaded it
};

/// Reads device code for the current device. Throws ApiError; what is wrong with it stands in the
/// error log, if the program has one, and in the error.
LoadedCode load_code(const void* image, const JitOptions& options);
/// The handle of a kernel. Throws ApiError if there is none of that name.
Function* function_of(LoadedCode& code, const char* name);
unsigned kernel_count(const LoadedCode& code);
/// The first handles of its kernels, as many as there is room for, or as there are. Throws ApiError
/// for no place.
template <class Handle>
void list_functions(LoadedCode& code, Handle* place, unsigned room) {
  if (!place) throw ApiError{cudaErrorInvalidValue};
  for (const auto& [name, kernel] : code.binary->module().kernels)
    if (room > 0) {
      *place++ = reinterpret_cast<Handle>(function_of(code, name.c_str()));
      --room;
    }
}
/// Address and size of a variable on the current device. Throws ApiError.
std::pair<CUdeviceptr, std::size_t> variable_of(const LoadedCode& code, const char* name);
/// It goes from the current device. `what` is the sort of thing that goes: "module".
void unload_code(State& s, LoadedCode& code, const char* what);
/// Throws ApiError for what is no function of the current context, or none any more.
Function& checked_function(CUfunction function);
/// Those of a context are gone with it.
void forget_modules_of(CUcontext context);
/// Of cuLaunchKernelEx and of questions about one, as the runtime has it.
cudaLaunchConfig_t runtime_configuration(const CUlaunchConfig& config);
/// The module that a function is of; null if it is of the program itself, or of a library.
CUmodule module_of(const Function& function);

}  // namespace simulator::runtime
