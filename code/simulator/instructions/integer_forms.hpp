#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

/// What the opcodes do to integers: each is a struct with apply().
namespace simulator::integer {

template <class T>
using Unsigned = std::make_unsigned_t<T>;

template <class T>
struct Twice;
template <>
struct Twice<std::uint16_t> {
  using type = std::uint32_t;
};
template <>
struct Twice<std::int16_t> {
  using type = std::int32_t;
};
template <>
struct Twice<std::uint32_t> {
  using type = std::uint64_t;
};
template <>
struct Twice<std::int32_t> {
  using type = std::int64_t;
};
template <>
struct Twice<std::uint64_t> {
  using type = unsigned __int128;
};
template <>
struct Twice<std::int64_t> {
  using type = __int128;
};

template <class T>
T clamp_to(__int128 value) {
  if (value > std::numeric_limits<T>::max()) return std::numeric_limits<T>::max();
  if (value < std::numeric_limits<T>::min()) return std::numeric_limits<T>::min();
  return T(value);
}

// Arithmetic wraps: it is done without sign. Small types would be promoted to int, so go by 64
// bits.
struct Add {
  template <class T>
  static T apply(T a, T b) {
    return T(Unsigned<T>(a) + Unsigned<T>(b));
  }
};
struct Subtract {
  template <class T>
  static T apply(T a, T b) {
    return T(Unsigned<T>(a) - Unsigned<T>(b));
  }
};
struct AddSaturated {
  template <class T>
  static T apply(T a, T b) {
    return clamp_to<T>(__int128(a) + b);
  }
};
struct SubtractSaturated {
  template <class T>
  static T apply(T a, T b) {
    return clamp_to<T>(__int128(a) - b);
  }
};
struct MultiplyLow {
  template <class T>
  static T apply(T a, T b) {
    return T(std::uint64_t(a) * std::uint64_t(b));
  }
};
struct MultiplyHigh {
  template <class T>
  static T apply(T a, T b) {
    using W = typename Twice<T>::type;
    return T(W(a) * W(b) >> (8 * sizeof(T)));
  }
};
struct MultiplyWide {
  template <class T>
  static auto apply(T a, T b) {
    using W = typename Twice<T>::type;
    return W(a) * W(b);
  }
};
template <class Product>
struct MultiplyAdd {
  template <class T, class C>
  static C apply(T a, T b, C c) {
    return Add::apply<C>(C(Product::template apply<T>(a, b)), c);
  }
};
struct MultiplyAddHighSaturated {
  template <class T>
  static T apply(T a, T b, T c) {
    return clamp_to<T>(__int128(MultiplyHigh::apply<T>(a, b)) + c);
  }
};
struct Multiply24 {
  template <class T>
  static std::int64_t product(T a, T b) {
    const auto cut = [](T v) {
      return std::is_signed_v<T> ? std::int64_t(std::int32_t(std::uint32_t(v) << 8) >> 8)
                                 : std::int64_t(std::uint32_t(v) & 0xffffff);
    };
    return cut(a) * cut(b);
  }
  template <class T>
  static T apply(T a, T b) {
    return T(product(a, b));
  }
};
struct Multiply24High {
  template <class T>
  static T apply(T a, T b) {
    return T(Multiply24::product(a, b) >> 16);
  }
};
struct MultiplyAdd24HighSaturated {
  template <class T>
  static T apply(T a, T b, T c) {
    return clamp_to<T>(__int128(Multiply24High::apply<T>(a, b)) + c);
  }
};
// A division by zero is not defined; hardware gives all ones. The other overflow wraps.
struct Minimum {
  template <class T>
  static T apply(T a, T b) {
    return a < b ? a : b;
  }
};
struct Maximum {
  template <class T>
  static T apply(T a, T b) {
    return a > b ? a : b;
  }
};
template <class F>
struct Relu {
  template <class T>
  static T apply(T a, T b) {
    const T r = F::template apply<T>(a, b);
    return r < 0 ? T(0) : r;
  }
};
struct Absolute {
  template <class T>
  static T apply(T a) {
    return a < 0 ? Subtract::apply<T>(0, a) : a;
  }
};
struct Negate {
  template <class T>
  static T apply(T a) {
    return Subtract::apply<T>(0, a);
  }
};
struct AbsoluteDifferenceAdd {
  template <class T>
  static T apply(T a, T b, T c) {
    return Add::apply<T>(c, a < b ? Subtract::apply<T>(b, a) : Subtract::apply<T>(a, b));
  }
};

// Halves of 32 bits.
template <class F, class H>
struct Halves {
  static std::uint32_t apply(std::uint32_t a, std::uint32_t b) {
    const auto low = std::uint16_t(F::template apply<H>(H(a), H(b)));
    const auto high = std::uint16_t(F::template apply<H>(H(a >> 16), H(b >> 16)));
    return low | std::uint32_t(high) << 16;
  }
};

}  // namespace simulator::integer
