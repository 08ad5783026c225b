// Linked with `--wrap`, which makes calls of a function f those of __wrap_f, and its own __real_f.

#include <cuda_runtime_api.h>

#include <cstddef>

#include "harness/measurement/stream.hpp"

namespace {

[[maybe_unused]] const bool linked = harness::streams_are_chosen = true;

cudaStream_t chosen(cudaStream_t stream) {
  const bool is_default = stream == nullptr || stream == cudaStreamLegacy;
  return is_default && harness::timed_stream ? harness::timed_stream : stream;
}

}  // namespace

extern "C" {

// quote: wrap
// What nvcc makes of kernel<<<grid, block, shared, stream>>>.
unsigned __real___cudaPushCallConfiguration(dim3, dim3, std::size_t, cudaStream_t);
unsigned __wrap___cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared,
                                            cudaStream_t stream) {
  return __real___cudaPushCallConfiguration(grid, block, shared, chosen(stream));
}
// end quote

cudaError_t __real_cudaLaunchCooperativeKernel(const void*, dim3, dim3, void**, std::size_t,
                                               cudaStream_t);
cudaError_t __wrap_cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block,
                                               void** arguments, std::size_t shared,
                                               cudaStream_t stream) {
  return __real_cudaLaunchCooperativeKernel(kernel, grid, block, arguments, shared, chosen(stream));
}

cudaError_t __real_cudaLaunchKernelExC(const cudaLaunchConfig_t*, const void*, void**);
cudaError_t __wrap_cudaLaunchKernelExC(const cudaLaunchConfig_t* configuration, const void* kernel,
                                       void** arguments) {
  cudaLaunchConfig_t own = *configuration;
  own.stream = chosen(own.stream);
  return __real_cudaLaunchKernelExC(&own, kernel, arguments);
}

cudaError_t __real_cudaMemcpyAsync(void*, const void*, std::size_t, cudaMemcpyKind, cudaStream_t);
cudaError_t __wrap_cudaMemcpyAsync(void* to, const void* from, std::size_t bytes,
                                   cudaMemcpyKind kind, cudaStream_t stream) {
  return __real_cudaMemcpyAsync(to, from, bytes, kind, chosen(stream));
}

cudaError_t __real_cudaMemsetAsync(void*, int, std::size_t, cudaStream_t);
cudaError_t __wrap_cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
  return __real_cudaMemsetAsync(to, value, bytes, chosen(stream));
}
}
