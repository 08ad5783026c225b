#pragma once

#include <cuda.h>

#include "simulator/runtime/driver/driver_modules.hpp"

namespace simulator::runtime {

/// Device code that belongs to no context: each device loads it when it is first used there. The
/// runtime's handles of such code, and of its kernels, are the driver's. As an H200 reads it only
/// when it is asked for a kernel, what cannot be loaded is not told before.
CUlibrary load_library(const void* image, const JitOptions& options);
/// Throws ApiError for what was unloaded or never loaded, or cannot be.
LoadedCode& code_of(CUlibrary library);
/// 0 of what cannot be loaded.
unsigned kernels_in(CUlibrary library);
void unload_library(State& s, CUlibrary library);

}  // namespace simulator::runtime
