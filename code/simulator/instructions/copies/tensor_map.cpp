#include "simulator/instructions/copies/tensor_map.hpp"

#include <cstring>

namespace simulator {

static_assert(sizeof(TensorMap) <= TensorMap::bytes);

namespace {

/// For some drivers CUTLASS clears this bit of the second word of a small tensor's map, which means
/// something in NVIDIA's layout. Here it is one of the address, so the first word has it as well.
constexpr std::uint64_t cleared_bit = std::uint64_t{1} << 21;
constexpr std::uint64_t small_bytes = 128 * 1024;
constexpr std::uint64_t mark = 1;  // in the first word: the address has the bit

}  // namespace

bool TensorMap::is_small() const {
  std::uint64_t size = element * (std::uint64_t{extents[0]} + 1);
  for (unsigned k = 1; k < rank; ++k) size += strides[k - 1] * extents[k];
  return size < small_bytes;
}

std::optional<TensorMap> TensorMap::from(const std::byte* bytes) {
  TensorMap result;
  std::memcpy(&result, bytes, sizeof result);
  if (result.magic == (right_magic ^ mark)) {
    result.magic = right_magic;
    result.address |= cleared_bit;
  }
  const bool right =
      result.magic == right_magic && result.rank > 0 && result.rank <= most_dimensions;
  return right ? std::optional(result) : std::nullopt;
}

void TensorMap::write(std::byte* to) const {
  TensorMap map = *this;
  if (is_small() && (address & cleared_bit) != 0) map.magic ^= mark;
  std::memset(to, 0, bytes);
  std::memcpy(to, &map, sizeof map);
}

}  // namespace simulator
