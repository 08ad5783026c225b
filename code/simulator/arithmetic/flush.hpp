#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "simulator/arithmetic/rounding.hpp"
#include "simulator/arithmetic/small_float.hpp"

namespace simulator {

/// Is a result flushed that is `exact`, and is rounded to the least normal number `least` of a type
/// of so many bits of precision? It is, if rounding alone, with no end to the exponents, would
/// leave it below.
inline bool tiny_after_rounding(double exact, double least, int precision, Rounding mode) {
  const double magnitude = std::fabs(exact), step = std::ldexp(least, -precision);
  return mode == Rounding::nearest ? magnitude < least - step / 2 : magnitude <= least - step;
}

inline float flush(float v) {
  return std::fabs(v) < std::numeric_limits<float>::min() ? std::copysign(0.0f, v) : v;
}
inline double flush(double v) {
  return v;
}

/// NaN as the GPU makes it.
inline float canonical(float v) {
  if (v == v) return v;
  const std::uint32_t bits = 0x7fffffffu;
  std::memcpy(&v, &bits, sizeof v);
  return v;
}
inline double canonical(double v) {
  return v;
}

}  // namespace simulator
