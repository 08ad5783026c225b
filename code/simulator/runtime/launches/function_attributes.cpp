#include <cstddef>
#include <string>

#include "simulator/runtime/launches/loading.hpp"
#include "simulator/runtime/launches/recorder.hpp"
#include "simulator/runtime/runtime.hpp"

// What is told and set of a kernel: cudaFuncGetAttributes and its like.

using namespace simulator;
using namespace simulator::runtime;

extern "C" {

cudaError_t cudaFuncGetName(const char** name, const void* function) {
  return call([&](State&) {
    result(name) = find_function(function).name.c_str();
    return cudaSuccess;
  });
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* handle) {
  return call([&](State& s) {
    Function& function = find_function(handle);
    const Kernel& kernel = function.kernel();
    load(s, function);
    s.recorder->ask("attributes of", function);
    result(attributes) = {};
    attributes->sharedSizeBytes = kernel.static_shared_bytes;
    attributes->localSizeBytes = kernel.local_bytes;
    attributes->maxThreadsPerBlock = kernel.max_block_threads;
    attributes->numRegs = kernel.registers;
    attributes->ptxVersion = attributes->binaryVersion = int(s.machine().device().capability());
    attributes->maxDynamicSharedSizeBytes = function.most_dynamic_shared();
    const Function::Settings set = function.of_current_device();
    attributes->preferredShmemCarveout = set.carveout;
    const Dim3 cluster = set.cluster.volume() > 0 ? set.cluster : kernel.cluster;
    attributes->clusterDimMustBeSet = kernel.explicit_cluster;
    attributes->requiredClusterWidth = int(cluster.x);
    attributes->requiredClusterHeight = int(cluster.y);
    attributes->requiredClusterDepth = int(cluster.z);
    attributes->nonPortableClusterSizeAllowed = set.large_clusters;
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetAttribute(const void* handle, cudaFuncAttribute attribute, int value) {
  return call([&](State& s) {
    Function& function = find_function(handle);
    load(s, function);
    s.recorder->ask(
        "attribute " + std::to_string(attribute) + " = " + std::to_string(value) + " of", function);
    switch (attribute) {
      case cudaFuncAttributeMaxDynamicSharedMemorySize:
        if (value < 0 || std::size_t(value) > s.machine().most_dynamic_shared(function.kernel()))
          return cudaErrorInvalidValue;
        function.set().dynamic_shared = value;
        return cudaSuccess;
      case cudaFuncAttributePreferredSharedMemoryCarveout:
        if (value < -1 || value > 100) return cudaErrorInvalidValue;
        function.set().carveout = value;
        return cudaSuccess;
      case cudaFuncAttributeNonPortableClusterSizeAllowed:
        if (value != 0 && value != 1) return cudaErrorInvalidValue;
        function.set().large_clusters = value;
        return cudaSuccess;
      case cudaFuncAttributeRequiredClusterWidth:
        function.set().cluster.x = unsigned(value);
        return cudaSuccess;
      case cudaFuncAttributeRequiredClusterHeight:
        function.set().cluster.y = unsigned(value);
        return cudaSuccess;
      case cudaFuncAttributeRequiredClusterDepth:
        function.set().cluster.z = unsigned(value);
        return cudaSuccess;
      case cudaFuncAttributeClusterSchedulingPolicyPreference:
        return cudaSuccess;
      default:
        return cudaErrorInvalidValue;
    }
  });
}

cudaError_t cudaFuncSetCacheConfig(const void* handle, cudaFuncCache config) {
  return call([&](State&) {
    find_function(handle);
    return check_cache_config(config);
  });
}

cudaError_t cudaFuncSetSharedMemConfig(const void* handle, cudaSharedMemConfig config) {
  return call([&](State&) {
    find_function(handle);
    return check_bank_size(config);
  });
}

cudaError_t cudaFuncGetParamInfo(const void* handle, std::size_t index, std::size_t* offset,
                                 std::size_t* bytes) {
  return call([&](State&) {
    const Kernel& kernel = find_function(handle).kernel();
    if (index >= kernel.parameters.size()) return cudaErrorInvalidValue;
    result(offset) = kernel.parameters[index].offset;
    if (bytes) *bytes = kernel.parameters[index].size;
    return cudaSuccess;
  });
}

}  // extern "C"
