#include "simulator/instructions/copies/tensor_map.hpp"

#include <cstring>

namespace simulator {

static_assert(sizeof(TensorMap) <= TensorMap::bytes);

std::optional<TensorMap> TensorMap::from(const std::byte* bytes) {
  TensorMap result;
  std::memcpy(&result, bytes, sizeof result);
  const bool right =
      result.magic == right_magic && result.rank > 0 && result.rank <= most_dimensions;
  return right ? std::optional(result) : std::nullopt;
}

void TensorMap::write(std::byte* to) const {
  std::memset(to, 0, bytes);
  std::memcpy(to, this, sizeof *this);
}

}  // namespace simulator
