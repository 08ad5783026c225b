#pragma once

#include <cuda_runtime_api.h>

#include "simulator/device/device.hpp"

namespace simulator::runtime {

/// What cudaDeviceGetAttribute says of the device that has that number. Throws ApiError.
int attribute_of(const Device& device, unsigned number, cudaDeviceAttr attribute);
/// The same, together.
cudaDeviceProp properties_of(const Device& device, unsigned number);

}  // namespace simulator::runtime
