#pragma once

#include <string>

#include "simulator/runtime/runtime.hpp"

namespace simulator::runtime {

/// The PTX of what cuModuleLoadData is given: PTX itself, or a fat binary of which the device takes
/// what suits it. Throws FatBinaryError, UnsupportedError, or ApiError for what is neither.
std::string ptx_of_image(const void* image);

/// A file's bytes, followed by a zero. Throws ApiError.
std::string bytes_of_file(const char* path);

}  // namespace simulator::runtime
