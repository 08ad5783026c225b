#include <string>

#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/driver/driver_modules.hpp"
#include "simulator/runtime/driver/images.hpp"
#include "simulator/runtime/handles.hpp"

// Device code that belongs to no context: each device loads it when it is first used there.

struct CUlib_st {
  simulator::runtime::LoadedCode code = {};
};

using namespace simulator;
using namespace simulator::runtime;

namespace {

Handles<CUlib_st>& libraries() {
  static auto& all = *new Handles<CUlib_st>;
  return all;
}

CUlib_st& checked_library(CUlibrary library) {
  if (libraries().contains(library)) return *library;
  if (library) report_misuse(fault::api, "use of a library that was unloaded or never loaded");
  throw ApiError{cudaErrorInvalidResourceHandle};
}

cudaError_t load_library(CUlibrary* place, const void* image, const JitOptions& options) {
  result(place);
  *place = libraries().make({load_code(image, options)});
  return cudaSuccess;
}

Function& checked_kernel(CUkernel kernel) {
  return checked_function(reinterpret_cast<CUfunction>(kernel));
}

}  // namespace

extern "C" {

CUresult cuLibraryLoadData(CUlibrary* library, const void* image, CUjit_option* options,
                           void** values, unsigned count, CUlibraryOption*, void**, unsigned) {
  return driver_call_without_context(
      [&](State&) { return load_library(library, image, JitOptions(count, options, values)); });
}

CUresult cuLibraryLoadFromFile(CUlibrary* library, const char* path, CUjit_option* options,
                               void** values, unsigned count, CUlibraryOption*, void**, unsigned) {
  return driver_call_without_context([&](State&) {
    return load_library(library, bytes_of_file(path).c_str(), JitOptions(count, options, values));
  });
}

CUresult cuLibraryUnload(CUlibrary library) {
  return driver_call_without_context([&](State& s) {
    LoadedCode& code = checked_library(library).code;
    unload_code(s, code, "library");
    for (unsigned device = 0; device < s.contexts.size(); ++device) code.binary->unload(device);
    libraries().destroy(library);
    return s.sticky;
  });
}

CUresult cuLibraryGetKernel(CUkernel* kernel, CUlibrary library, const char* name) {
  return driver_call_without_context([&](State&) {
    result(kernel) = reinterpret_cast<CUkernel>(function_of(checked_library(library).code, name));
    return cudaSuccess;
  });
}

CUresult cuLibraryGetKernelCount(unsigned* count, CUlibrary library) {
  return driver_call_without_context([&](State&) {
    result(count) = unsigned(checked_library(library).code.binary->module().kernels.size());
    return cudaSuccess;
  });
}

CUresult cuLibraryGetGlobal(CUdeviceptr* address, std::size_t* bytes, CUlibrary library,
                            const char* name) {
  return driver_call([&](State&) {
    const auto [where, size] = variable_of(checked_library(library).code, name);
    if (address) *address = where;
    if (bytes) *bytes = size;
    return cudaSuccess;
  });
}

/// One handle stands for both.
CUresult cuKernelGetFunction(CUfunction* function, CUkernel kernel) {
  return driver_call([&](State&) {
    checked_kernel(kernel);
    result(function) = reinterpret_cast<CUfunction>(kernel);
    return cudaSuccess;
  });
}

CUresult cuKernelGetName(const char** name, CUkernel kernel) {
  return driver_call_without_context([&](State&) {
    result(name) = checked_kernel(kernel).name.c_str();
    return cudaSuccess;
  });
}

CUresult cuKernelGetParamInfo(CUkernel kernel, std::size_t index, std::size_t* offset,
                              std::size_t* bytes) {
  return driver_call_without_context([&](State&) {
    checked_kernel(kernel);
    return cudaFuncGetParamInfo(kernel, index, offset, bytes);
  });
}

}  // extern "C"
