#include "simulator/instructions/lanes.hpp"

#include <cstring>

namespace simulator {

void resize_lanes(std::byte* to, unsigned to_size, const std::byte* from, unsigned from_size,
                  bool sign, std::uint32_t mask) {
  for_lanes(mask, [=](unsigned lane) {
    std::uint64_t value[2] = {};
    std::memcpy(value, from + lane * from_size, from_size);
    if (from_size < 8 && sign && value[0] >> (8 * from_size - 1) & 1)
      value[0] |= ~std::uint64_t{0} << 8 * from_size;
    std::memcpy(to + lane * to_size, value, to_size);
  });
}

}  // namespace simulator
