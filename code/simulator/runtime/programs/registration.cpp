#include "simulator/runtime/programs/fat_binary.hpp"
#include "simulator/runtime/runtime.hpp"

// What the start-up code that nvcc writes into every object calls.

using namespace simulator;
using namespace simulator::runtime;

namespace {

Function* handle_of(const void* host) {
  Function& function = find_function(host);
  state().handles.insert(&function);
  return &function;
}

}  // namespace

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  s.binaries.push_back(std::make_unique<Binary>(
      [wrapper](unsigned newest) { return linked_ptx_of(wrapper, newest); }));
  return reinterpret_cast<void**>(s.binaries.back().get());
}

void __cudaRegisterFatBinaryEnd(void**) {}

// The code stays, for static destructors that still launch.
void __cudaUnregisterFatBinary(void**) {}

// quote: register
void __cudaRegisterFunction(void** handle, const char* host, char*, const char* name, int, uint3*,
                            uint3*, dim3*, dim3*, int*) {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  auto function = std::make_unique<Function>();
  function->binary = reinterpret_cast<Binary*>(handle);
  function->name = name;
  s.functions[host] = std::move(function);
}
// end quote

void __cudaRegisterVar(void** handle, char* host, char*, const char* name, int, std::size_t bytes,
                       int, int) {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  s.variables[host] = {reinterpret_cast<Binary*>(handle), name, bytes};
}

void __cudaRegisterManagedVar(void** handle, void** shadow, char*, const char* name, int,
                              std::size_t bytes, int, int) {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  s.managed_variables[shadow] = {reinterpret_cast<Binary*>(handle), name, bytes};
}

/// Before the host's first use of a managed variable.
char __cudaInitModule(void** handle) {
  const cudaError_t error = call([&](State&) {
    reinterpret_cast<Binary*>(handle)->module();
    return cudaSuccess;
  });
  return error == cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host) {
  return call([&](State&) {
    result(kernel) = reinterpret_cast<cudaKernel_t>(handle_of(host));
    return cudaSuccess;
  });
}

cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* host) {
  return call([&](State&) { return __cudaGetKernel(kernel, host); });
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* host) {
  return call([&](State&) {
    result(function) = reinterpret_cast<cudaFunction_t>(handle_of(host));
    return cudaSuccess;
  });
}

}  // extern "C"
