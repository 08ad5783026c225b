#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string_view>

namespace simulator {

/// A fat binary that is damaged, or has no PTX that the simulator can use. what() says which.
struct FatBinaryError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The fat binary behind the wrapper that nvcc's start-up code passes to __cudaRegisterFatBinary.
/// Throws FatBinaryError.
std::span<const std::byte> unwrap_fat_binary(const void* wrapper);

/// The PTX text for the highest target that is at most `newest` (90 for sm_90). It stays inside
/// `binary`. Throws FatBinaryError; an entry with a size that leads outside `binary` is an error as
/// well.
std::string_view choose_ptx(std::span<const std::byte> binary, unsigned newest);

}  // namespace simulator
