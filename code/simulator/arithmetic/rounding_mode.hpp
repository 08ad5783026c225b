#pragma once

#include <cstdint>

namespace simulator {

/// IEEE rounding of .rn, .rz, .rm and .rp.
enum class Rounding : std::uint8_t { nearest, zero, down, up };

}  // namespace simulator
