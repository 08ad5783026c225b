#include "simulator/runtime/driver/driver_modules.hpp"

#include <string>

#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/driver/images.hpp"
#include "simulator/runtime/driver/known_contexts.hpp"
#include "simulator/runtime/driver/nvrtc.hpp"
#include "simulator/runtime/handles.hpp"

struct CUmod_st {
  simulator::runtime::LoadedCode code = {};
  CUcontext context = nullptr;
};

using namespace simulator;
using namespace simulator::runtime;

namespace {

Handles<CUmod_st>& modules() {
  static auto& all = *new Handles<CUmod_st>;
  return all;
}

/// Of any context. Throws ApiError.
CUmod_st& checked_module(CUmodule module) {
  if (!modules().contains(module)) {
    if (module) report_misuse(fault::api, "use of a module that was unloaded or never loaded");
    throw ApiError{cudaErrorInvalidResourceHandle};
  }
  const unsigned resets = state().contexts[module->code.device].resets;
  if (module->context->number == 0 && module->code.resets != resets) {
    report_misuse(fault::api, "use of a module that went with its context by cudaDeviceReset");
    throw ApiError{cudaErrorInvalidResourceHandle};
  }
  return *module;
}

cudaError_t load_module(CUmodule* place, const void* image, const JitOptions& options) {
  result(place);
  *place = modules().make({load_code(image, options), current_driver_context()});
  return cudaSuccess;
}

}  // namespace

void simulator::runtime::forget_modules_of(CUcontext context) {
  State& s = state();
  modules().for_all([&](CUmod_st& each) {
    if (each.context != context || !modules().contains(&each)) return;
    unload_code(s, each.code, "context");
    modules().destroy(&each);
  });
}

Function& simulator::runtime::checked_function(CUfunction handle) {
  State& s = state();
  if (!s.handles.contains(handle) && !s.gone_handles.contains(handle))
    throw ApiError{cudaErrorInvalidResourceHandle, "the handle is of no function"};
  Function& function = find_function(handle);
  if (const CUmodule module = module_of(function))
    if (checked_module(module).context != current_driver_context())
      throw ApiError{cudaErrorInvalidResourceHandle, "the kernel's module is of another context"};
  return function;
}

CUmodule simulator::runtime::module_of(const Function& function) {
  CUmodule found = nullptr;
  modules().for_all([&](CUmod_st& each) {
    if (each.code.binary == function.binary) found = &each;
  });
  return found;
}

extern "C" {

CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned count,
                            CUjit_option* options, void** values) {
  keep_nvrtc();
  return driver_call(
      [&](State&) { return load_module(module, image, JitOptions(count, options, values)); });
}

CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  keep_nvrtc();
  return driver_call(
      [&](State&) { return load_module(module, image, JitOptions(0, nullptr, nullptr)); });
}

CUresult cuModuleLoadFatBinary(CUmodule* module, const void* image) {
  return driver_call(
      [&](State&) { return load_module(module, image, JitOptions(0, nullptr, nullptr)); });
}

CUresult cuModuleLoad(CUmodule* module, const char* path) {
  return driver_call([&](State&) {
    return load_module(module, bytes_of_file(path).c_str(), JitOptions(0, nullptr, nullptr));
  });
}

CUresult cuModuleUnload(CUmodule module) {
  return driver_call([&](State& s) {
    const InContext in(*checked_module(module).context);
    unload_code(s, checked_module(module).code, "module");
    modules().destroy(module);
    return s.sticky;
  });
}

CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode* mode) {
  return driver_call_without_context([&](State&) {
    result(mode) = CU_MODULE_LAZY_LOADING;
    return cudaSuccess;
  });
}

CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  return driver_call([&](State&) {
    const InContext in(*checked_module(module).context);
    result(function) = reinterpret_cast<CUfunction>(function_of(checked_module(module).code, name));
    return cudaSuccess;
  });
}

CUresult cuModuleGetFunctionCount(unsigned* count, CUmodule module) {
  return driver_call([&](State&) {
    const InContext in(*checked_module(module).context);
    result(count) = kernel_count(checked_module(module).code);
    return cudaSuccess;
  });
}

CUresult cuModuleEnumerateFunctions(CUfunction* functions, unsigned count, CUmodule module) {
  return driver_call([&](State&) {
    const InContext in(*checked_module(module).context);
    list_functions(checked_module(module).code, functions, count);
    return cudaSuccess;
  });
}

CUresult cuModuleGetGlobal_v2(CUdeviceptr* address, std::size_t* bytes, CUmodule module,
                              const char* name) {
  return driver_call([&](State&) {
    const InContext in(*checked_module(module).context);
    const auto [where, size] = variable_of(checked_module(module).code, name);
    if (address) *address = where;
    if (bytes) *bytes = size;
    return cudaSuccess;
  });
}

}  // extern "C"
