#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace simulator {

/// What cuTensorMapEncodeTiled lays down in the 128 bytes of a CUtensorMap: a tensor in global
/// memory and the box of it that one copy moves. Dimension 0 is the one whose elements lie side by
/// side.
struct TensorMap {
  static constexpr std::size_t bytes = 128;
  static constexpr unsigned most_dimensions = 5;

  std::uint64_t magic = right_magic;
  std::uint64_t address = 0;
  std::array<std::uint64_t, most_dimensions - 1> strides{};  // bytes, from dimension 1 on
  std::array<std::uint32_t, most_dimensions> extents{};      // elements, less one
  std::array<std::uint16_t, most_dimensions> box{};          // elements
  std::array<std::uint8_t, most_dimensions> steps{};         // every so many elements of the box
  std::uint8_t rank = 0, element = 0;                        // bytes of one
  std::uint8_t type = 0;                                     // CUtensorMapDataType
  std::uint8_t swizzle = 0;  // log2 of its bytes / 16: 0 none, 1, 2, 3

  /// Nothing for 128 bytes that no encoding made.
  static std::optional<TensorMap> from(const std::byte* bytes);
  void write(std::byte* to) const;

  std::uint32_t taken(unsigned dimension) const {  // elements of the box that are copied
    return (box[dimension] + steps[dimension] - 1u) / steps[dimension];
  }
  std::uint32_t box_bytes() const {
    std::uint32_t result = element;
    for (unsigned k = 0; k < rank; ++k) result *= taken(k);
    return result;
  }
  /// Where the byte of an unswizzled box goes in shared memory: of its address, the number of the
  /// 16 bytes is combined with that of the 128 bytes.
  std::uint64_t swizzled(std::uint64_t shared_address) const {
    const std::uint64_t mask = (1u << swizzle) - 1;
    return shared_address ^ ((shared_address >> 7 & mask) << 4);
  }

  static constexpr std::uint64_t right_magic = 0x70616d726f736e74;

 private:
  bool is_small() const;
};

}  // namespace simulator
