#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "simulator/instructions/textures/texture_map.hpp"

/// What CUDA's arrays are here: rows of texels, one behind the other.
struct cudaArray {
  std::uint64_t address = 0;
  cudaChannelFormatDesc format = {};
  cudaExtent extent = {};  // as asked for: zeros where there is no such dimension
  unsigned flags = 0;
  std::size_t texel_bytes = 0;

  std::size_t rows() const { return extent.height == 0 ? 1 : extent.height; }
  std::size_t slices() const { return extent.depth == 0 ? 1 : extent.depth; }
  std::size_t row_bytes() const { return extent.width * texel_bytes; }
  std::size_t bytes() const { return row_bytes() * rows() * slices(); }
  cudaPitchedPtr memory() const {
    return {reinterpret_cast<void*>(address), row_bytes(), row_bytes(), rows()};
  }
};

namespace simulator::runtime {

/// Throws ApiError for what is no array, or none any more.
const cudaArray& checked_array(cudaArray_const_t array);

/// Fills in what texels are made of. Throws ApiError for what no array or texture can have.
void set_format(TextureMap& map, const cudaChannelFormatDesc& format);

/// The same with memory in place of arrays, whose widths and positions are told in texels. Throws
/// ApiError.
cudaMemcpy3DParms without_arrays(const cudaMemcpy3DParms& parameters);

}  // namespace simulator::runtime
