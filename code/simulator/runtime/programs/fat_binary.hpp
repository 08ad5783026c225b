#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "simulator/runtime/programs/fat_binary_error.hpp"

namespace simulator {

/// The fat binaries behind the wrapper that nvcc's start-up code passes to __cudaRegisterFatBinary:
/// one, or those of all files that were compiled to be linked. Throws FatBinaryError.
std::vector<std::span<const std::byte>> unwrap_fat_binaries(const void* wrapper);

/// A fat binary by itself: all of it, as its header says. Throws FatBinaryError.
std::span<const std::byte> fat_binary_at(const std::byte* binary);

/// Of what a program hands over to be loaded: what does it begin with?
enum class ImageKind : std::uint8_t { text, fat_binary, wrapper, machine_code };
ImageKind image_kind(const void* image);

/// The PTX text for the highest target that is at most `newest` (90 for sm_90), decompressed.
/// Throws FatBinaryError; an entry with a size that leads outside `binary` is an error as well.
std::string choose_ptx(std::span<const std::byte> binary, unsigned newest);

/// Of all that is behind a wrapper, linked. Throws FatBinaryError or UnsupportedError.
std::string linked_ptx_of(const void* wrapper, unsigned newest);

}  // namespace simulator
