#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace simulator {

/// What a texture or surface object stands for: an array of texels, and how it is read. It lies in
/// the memory of the device, and the object is its address.
struct TextureMap {
  enum class Kind : std::uint8_t { signed_integer, unsigned_integer, floating };
  enum class Beyond : std::uint8_t { wrap, clamp, mirror, border };  // as cudaTextureAddressMode
  enum class Shape : std::uint8_t { line, plane, volume, lines, planes, cube, cubes, fetched };
  enum class Use : std::uint8_t { texture, surface };

  std::uint64_t magic = right_magic;
  std::uint64_t address = 0;
  std::uint64_t row_bytes = 0, slice_bytes = 0;      // from one to the next
  std::array<std::uint32_t, 3> extents = {1, 1, 1};  // texels, rows, slices or layers
  Shape shape = Shape::plane;
  Use use = Use::texture;
  Kind kind = Kind::floating;
  std::uint8_t channels = 1, channel_bits = 32;
  bool linear = false;      // between texels; else the nearest
  bool normalized = false;  // coordinates from 0 to 1
  bool to_float = false;    // integers become numbers from 0 or -1 to 1
  std::array<Beyond, 3> beyond{};
  std::array<std::uint32_t, 4> border{};  // bits

  unsigned texel_bytes() const { return unsigned(channels) * channel_bits / 8; }
  /// Does a read give numbers with a fraction?
  bool gives_floats() const { return kind == Kind::floating || to_float; }
  /// "unsigned integers of 8 bits".
  std::string texel_words() const;

  /// Nothing for bytes that no object was made with.
  static std::optional<TextureMap> from(const std::byte* bytes);

  static constexpr std::uint64_t right_magic = 0x7061'6d65'7275'7465;
};

}  // namespace simulator
