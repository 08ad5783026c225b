#pragma once

#include <cstdint>

namespace simulator {

// How the tensor cores of an H100 or H200 add up products of floating-point numbers. NVIDIA does
// not say; this is the model that Xie, Wang, Yang and Yang found by experiment and tested bit by
// bit on an H100 ("MMA-Sim: Bit-Accurate Reference Model of Tensor Cores and Matrix Cores",
// arXiv:2511.10909, 2025); that of Khattak and Mikaitis ("Accurate Models of NVIDIA Tensor Cores",
// arXiv:2512.07004, 2025) agrees, and so does what an H200 made of random operands of mma
// (tests/operations/nvidia-h200-products.txt). Fasi, Higham, Mikaitis and Pranesh (PeerJ Computer
// Science 7:e330, 2021) describe its predecessors.
//
// - Products are exact, and so is their sum with the accumulator once all terms are aligned: each
//   is cut off, towards zero, 25 binary places below the largest exponent of any term. A product's
//   exponent is the sum of its factors', whatever comes out.
// - 16 products are added at once, of tf32 8. A longer sum goes on from the rounded result.
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

/// What is multiplied. tf32: the upper 19 bits of an f32. 8-bit floats become f16.
enum class Factor : std::uint8_t { f16, bf16, tf32, e4m3, e5m2 };

float value_of(Factor format, std::uint32_t bits);
/// For each of some factors.
void find_numbers(Factor format, const std::uint32_t* bits, unsigned count,
                  std::int32_t* significands, std::int32_t* exponents);

/// How many products are added at once.
constexpr unsigned fused_terms(Factor format) {
  return format == Factor::tf32 ? 8 : 16;
}

/// Factors side by side.
struct TensorNumbers {
  Factor format;
  const std::uint32_t* bits;
  const std::int32_t *significands, *exponents;  // of TensorNumber
};

/// An accumulator and a result.
enum class Accumulator : std::uint8_t { f16, f32 };

/// The accumulator `c` plus the products of `count` pairs, `terms` of them at a time: bits.
/// `group`: by wgmma, for which zero in a sum of f16 has another exponent.
std::uint32_t fused_dot(const TensorNumbers& a, const TensorNumbers& b, unsigned count,
                        unsigned terms, std::uint32_t c, Accumulator format, bool group = false);

/// a + b as an addition has it, to the nearest, of an f32 or f16: bits.
std::uint32_t sum_of(std::uint32_t a, std::uint32_t b, Accumulator format);

/// Bits of the other format, to the nearest.
std::uint32_t converted(std::uint32_t bits, Accumulator from, Accumulator to);

}  // namespace simulator
