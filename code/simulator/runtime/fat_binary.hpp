#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "simulator/runtime/fat_binary_error.hpp"

namespace simulator {

/// The fat binary behind the wrapper that nvcc's start-up code passes to __cudaRegisterFatBinary.
/// Throws FatBinaryError.
std::span<const std::byte> unwrap_fat_binary(const void* wrapper);

/// The PTX text for the highest target that is at most `newest` (90 for sm_90), decompressed.
/// Throws FatBinaryError; an entry with a size that leads outside `binary` is an error as well.
std::string choose_ptx(std::span<const std::byte> binary, unsigned newest);

}  // namespace simulator
