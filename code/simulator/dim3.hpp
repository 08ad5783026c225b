#pragma once

#include <cstdint>
#include <string>

namespace simulator {

/// Extent of a grid or block, or the index of one in it.
struct Dim3 {
  unsigned x = 1, y = 1, z = 1;

  constexpr std::uint64_t volume() const { return std::uint64_t{x} * y * z; }
  friend constexpr bool operator==(const Dim3&, const Dim3&) = default;
};

/// The index at linear position `i`, x running fastest.
constexpr Dim3 index_in(const Dim3& extent, std::uint64_t i) {
  return {unsigned(i % extent.x), unsigned(i / extent.x % extent.y),
          unsigned(i / extent.x / extent.y)};
}

/// The three numbers as text.
inline std::string joined(const Dim3& d, const char* between) {
  return std::to_string(d.x) + between + std::to_string(d.y) + between + std::to_string(d.z);
}

}  // namespace simulator
