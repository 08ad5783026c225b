// Sums of products as tensor cores make them.
#include "simulator/arithmetic/fused_dot.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "simulator/arithmetic/small_float.hpp"

using namespace simulator;

namespace {

using Bits = std::vector<std::uint32_t>;

struct Split {
  Factor format;
  const Bits& bits;
  std::vector<std::int32_t> significands, exponents;

  Split(Factor format, const Bits& bits)
      : format(format), bits(bits), significands(bits.size()), exponents(bits.size()) {
    find_numbers(format, bits.data(), unsigned(bits.size()), significands.data(), exponents.data());
  }
  operator TensorNumbers() const {
    return {format, bits.data(), significands.data(), exponents.data()};
  }
};

std::uint32_t dot(Factor format, const Bits& a, const Bits& b, std::uint32_t c, Accumulator sum,
                  const Fusion& fusion) {
  return fused_dot(Split(format, a), Split(format, b), unsigned(a.size()), fusion, c, sum);
}
std::uint32_t dot(Factor format, const Bits& a, const Bits& b, std::uint32_t c, Accumulator sum) {
  return dot(format, a, b, c, sum, fusion_of_warp(format, sum));
}

double value_of(Accumulator format, std::uint32_t bits) {
  return format == Accumulator::f32 ? double(std::bit_cast<float>(bits))
                                    : double(float(Half{std::uint16_t(bits)}));
}

struct Format {
  Factor factor;
  const char* name;
  int exponent_bits, mantissa_bits, shift;  // of the bits, to the left

  int least_exponent() const { return 2 - (1 << (exponent_bits - 1)); }
  std::uint32_t any(std::mt19937_64& random) const {
    return std::uint32_t(random() & ((std::uint64_t{1} << (1 + exponent_bits + mantissa_bits)) - 1))
           << shift;
  }
  /// Of a number near that exponent, which may be subnormal.
  std::uint32_t near(int exponent, std::mt19937_64& random) const {
    const int bias = (1 << (exponent_bits - 1)) - 1, most = (1 << exponent_bits) - 2;
    const int code = std::clamp(exponent + bias + int(random() % 7) - 3, 0, most);
    const std::uint32_t fraction = std::uint32_t(random()) & ((1u << mantissa_bits) - 1);
    const std::uint32_t sign = std::uint32_t(random() & 1) << (exponent_bits + mantissa_bits);
    return (sign | std::uint32_t(code) << mantissa_bits | fraction) << shift;
  }
};
constexpr Format formats[] = {{Factor::f16, "f16", 5, 10, 0},
                              {Factor::bf16, "bf16", 8, 7, 0},
                              {Factor::tf32, "tf32", 8, 10, 13},
                              {Factor::e4m3, "e4m3", 4, 3, 0},
                              {Factor::e5m2, "e5m2", 5, 2, 0}};

/// The exponent that the alignment goes by.
int exponent_of(double v, int least) {
  return std::max(std::ilogb(v), least);
}

/// The same model once more, in doubles, which hold all of it.
std::uint32_t in_doubles(const Format& format, const Bits& a, const Bits& b, std::uint32_t c,
                         Accumulator sum, const Fusion& fusion) {
  const int places = 25 - fusion.places_cut;
  std::uint32_t result = c;
  for (unsigned first = 0; first < a.size(); first += fusion.terms) {
    const unsigned end = std::min(unsigned(a.size()), first + fusion.terms);
    const double start = value_of(sum, result);
    double all = start;
    int largest = fusion.zero_exponent;
    if (start != 0)
      largest = std::max(largest, exponent_of(start, sum == Accumulator::f32 ? -126 : -14));
    std::vector<double> terms{start};
    for (unsigned k = first; k < end; ++k) {
      const double x = value_of(format.factor, a[k]), y = value_of(format.factor, b[k]);
      all += x * y;
      terms.push_back(x * y);
      if (x != 0 && y != 0 && std::isfinite(x * y))
        largest = std::max(largest, exponent_of(x, format.least_exponent()) +
                                        exponent_of(y, format.least_exponent()));
    }
    if (std::isnan(all)) {
      result = sum == Accumulator::f32 ? 0x7fffffff : 0x7fff;
      continue;
    }
    double value = all;
    if (std::isfinite(all)) {
      value = 0;
      for (const double term : terms) value += std::trunc(std::ldexp(term, places - largest));
      value = std::ldexp(value, largest - places);
    }
    if (sum == Accumulator::f16) {
      result = Half::from(value).bits;
    } else if (std::fabs(value) >= std::ldexp(1.0, 128)) {
      result = value < 0 ? 0xff800000 : 0x7f800000;
    } else {
      float nearest = float(value);
      if (std::fabs(nearest) > std::fabs(value)) nearest = std::nextafter(nearest, 0.0f);
      result = std::bit_cast<std::uint32_t>(nearest) >> fusion.mantissa_cut << fusion.mantissa_cut;
    }
    if (value_of(sum, result) == 0) result = 0;
  }
  return result;
}

}  // namespace

