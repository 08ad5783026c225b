#pragma once

#include <cstdint>

namespace simulator {

// How the tensor cores of an H100 or H200 add up products of floating-point numbers. NVIDIA does
// not say; this is the model that Xie, Wang, Yang and Yang found by experiment and tested bit by
// bit on an H100 ("MMA-Sim: Bit-Accurate Reference Model of Tensor Cores and Matrix Cores",
// arXiv:2511.10909, 2025); that of Khattak and Mikaitis ("Accurate Models of NVIDIA Tensor Cores",
// arXiv:2512.07004, 2025) agrees, and so does what an H200 and an H100 made of random operands of
// mma and an H100 of wgmma (tests/operations). Fasi, Higham, Mikaitis and Pranesh (PeerJ Computer
// Science 7:e330, 2021) describe its predecessors.
//
// - Products are exact, and so is their sum with the accumulator once all terms are aligned: each
//   is cut off, towards zero, 25 binary places below the largest exponent of any term. A product's
//   exponent is the sum of its factors', whatever comes out.
// - 16 products are added at once, of tf32 8. A longer sum goes on from the rounded result.
// - wgmma adds 32 products of 8-bit floats at once, keeps 13 places in place of 25, and as many of
//   the mantissa of an f32.
// - The sum is rounded towards zero to f32, or to the nearest f16, ties to even. Subnormal numbers
//   are kept, everywhere. What is too large becomes infinite.
// - A NaN is 0x7fffffff or 0x7fff, and a sum of zero is positive.
//
// So it differs from the exact sum of n products and an accumulator by less than (n + 1) units in
// the 25th place below the largest exponent, and one unit in the last place of an f32, or half of
// one of an f16.

/// A number, significand × 2^(exponent − places), in which a subnormal one has the exponent of the
/// least normal one.
struct TensorNumber {
  static constexpr int places = 10;  // of factors, which are f16, bf16 or tf32
  static constexpr std::int32_t zero = -10000, special = 1 << 20;  // exponents below and above all

  std::int32_t significand = 0;
  std::int32_t exponent = zero;  // special: infinite or NaN
};

/// What is multiplied. tf32: the upper 19 bits of an f32.
enum class Factor : std::uint8_t { f16, bf16, tf32, e4m3, e5m2 };

float value_of(Factor format, std::uint32_t bits);
/// The same number, of 8 bits or 16, as f16, which has them all: bits.
std::uint32_t as_f16(Factor format, std::uint32_t bits);
/// For each of some factors.
void find_numbers(Factor format, const std::uint32_t* bits, unsigned count,
                  std::int32_t* significands, std::int32_t* exponents);

/// Factors side by side.
struct TensorNumbers {
  Factor format;
  const std::uint32_t* bits;
  const std::int32_t *significands, *exponents;  // of TensorNumber
};

/// An accumulator and a result.
enum class Accumulator : std::uint8_t { f16, f32 };

/// How a step of such a sum is made.
struct Fusion {
  unsigned terms;              // products that are added at once
  std::int32_t zero_exponent;  // what zero counts as
  int places_cut = 0;          // of 25 below the largest exponent, the last ones that are left out
  int mantissa_cut = 0;        // the same of an f32's 23
};

/// By mma, which is not for 8-bit floats.
constexpr Fusion fusion_of_warp(Factor factor, Accumulator sum) {
  return {factor == Factor::tf32 ? 8u : 16u, sum == Accumulator::f16 ? -22 : -133};
}
/// By wgmma.
constexpr Fusion fusion_of_group(Factor factor) {
  if (factor == Factor::e4m3 || factor == Factor::e5m2) return {32, -133, 12, 10};
  return {factor == Factor::tf32 ? 8u : 16u, -133};
}

/// The accumulator `c` plus the products of `count` pairs: bits.
std::uint32_t fused_dot(const TensorNumbers& a, const TensorNumbers& b, unsigned count,
                        const Fusion& fusion, std::uint32_t c, Accumulator format);

/// a + b as an addition has it, to the nearest, of an f32 or f16: bits.
std::uint32_t sum_of(std::uint32_t a, std::uint32_t b, Accumulator format);

/// Bits of the other format, to the nearest.
std::uint32_t converted(std::uint32_t bits, Accumulator from, Accumulator to);

}  // namespace simulator
