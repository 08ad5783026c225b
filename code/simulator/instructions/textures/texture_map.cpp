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

}  // namespace simulator