TEST_CASE("sums of products are those that were published of an H100") {
  // arXiv:2511.10909 adds 2^23 − 2^23 − 0.5 − 0.25 − 0.125 on all GPUs; one that kept fewer binary
  // places would find −0.5 or 0.
  const auto half = [](float v) { return std::uint32_t(Half::from(v).bits); };
  Bits a(16, 0), b(16, 0);
  const float left[] = {-8192, -0.5f, -0.25f, -0.125f}, right[] = {1024, 1, 1, 1};
  for (int k = 0; k < 4; ++k) a[k] = half(left[k]), b[k] = half(right[k]);
  const std::uint32_t c = std::bit_cast<std::uint32_t>(8388608.0f);
  CHECK(std::bit_cast<float>(dot(Factor::f16, a, b, c, Accumulator::f32)) == -0.75f);
}

TEST_CASE("a sum is rounded towards zero to f32, and to the nearest f16") {
  const auto half = [](float v) { return std::uint32_t(Half::from(v).bits); };
  const auto single = [](float v) { return std::bit_cast<std::uint32_t>(v); };
  const Bits small{half(std::ldexp(1.25f, -12))}, one{half(1)}, minus{half(-1)};
  CHECK(dot(Factor::f16, small, small, single(1), Accumulator::f32) == single(1));
  CHECK(dot(Factor::f16, small, one, half(1), Accumulator::f16) == half(1));
  CHECK(dot(Factor::f16, {half(std::ldexp(1.5f, -11))}, one, half(1), Accumulator::f16) ==
        half(1 + std::ldexp(1.0f, -10)));
  CHECK(dot(Factor::f16, {half(65504)}, {half(1)}, half(65504), Accumulator::f16) == 0x7c00);
  CHECK(dot(Factor::bf16, {0x7f7f}, {0x7f7f}, single(0), Accumulator::f32) == 0x7f800000);
  CHECK(dot(Factor::f16, one, minus, single(1), Accumulator::f32) == 0);
  CHECK(dot(Factor::f16, {0}, minus, single(-0.0f), Accumulator::f32) == 0);
}

TEST_CASE("infinite terms and NaNs make what IEEE 754 says") {
  const std::uint32_t infinite = 0x7c00, nan = 0x7e01, one = 0x3c00;
  const auto sum = Accumulator::f32;
  CHECK(dot(Factor::f16, {infinite}, {one}, 0, sum) == 0x7f800000);
  CHECK(dot(Factor::f16, {infinite}, {one | 0x8000}, 0, sum) == 0xff800000);
  CHECK(dot(Factor::f16, {infinite}, {0}, 0, sum) == 0x7fffffff);
  CHECK(dot(Factor::f16, {infinite, infinite}, {one, one | 0x8000}, 0, sum) == 0x7fffffff);
  CHECK(dot(Factor::f16, {one}, {nan}, 0, sum) == 0x7fffffff);
  CHECK(dot(Factor::f16, {one}, {one}, 0x7fc00000, sum) == 0x7fffffff);
  CHECK(dot(Factor::f16, {one}, {one}, 0xff800000, sum) == 0xff800000);
  CHECK(dot(Factor::f16, {infinite}, {one}, 0xff800000, sum) == 0x7fffffff);
  CHECK(dot(Factor::f16, {nan}, {one}, 0, Accumulator::f16) == 0x7fff);
  CHECK(dot(Factor::e4m3, {0x7f}, {0x38}, 0, sum) == 0x7fffffff);
  CHECK(dot(Factor::e4m3, {0x7e}, {0x38}, 0, sum) == std::bit_cast<std::uint32_t>(448.0f));
  CHECK(dot(Factor::e4m3, {0x01}, {0x38}, 0, sum) ==
        std::bit_cast<std::uint32_t>(std::ldexp(1.0f, -9)));
}

