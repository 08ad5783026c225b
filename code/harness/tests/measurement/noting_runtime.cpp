// A runtime that does nothing but note the stream that it was asked for the last time.
#include <cuda_runtime_api.h>

#include <cstddef>

cudaStream_t noted_stream = nullptr;

static cudaError_t note(cudaStream_t stream) {
  noted_stream = stream;
  return cudaSuccess;
}

extern "C" {
unsigned __cudaPushCallConfiguration(dim3, dim3, std::size_t, cudaStream_t stream) {
  return note(stream);
}
cudaError_t cudaLaunchCooperativeKernel(const void*, dim3, dim3, void**, std::size_t,
                                        cudaStream_t stream) {
  return note(stream);
}
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* configuration, const void*, void**) {
  return note(configuration->stream);
}
cudaError_t cudaMemcpyAsync(void*, const void*, std::size_t, cudaMemcpyKind, cudaStream_t stream) {
  return note(stream);
}
cudaError_t cudaMemsetAsync(void*, int, std::size_t, cudaStream_t stream) {
  return note(stream);
}
}
