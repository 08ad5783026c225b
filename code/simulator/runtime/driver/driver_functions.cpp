#include <string>

#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/driver/driver_modules.hpp"
#include "simulator/runtime/driver/known_contexts.hpp"
#include "simulator/runtime/launches/loading.hpp"

// What the driver tells and sets of a kernel.

using namespace simulator;
using namespace simulator::runtime;

namespace {

int attribute_of_function(CUfunction function, CUfunction_attribute attribute) {
  cudaFuncAttributes all;
  if (const cudaError_t error = cudaFuncGetAttributes(&all, function); error != cudaSuccess)
    throw ApiError{error};
  switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      return all.maxThreadsPerBlock;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      return int(all.sharedSizeBytes);
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
      return int(all.constSizeBytes);
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
      return int(all.localSizeBytes);
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
      return all.numRegs;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
      return all.ptxVersion;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
      return all.binaryVersion;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
      return all.cacheModeCA;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      return all.maxDynamicSharedSizeBytes;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      return all.preferredShmemCarveout;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
      return all.clusterDimMustBeSet;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
      return all.requiredClusterWidth;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
      return all.requiredClusterHeight;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
      return all.requiredClusterDepth;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
      return all.nonPortableClusterSizeAllowed;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
      return all.clusterSchedulingPolicyPreference;
    default:
      throw ApiError{cudaErrorInvalidValue};
  }
}

CUfunction as_function(CUkernel kernel) {
  return reinterpret_cast<CUfunction>(kernel);
}

}  // namespace

extern "C" {

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function) {
  return driver_call([&](State&) {
    checked_function(function);
    result(value) = attribute_of_function(function, attribute);
    return cudaSuccess;
  });
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  return driver_call([&](State&) {
    checked_function(function);
    return cudaFuncSetAttribute(function, cudaFuncAttribute(attribute), value);
  });
}

CUresult cuKernelGetAttribute(int* value, CUfunction_attribute attribute, CUkernel kernel,
                              CUdevice device) {
  return driver_call_without_context([&](State&) {
    const InContext in(*driver_context(checked_device(device), 0));
    checked_function(as_function(kernel));
    result(value) = attribute_of_function(as_function(kernel), attribute);
    return cudaSuccess;
  });
}

CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel,
                              CUdevice device) {
  return driver_call_without_context([&](State&) {
    const InContext in(*driver_context(checked_device(device), 0));
    checked_function(as_function(kernel));
    return cudaFuncSetAttribute(kernel, cudaFuncAttribute(attribute), value);
  });
}

CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config) {
  return driver_call([&](State&) {
    checked_function(function);
    return cudaFuncSetCacheConfig(function, cudaFuncCache(config));
  });
}

CUresult cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config) {
  return driver_call([&](State&) {
    checked_function(function);
    return check_bank_size(cudaSharedMemConfig(config));
  });
}

CUresult cuFuncGetModule(CUmodule* module, CUfunction handle) {
  return driver_call([&](State&) {
    result(module) = module_of(checked_function(handle));
    if (!*module) return unsupported("the module of a kernel that no module was asked for");
    return cudaSuccess;
  });
}

CUresult cuFuncGetName(const char** name, CUfunction function) {
  return driver_call_without_context([&](State&) {
    result(name) = checked_function(function).name.c_str();
    return cudaSuccess;
  });
}

CUresult cuFuncGetParamInfo(CUfunction function, std::size_t index, std::size_t* offset,
                            std::size_t* bytes) {
  return driver_call([&](State&) {
    checked_function(function);
    return cudaFuncGetParamInfo(function, index, offset, bytes);
  });
}

CUresult cuFuncIsLoaded(CUfunctionLoadingState* loaded, CUfunction function) {
  return driver_call([&](State&) {
    result(loaded) = checked_function(function).of_current_device().loaded
                         ? CU_FUNCTION_LOADING_STATE_LOADED
                         : CU_FUNCTION_LOADING_STATE_UNLOADED;
    return cudaSuccess;
  });
}

CUresult cuFuncLoad(CUfunction function) {
  return driver_call([&](State& s) {
    load(s, checked_function(function));
    return cudaSuccess;
  });
}

}  // extern "C"
