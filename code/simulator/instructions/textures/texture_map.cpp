#include "simulator/instructions/textures/texture_map.hpp"

#include <cstring>
#include <type_traits>

namespace simulator {

static_assert(std::is_trivially_copyable_v<TextureMap>);

std::optional<TextureMap> TextureMap::from(const std::byte* bytes) {
  TextureMap result;
  std::memcpy(&result, bytes, sizeof result);
  return result.magic == right_magic ? std::optional(result) : std::nullopt;
}

std::string TextureMap::texel_words() const {
  const char* const noun = kind == Kind::floating         ? "floats"
                           : kind == Kind::signed_integer ? "signed integers"
                                                          : "unsigned integers";
  return (channels > 1 ? std::to_string(channels) + ' ' : std::string()) + noun + " of " +
         std::to_string(channel_bits) + " bits";
}

}  // namespace simulator
