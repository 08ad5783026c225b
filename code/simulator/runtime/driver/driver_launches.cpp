#include <cstddef>
#include <string>
#include <vector>

#include "simulator/runtime/driver/driver_call.hpp"
#include "simulator/runtime/driver/driver_modules.hpp"
#include "simulator/runtime/driver/known_contexts.hpp"

using namespace simulator;
using namespace simulator::runtime;

namespace {

/// A kernel's arguments as one block of bytes, which `extra` describes.
struct ArgumentBlock {
  std::byte* bytes = nullptr;
  std::size_t size = 0;
};

/// Throws ApiError.
ArgumentBlock block_of(void** extra) {
  ArgumentBlock block;
  for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
    if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER)
      block.bytes = static_cast<std::byte*>(extra[1]);
    else if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE && extra[1])
      block.size = *static_cast<std::size_t*>(extra[1]);
    else
      throw ApiError{cudaErrorInvalidValue};
  }
  return block;
}

/// Where each argument is. Throws ApiError. An H200 refuses a block that is too large, and takes
/// one that is too small, though the rest of the arguments may be anything.
std::vector<void*> arguments_in(void** extra, const Kernel& kernel) {
  const ArgumentBlock block = block_of(extra);
  std::vector<void*> places;
  std::size_t needed = 0;
  for (const Parameter& parameter : kernel.parameters) {
    places.push_back(block.bytes + parameter.offset);
    needed = parameter.offset + parameter.size;
  }
  const std::string sizes = "the kernel's parameters are " + std::to_string(needed) +
                            " bytes, and its launch has a buffer of " + std::to_string(block.size);
  if (block.size > needed) throw ApiError{cudaErrorLaunchOutOfResources, sizes};
  if (block.size == needed && (block.bytes || needed == 0)) return places;
  report_misuse(fault::api, sizes);
  throw ApiError{cudaErrorInvalidValue};
}

/// The stream says in which context it is done.
const CUctx_st& context_for(CUstream stream) {
  number_of(stream);
  return *driver_context(device_of(stream), context_of(stream));
}

/// Has the function launched, with its arguments as the runtime wants them.
template <class Launch>
cudaError_t with_arguments(CUfunction function, CUstream stream, void** arguments, void** extra,
                           Launch&& launch) {
  const InContext in(context_for(stream));
  const Function& checked = checked_function(function);
  if (!extra) return launch(arguments);
  if (arguments) throw ApiError{cudaErrorInvalidValue, "arguments are given in two ways"};
  std::vector<void*> places = arguments_in(extra, checked.kernel());
  return launch(places.data());
}

}  // namespace

/// An attribute is the same in both.
cudaLaunchConfig_t simulator::runtime::runtime_configuration(const CUlaunchConfig& config) {
  static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute));
  cudaLaunchConfig_t same = {};
  same.gridDim = {config.gridDimX, config.gridDimY, config.gridDimZ};
  same.blockDim = {config.blockDimX, config.blockDimY, config.blockDimZ};
  same.dynamicSmemBytes = config.sharedMemBytes;
  same.stream = config.hStream;
  same.attrs = reinterpret_cast<cudaLaunchAttribute*>(config.attrs);
  same.numAttrs = config.numAttrs;
  return same;
}

extern "C" {

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                        CUstream stream, void** arguments, void** extra) {
  return driver_call([&](State&) {
    return with_arguments(function, stream, arguments, extra, [&](void** places) {
      return cudaLaunchKernel(function, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z},
                              places, shared, stream);
    });
  });
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                                   unsigned grid_z, unsigned block_x, unsigned block_y,
                                   unsigned block_z, unsigned shared, CUstream stream,
                                   void** arguments) {
  return driver_call([&](State&) {
    return with_arguments(function, stream, arguments, nullptr, [&](void** places) {
      return cudaLaunchCooperativeKernel(function, {grid_x, grid_y, grid_z},
                                         {block_x, block_y, block_z}, places, shared, stream);
    });
  });
}

CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void** arguments,
                          void** extra) {
  return driver_call([&](State&) {
    if (!config) return cudaErrorInvalidValue;
    const cudaLaunchConfig_t same = runtime_configuration(*config);
    return with_arguments(function, same.stream, arguments, extra, [&](void** places) {
      return cudaLaunchKernelExC(&same, function, places);
    });
  });
}

CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data) {
  return driver_call([&](State&) { return cudaLaunchHostFunc(stream, function, data); });
}

}  // extern "C"
