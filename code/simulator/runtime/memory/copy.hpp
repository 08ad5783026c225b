#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <source_location>

#include "simulator/runtime/memory/transfer.hpp"

namespace simulator::runtime {

/// Memory with rows that are so many bytes apart.
struct Rows {
  void* to;
  std::size_t to_pitch;
  const void* from;
  std::size_t from_pitch, width, height;
};

/// Copies and fills as cudaMemcpy, cudaMemcpy2D and cudaMemset2D do it, in a stream and by another
/// name, which reports use.
cudaError_t copy(cudaStream_t stream, Transfer::Form form, const char* name, void* to,
                 const void* from, std::size_t bytes, cudaMemcpyKind kind,
                 const std::source_location& where);
cudaError_t copy(cudaStream_t stream, Transfer::Form form, const char* name, const Rows& rows,
                 cudaMemcpyKind kind, const std::source_location& where);
/// Of elements of 1, 2 or 4 bytes; `width` is in bytes.
cudaError_t fill(cudaStream_t stream, Transfer::Form form, const char* name, void* to,
                 std::size_t pitch, unsigned value, std::size_t width, std::size_t height,
                 const std::source_location& where, unsigned element = 1);

}  // namespace simulator::runtime
