#include "simulator/arithmetic/fused_dot.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "simulator/arithmetic/small_float.hpp"

namespace simulator {
namespace {

/// Binary places that are kept below the largest exponent.
constexpr int places_kept = 25;

/// A float of so many bits, as a significand with so many places.
inline TensorNumber split(std::uint32_t bits, int exponent_bits, int mantissa_bits, int places,
                          bool specials = true) {
  const std::uint32_t fraction = bits & ((1u << mantissa_bits) - 1);
  const std::uint32_t code = bits >> mantissa_bits & ((1u << exponent_bits) - 1);
  const bool negative = bits >> (exponent_bits + mantissa_bits) & 1;
  const int bias = (1 << (exponent_bits - 1)) - 1;
  TensorNumber number;
  if (specials && code == (1u << exponent_bits) - 1) {
    number.exponent = TensorNumber::special;
    return number;
  }
  const std::uint32_t magnitude = code == 0 ? fraction : fraction | 1u << mantissa_bits;
  if (magnitude == 0) return number;
  number.significand = std::int32_t(magnitude << (places - mantissa_bits));
  if (negative) number.significand = -number.significand;
  number.exponent = std::max<std::int32_t>(std::int32_t(code), 1) - bias;
  return number;
}

constexpr std::uint32_t e4m3_nan = 0x7f;  // but for its sign; e4m3 has no infinity

TensorNumber split_e4m3(std::uint32_t bits, int places) {
  if ((bits & 0x7f) == e4m3_nan) return {0, TensorNumber::special};
  return split(bits, 4, 3, places, false);
}

std::uint32_t e4m3_as_f16(std::uint32_t bits) {
  const std::uint32_t sign = (bits & 0x80) << 8, magnitude = bits & 0x7f;
  if (magnitude == e4m3_nan) return sign | 0x7fff;
  if (magnitude < 8) return sign | Half::from(std::ldexp(float(magnitude), -9)).bits;
  return sign | ((magnitude << 7) + ((15u - 7u) << 10));
}

float value_of(Accumulator format, std::uint32_t bits) {
  return format == Accumulator::f16 ? float(Half{std::uint16_t(bits)}) : std::bit_cast<float>(bits);
}

/// sum × 2^(exponent − places_kept).
std::uint32_t truncated_to_f32(std::int64_t sum, int exponent, int mantissa_cut) {
  if (sum == 0) return 0;
  const std::uint32_t sign = sum < 0 ? 0x80000000u : 0;
  const std::uint64_t magnitude = std::uint64_t(sum < 0 ? -sum : sum);
  const int top = 63 - std::countl_zero(magnitude), unit = exponent - places_kept;
  const int leading = std::max(top + unit, -126);
  if (leading > 127) return sign | 0x7f800000u;
  const int shift = leading - 23 - unit;  // to the right, of what is below the last place
  std::uint64_t kept = shift >= 64 ? 0 : shift >= 0 ? magnitude >> shift : magnitude << -shift;
  kept = kept >> mantissa_cut << mantissa_cut;
  if (kept == 0) return 0;
  // The hidden bit carries into the exponent.
  return sign | ((std::uint32_t(leading + 126) << 23) + std::uint32_t(kept));
}

std::uint32_t rounded_to_f16(std::int64_t sum, int exponent) {
  const Half half = Half::from(std::ldexp(double(sum), exponent - places_kept));
  return (half.bits & 0x7fff) == 0 ? 0 : half.bits;
}

/// By IEEE 754, where a term is infinite or NaN: the sum is, too.
std::uint32_t special_sum(const TensorNumbers& a, const TensorNumbers& b, unsigned count,
                          std::uint32_t c, Accumulator format) {
  double sum = value_of(format, c);  // finite products stay so in a double
  for (unsigned k = 0; k < count; ++k)
    sum += double(value_of(a.format, a.bits[k])) * value_of(b.format, b.bits[k]);
  const bool small = format == Accumulator::f16;
  if (std::isnan(sum)) return small ? 0x7fff : 0x7fffffff;
  const std::uint32_t sign = std::signbit(sum) ? 1 : 0;
  return small ? sign << 15 | 0x7c00 : sign << 31 | 0x7f800000;
}

/// A step: cuts off what lies too far below the largest exponent.
std::uint32_t fused(const TensorNumbers& a, const TensorNumbers& b, unsigned count,
                    std::uint32_t bits, Accumulator format, const Fusion& fusion) {
  const TensorNumber c = format == Accumulator::f16 ? split(bits & 0xffff, 5, 10, places_kept)
                                                    : split(bits, 8, 23, places_kept);
  std::int32_t largest = std::max(fusion.zero_exponent, c.exponent);
  for (unsigned k = 0; k < count; ++k) largest = std::max(largest, a.exponents[k] + b.exponents[k]);
  if (largest > TensorNumber::special / 2) return special_sum(a, b, count, bits, format);
  const std::int32_t kept = -(1 << fusion.places_cut);
  const auto aligned = [=](std::int32_t term, std::int32_t exponent) {
    const std::int32_t sign = -std::int32_t(term < 0);  // all ones, or zero
    const std::int32_t magnitude =
        (((term ^ sign) - sign) >> std::min(largest - exponent, 31)) & kept;
    return (magnitude ^ sign) - sign;
  };
  constexpr std::int32_t up = 1 << (places_kept - 2 * TensorNumber::places);
  std::int64_t sum = aligned(c.significand, c.exponent);
  for (unsigned k = 0; k < count; ++k)
    sum += aligned(a.significands[k] * b.significands[k] * up, a.exponents[k] + b.exponents[k]);
  return format == Accumulator::f16 ? rounded_to_f16(sum, largest)
                                    : truncated_to_f32(sum, largest, fusion.mantissa_cut);
}

}  // namespace

std::uint32_t as_f16(Factor format, std::uint32_t bits) {
  if (format == Factor::e4m3) return e4m3_as_f16(bits & 0xff);
  if (format == Factor::e5m2) return (bits & 0xff) << 8;
  return bits & 0xffff;
}

float value_of(Factor format, std::uint32_t bits) {
  if (format == Factor::bf16) return std::bit_cast<float>(bits << 16);
  if (format == Factor::tf32) return std::bit_cast<float>(bits & ~0x1fffu);
  return float(Half{std::uint16_t(as_f16(format, bits))});
}

void find_numbers(Factor format, const std::uint32_t* bits, unsigned count,
                  std::int32_t* significands, std::int32_t* exponents) {
  const auto find = [=](auto&& number_of) {
    for (unsigned k = 0; k < count; ++k) {
      const TensorNumber number = number_of(bits[k]);
      significands[k] = number.significand;
      exponents[k] = number.exponent;
    }
  };
  constexpr int places = TensorNumber::places;
  switch (format) {
    case Factor::f16:
      return find([](std::uint32_t each) { return split(each, 5, 10, places); });
    case Factor::bf16:
      return find([](std::uint32_t each) { return split(each, 8, 7, places); });
    case Factor::tf32:
      return find([](std::uint32_t each) { return split(each >> 13, 8, 10, places); });
    case Factor::e4m3:
      return find([](std::uint32_t each) { return split_e4m3(each, places); });
    case Factor::e5m2:
      return find([](std::uint32_t each) { return split(each, 5, 2, places); });
  }
}

std::uint32_t fused_dot(const TensorNumbers& a, const TensorNumbers& b, unsigned count,
                        const Fusion& fusion, std::uint32_t c, Accumulator format) {
  for (unsigned k = 0; k < count; k += fusion.terms)
    c = fused({a.format, a.bits + k, a.significands + k, a.exponents + k},
              {b.format, b.bits + k, b.significands + k, b.exponents + k},
              std::min(fusion.terms, count - k), c, format, fusion);
  return c;
}

std::uint32_t sum_of(std::uint32_t a, std::uint32_t b, Accumulator format) {
  if (format == Accumulator::f16) {
    const double sum = double(value_of(format, a)) + value_of(format, b);  // exact
    return std::isnan(sum) ? 0x7fff : Half::from(sum).bits;
  }
  const float sum = value_of(format, a) + value_of(format, b);
  return std::isnan(sum) ? 0x7fffffff : std::bit_cast<std::uint32_t>(sum);
}

std::uint32_t converted(std::uint32_t bits, Accumulator from, Accumulator to) {
  if (from == to) return bits;
  const float value = value_of(from, bits);
  return to == Accumulator::f16 ? Half::from(value).bits : std::bit_cast<std::uint32_t>(value);
}

}  // namespace simulator
