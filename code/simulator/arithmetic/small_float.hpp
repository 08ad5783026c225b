#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "simulator/arithmetic/rounding_mode.hpp"

namespace simulator {

/// A 16-bit floating-point number with so many bits of exponent and mantissa.
template <int exponent_bits, int mantissa_bits>
struct SmallFloat {
  std::uint16_t bits = 0;

  static constexpr int mantissa = mantissa_bits;
  static constexpr int bias = (1 << (exponent_bits - 1)) - 1;
  static constexpr std::uint16_t infinity = ((1 << exponent_bits) - 1) << mantissa_bits;
  static constexpr std::uint16_t nan = 0x7fff;

  explicit operator float() const {
    const std::uint32_t magnitude = bits & 0x7fffu;
    float result = 0;
    if (magnitude >= infinity)
      result = std::bit_cast<float>(magnitude == infinity ? 0x7f800000u : 0x7fffffffu);
    else if (magnitude < 1u << mantissa_bits)
      result = std::ldexp(float(magnitude), 1 - bias - mantissa_bits);
    else
      result = std::bit_cast<float>((magnitude << (23 - mantissa_bits)) +
                                    (std::uint32_t(127 - bias) << 23));
    return bits & 0x8000 ? -result : result;
  }

  /// Rounds once, from any host type.
  template <class Real>
  static SmallFloat from(Real value, Rounding mode = Rounding::nearest, bool saturate = false) {
    if (std::isnan(value)) return {nan};
    const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    const Real magnitude = std::fabs(value);
    if (magnitude == 0) return {sign};
    std::uint32_t result;
    if (std::isinf(magnitude)) {
      result = saturate ? infinity - 1 : infinity;
      return {std::uint16_t(sign | result)};
    }
    int exponent;
    std::frexp(magnitude, &exponent);
    const int leading = std::max(exponent - 1, 1 - bias);
    const Real scaled = std::ldexp(magnitude, mantissa_bits - leading);
    const bool away = (mode == Rounding::up && !sign) || (mode == Rounding::down && sign);
    const Real whole = mode == Rounding::nearest ? std::rint(scaled)
                       : away                    ? std::ceil(scaled)
                                                 : std::floor(scaled);
    // The hidden bit of `whole` carries into the exponent.
    if (leading > bias + 1)
      result = infinity;
    else
      result = (std::uint32_t(leading - 1 + bias) << mantissa_bits) + std::uint32_t(whole);
    if (result >= infinity)
      result = (mode == Rounding::nearest || away) && !saturate ? infinity : infinity - 1;
    return {std::uint16_t(sign | result)};
  }
};

using Half = SmallFloat<5, 10>;
using Bfloat = SmallFloat<8, 7>;

template <class S>
S flushed_small(S v) {
  return (v.bits & 0x7fff) < (1 << (S::infinity == 0x7c00 ? 10 : 7))
             ? S{std::uint16_t(v.bits & 0x8000)}
             : v;
}

}  // namespace simulator
