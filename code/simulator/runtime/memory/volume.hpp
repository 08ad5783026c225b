#pragma once

#include <cuda_runtime_api.h>

#include <source_location>

#include "simulator/runtime/memory/transfer.hpp"

namespace simulator::runtime {

/// Adds the rows of what cudaMemcpy3D copies, whose memory is no array. Of a row that is not valid,
/// the error; those before it are added.
cudaError_t add_volume(Transfer& transfer, const cudaMemcpy3DParms& parameters);

/// cudaMemcpy3D, in a stream and by another name.
cudaError_t copy_volume(const cudaMemcpy3DParms& parameters, cudaStream_t stream,
                        Transfer::Form form, const char* name, const std::source_location& where);

}  // namespace simulator::runtime
