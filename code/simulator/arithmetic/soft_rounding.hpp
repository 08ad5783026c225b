#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "simulator/arithmetic/rounding_mode.hpp"

/// IEEE arithmetic in any rounding mode, by integers alone: results are worked out exactly, or to
/// many more bits than any format has, and rounded once.
namespace simulator::soft {

using Wide = unsigned __int128;

/// ±significand · 2^exponent, or, with `more`, between that and the next significand.
struct Exact {
  bool negative = false;
  Wide significand = 0;
  int exponent = 0;
  bool more = false;
};

template <class T>
struct Format {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

  static constexpr int digits = std::numeric_limits<T>::digits;
  static constexpr int most = std::numeric_limits<T>::max_exponent;
  static constexpr int least = std::numeric_limits<T>::min_exponent - digits;  // of a last bit
  static constexpr Bits hidden = Bits{1} << (digits - 1);
  static constexpr Bits exponents = (Bits{1} << (8 * sizeof(T) - digits)) - 1;
};

inline int width(Wide value) {
  const auto high = std::uint64_t(value >> 64);
  return high != 0 ? 64 + std::bit_width(high) : std::bit_width(std::uint64_t(value));
}

/// Of a finite number.
template <class T>
Exact exact(T value) {
  using F = Format<T>;
  const auto bits = std::bit_cast<typename F::Bits>(value);
  const auto exponent = int(bits >> (F::digits - 1) & F::exponents);
  const auto fraction = bits & (F::hidden - 1);
  if (exponent == 0) return {std::signbit(value), fraction, F::least};
  return {std::signbit(value), fraction | F::hidden, F::least + exponent - 1};
}

/// Is a magnitude between two neighbours rounded to the greater one?
inline bool goes_up(Rounding mode, bool negative, bool odd, bool half, bool rest) {
  switch (mode) {
    case Rounding::nearest:
      return half && (rest || odd);
    case Rounding::zero:
      return false;
    default:
      return (half || rest) && (mode == Rounding::down) == negative;
  }
}

/// The significand has at most 127 bits, and with `more` at least two more of them than T.
template <class T>
T round(const Exact& value, Rounding mode) {
  using F = Format<T>;
  if (value.significand == 0) return value.negative ? -T(0) : T(0);
  const int last = std::max(value.exponent + width(value.significand) - F::digits, F::least);
  const int lost = last - value.exponent;  // bits
  Wide kept = 0;
  bool half = false, rest = value.more;
  if (lost <= 0) {
    kept = value.significand << -lost;
  } else if (lost < 128) {
    kept = value.significand >> lost;
    half = value.significand >> (lost - 1) & 1;
    rest = rest || (value.significand & ((Wide{1} << (lost - 1)) - 1)) != 0;
  } else {
    rest = true;
  }
  kept += goes_up(mode, value.negative, kept & 1, half, rest);
  T magnitude;
  if (last + width(kept) > F::most)
    magnitude = goes_up(mode, value.negative, true, true, true) ? std::numeric_limits<T>::infinity()
                                                                : std::numeric_limits<T>::max();
  else  // the hidden bit carries into the exponent
    magnitude = std::bit_cast<T>(typename F::Bits(
        (typename F::Bits(last - F::least) << (F::digits - 1)) + typename F::Bits(kept)));
  return value.negative ? -magnitude : magnitude;
}

/// With the first bit in this place.
inline Exact shifted_to(int place, Exact value) {
  const int by = place - width(value.significand);
  value.significand <<= by;
  value.exponent -= by;
  return value;
}

/// Of numbers with at most 106 bits; a zero has the sign that the mode gives it.
inline Exact sum(Exact a, Exact b, Rounding mode) {
  if (a.significand == 0 && b.significand == 0) {
    a.negative = a.negative == b.negative ? a.negative : mode == Rounding::down;
    return a;
  }
  if (a.significand == 0) return b;
  if (b.significand == 0) return a;
  a = shifted_to(126, a);
  b = shifted_to(126, b);
  if (std::pair(a.exponent, a.significand) < std::pair(b.exponent, b.significand)) std::swap(a, b);
  const int apart = std::min(a.exponent - b.exponent, 127);
  const Wide part = b.significand >> apart;
  a.more = part << apart != b.significand;
  if (a.negative == b.negative) {
    a.significand += part;
  } else {
    a.significand -= part + a.more;
    if (a.significand == 0) a.negative = mode == Rounding::down;
  }
  return a;
}

inline Exact product(const Exact& a, const Exact& b) {
  return {a.negative != b.negative, a.significand * b.significand, a.exponent + b.exponent};
}

template <class T>
T add(T a, T b, Rounding mode) {
  if (!std::isfinite(a) || !std::isfinite(b)) return a + b;
  return round<T>(sum(exact(a), exact(b), mode), mode);
}

template <class T>
T multiply(T a, T b, Rounding mode) {
  if (!std::isfinite(a) || !std::isfinite(b)) return a * b;
  return round<T>(product(exact(a), exact(b)), mode);
}

template <class T>
T fma(T a, T b, T c, Rounding mode) {
  if (!std::isfinite(a) || !std::isfinite(b) || !std::isfinite(c)) return std::fma(a, b, c);
  return round<T>(sum(product(exact(a), exact(b)), exact(c), mode), mode);
}

template <class T>
T divide(T a, T b, Rounding mode) {
  if (!std::isfinite(a) || !std::isfinite(b) || a == 0 || b == 0) return a / b;
  const Exact x = shifted_to(127, exact(a)), y = exact(b);
  return round<T>({x.negative != y.negative, x.significand / y.significand, x.exponent - y.exponent,
                   x.significand % y.significand != 0},
                  mode);
}

template <class T>
T square_root(T a, Rounding mode) {
  if (!(a > 0) || !std::isfinite(a)) return std::sqrt(a);
  Exact x = shifted_to(126, exact(a));
  if (x.exponent % 2 != 0) {
    x.significand >>= 1;  // its last bits are zeros
    ++x.exponent;
  }
  // Bit by bit: `rest` is what the square of `root` leaves.
  Wide root = 0, rest = 0;
  for (int k = 126; k >= 0; k -= 2) {
    rest = rest << 2 | (x.significand >> k & 3);
    const Wide trial = root << 2 | 1;
    root <<= 1;
    if (rest < trial) continue;
    rest -= trial;
    root |= 1;
  }
  return round<T>({false, root, x.exponent / 2, rest != 0}, mode);
}

/// From an integer or a floating-point number.
template <class T, class S>
T convert(S value, Rounding mode) {
  if constexpr (std::is_integral_v<S>) {
    const bool negative = value < 0;
    const auto wide = static_cast<__int128>(value);
    return round<T>({negative, Wide(negative ? -wide : wide), 0}, mode);
  } else if constexpr (sizeof(T) >= sizeof(S)) {
    return T(value);
  } else {
    return std::isfinite(value) ? round<T>(exact(value), mode) : T(value);
  }
}

}  // namespace simulator::soft
