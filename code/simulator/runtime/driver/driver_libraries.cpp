#include <string>

#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/driver/images.hpp"
#include "simulator/runtime/driver/libraries.hpp"

using namespace simulator;
using namespace simulator::runtime;

namespace {

Function& checked_kernel(CUkernel kernel) {
  return checked_function(reinterpret_cast<CUfunction>(kernel));
}

}  // namespace

extern "C" {

CUresult cuLibraryLoadData(CUlibrary* library, const void* image, CUjit_option* options,
                           void** values, unsigned count, CUlibraryOption*, void**, unsigned) {
  return driver_call_without_context([&](State&) {
    result(library) = load_library(image, JitOptions(count, options, values));
    return cudaSuccess;
  });
}

CUresult cuLibraryLoadFromFile(CUlibrary* library, const char* path, CUjit_option* options,
                               void** values, unsigned count, CUlibraryOption*, void**, unsigned) {
  return driver_call_without_context([&](State&) {
    result(library) = load_library(bytes_of_file(path).c_str(), JitOptions(count, options, values));
    return cudaSuccess;
  });
}

CUresult cuLibraryUnload(CUlibrary library) {
  return driver_call_without_context([&](State& s) {
    unload_library(s, library);
    return s.sticky;
  });
}

CUresult cuLibraryGetKernel(CUkernel* kernel, CUlibrary library, const char* name) {
  return driver_call_without_context([&](State&) {
    result(kernel) = reinterpret_cast<CUkernel>(function_of(code_of(library), name));
    return cudaSuccess;
  });
}

CUresult cuLibraryGetKernelCount(unsigned* count, CUlibrary library) {
  return driver_call_without_context([&](State&) {
    result(count) = kernels_in(library);
    return cudaSuccess;
  });
}

CUresult cuLibraryEnumerateKernels(CUkernel* kernels, unsigned count, CUlibrary library) {
  return driver_call_without_context([&](State&) {
    list_functions(code_of(library), kernels, count);
    return cudaSuccess;
  });
}

CUresult cuLibraryGetGlobal(CUdeviceptr* address, std::size_t* bytes, CUlibrary library,
                            const char* name) {
  return driver_call([&](State&) {
    const auto [where, size] = variable_of(code_of(library), name);
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
