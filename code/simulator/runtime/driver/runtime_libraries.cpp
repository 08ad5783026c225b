#include "simulator/program/program.hpp"
#include "simulator/runtime/driver/images.hpp"
#include "simulator/runtime/driver/known_contexts.hpp"
#include "simulator/runtime/driver/libraries.hpp"

// The runtime's own names for the driver's libraries.

using namespace simulator;
using namespace simulator::runtime;

namespace {

JitOptions jit_options(unsigned count, cudaJitOption* options, void** values) {
  return {count, reinterpret_cast<CUjit_option*>(options), values};
}

cudaError_t find_variable(void** address, std::size_t* bytes, cudaLibrary_t library,
                          const char* name) {
  const auto [where, size] = variable_of(code_of(library), name);
  if (address) *address = reinterpret_cast<void*>(where);
  if (bytes) *bytes = size;
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* image, cudaJitOption* options,
                                void** values, unsigned count, cudaLibraryOption*, void**,
                                unsigned) {
  return call([&](State&) {
    result(library) = load_library(image, jit_options(count, options, values));
    return cudaSuccess;
  });
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t* library, const char* path,
                                    cudaJitOption* options, void** values, unsigned count,
                                    cudaLibraryOption*, void**, unsigned) {
  return call([&](State&) {
    result(library) =
        load_library(bytes_of_file(path).c_str(), jit_options(count, options, values));
    return cudaSuccess;
  });
}

cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
  return call([&](State& s) {
    unload_library(s, library);
    return s.sticky;
  });
}

cudaError_t cudaLibraryGetKernel(cudaKernel_t* kernel, cudaLibrary_t library, const char* name) {
  return call([&](State&) {
    result(kernel) = reinterpret_cast<cudaKernel_t>(function_of(code_of(library), name));
    return cudaSuccess;
  });
}

cudaError_t cudaLibraryGetKernelCount(unsigned* count, cudaLibrary_t library) {
  return call([&](State&) {
    result(count) = kernels_in(library);
    return cudaSuccess;
  });
}

cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t* kernels, unsigned count,
                                        cudaLibrary_t library) {
  return call([&](State&) {
    list_functions(code_of(library), kernels, count);
    return cudaSuccess;
  });
}

cudaError_t cudaLibraryGetGlobal(void** address, std::size_t* bytes, cudaLibrary_t library,
                                 const char* name) {
  return call([&](State&) { return find_variable(address, bytes, library, name); });
}

/// Of a variable that is not managed, as if there were none of the name.
cudaError_t cudaLibraryGetManaged(void** address, std::size_t* bytes, cudaLibrary_t library,
                                  const char* name) {
  return call([&](State&) {
    const Variable* const found = name ? code_of(library).binary->module().variable(name) : nullptr;
    if (found && !found->managed) return cudaErrorSymbolNotFound;
    return find_variable(address, bytes, library, name);
  });
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, cudaFuncAttribute attribute,
                                            int value, int device) {
  return call([&](State&) {
    const InContext in(*driver_context(checked_device(device), 0));
    return cudaFuncSetAttribute(kernel, attribute, value);
  });
}

}  // extern "C"