TEST_CASE("random sums of products are those of the model, and near the exact sum") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int kind = 0; kind < 4 * int(std::size(formats)); ++kind) {
    const Format& format = formats[kind / 4];
    const Accumulator sum = kind & 1 ? Accumulator::f16 : Accumulator::f32;
    const bool group = kind & 2;
    CAPTURE(format.name);
    CAPTURE(group);
    if (sum == Accumulator::f16 && format.exponent_bits == 8) continue;
    const Fusion fusion =
        group ? fusion_of_group(format.factor) : fusion_of_warp(format.factor, sum);
    int inexact = 0;
    for (int round = 0; round < 20000; ++round) {
      const unsigned count = 1 + unsigned(random() % 48);
      Bits a(count), b(count);
      const bool wild = round % 4 == 0;
      const int range = 1 << (format.exponent_bits - 1);
      const int center_a = int(random() % unsigned(2 * range)) - range,
                center_b = round % 4 == 1 ? int(random() % unsigned(2 * range)) - range : -center_a;
      for (std::uint32_t& each : a)
        each = wild ? format.any(random) : random() % 8 == 0 ? 0 : format.near(center_a, random);
      for (std::uint32_t& each : b)
        each = wild ? format.any(random) : random() % 8 == 0 ? 0 : format.near(center_b, random);
      const Format of_c = sum == Accumulator::f32 ? Format{Factor::tf32, "", 8, 23, 0} : formats[0];
      const std::uint32_t c = wild              ? of_c.any(random)
                              : round % 16 == 3 ? 0
                                                : of_c.near(center_a + center_b, random);
      const std::uint32_t found = dot(format.factor, a, b, c, sum, fusion);
      const std::uint32_t expected = in_doubles(format, a, b, c, sum, fusion);
      CAPTURE(round);
      REQUIRE(found == expected);
      if (count > fusion.terms) continue;
      // The bound of the header, where doubles hold the exact sum.
      const double result = value_of(sum, found);
      double exact = value_of(sum, c);
      int largest = fusion.zero_exponent, least = 10000, most = -10000;
      bool finite = std::isfinite(exact) && std::isfinite(result);
      if (exact != 0) {
        largest = std::max(largest, exponent_of(exact, sum == Accumulator::f32 ? -126 : -14));
        least = most = std::ilogb(exact);
      }
      for (unsigned k = 0; k < count; ++k) {
        const double x = value_of(format.factor, a[k]), y = value_of(format.factor, b[k]);
        exact += x * y;
        finite = finite && std::isfinite(x * y);
        if (x * y == 0 || !finite) continue;
        largest = std::max(largest, exponent_of(x, format.least_exponent()) +
                                        exponent_of(y, format.least_exponent()));
        least = std::min(least, std::ilogb(x * y));
        most = std::max(most, std::ilogb(x * y));
      }
      if (!finite || most - least > 52 - 23 - 6) continue;
      const double last_place =
          sum == Accumulator::f32
              ? std::ldexp(1.0, (result == 0 ? -149 : exponent_of(result, -126) - 23) +
                                    fusion.mantissa_cut)
              : std::ldexp(0.5, result == 0 ? -24 : exponent_of(result, -14) - 10);
      inexact += result != exact;
      CHECK(std::fabs(result - exact) <=
            (count + 1) * std::ldexp(1.0, largest - 25 + fusion.places_cut) + last_place);
    }
    CHECK(inexact > 100);
  }
}
