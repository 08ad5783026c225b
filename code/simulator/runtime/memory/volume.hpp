#pragma once

#include <cuda_runtime_api.h>

#include "simulator/runtime/memory/transfer.hpp"

namespace simulator::runtime {

/// Adds the rows of what cudaMemcpy3D copies, whose memory is no array. Of a row that is not valid,
/// the error; those before it are added.
cudaError_t add_volume(Transfer& transfer, const cudaMemcpy3DParms& parameters);

}  // namespace simulator::runtime
