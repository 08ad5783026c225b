#pragma once

#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "simulator/arithmetic/flush.hpp"
#include "simulator/instructions/lanes.hpp"
#include "simulator/program/decoding.hpp"

/// The forms that an operation on floating-point numbers has: of f32, f64, f16 and bf16, one or two
/// of them, flushed, saturated, rounded as told. What an operation does to float and double is a
/// struct with apply() and, where it rounds, round().
namespace simulator::floating {

// What the opcodes do to float and double.
struct Add {
  template <class T>
  static T apply(T a, T b) {
    return a + b;
  }
  template <class T>
  static T round(Rounding mode, T a, T b) {
    return soft::add(a, b, mode);
  }
};
struct Subtract {
  template <class T>
  static T apply(T a, T b) {
    return a - b;
  }
  template <class T>
  static T round(Rounding mode, T a, T b) {
    return soft::add(a, -b, mode);
  }
};
struct Multiply {
  template <class T>
  static T apply(T a, T b) {
    return a * b;
  }
  template <class T>
  static T round(Rounding mode, T a, T b) {
    return soft::multiply(a, b, mode);
  }
};
struct Divide {
  template <class T>
  static T apply(T a, T b) {
    return a / b;
  }
  template <class T>
  static T round(Rounding mode, T a, T b) {
    return soft::divide(a, b, mode);
  }
};
struct Fma {
  template <class T>
  static T apply(T a, T b, T c) {
    return std::fma(a, b, c);
  }
  template <class T>
  static T round(Rounding mode, T a, T b, T c) {
    return soft::fma(a, b, c, mode);
  }
};
template <class F>
inline constexpr std::uint8_t operations = 0;
template <>
inline constexpr std::uint8_t operations<Add> = 1;
template <>
inline constexpr std::uint8_t operations<Subtract> = 1;
template <>
inline constexpr std::uint8_t operations<Multiply> = 1;
template <>
inline constexpr std::uint8_t operations<Fma> = 2;

template <class T>
T saturate(T v) {
  return v >= T(1) ? T(1) : v > T(0) ? v : T(0);  // NaN becomes 0
}

/// a + b with a last bit that is odd where bits were lost, so that a second rounding, to fewer
/// bits, is as good as one.
inline double sum_to_odd(double a, double b) {
  const double sum = a + b, of_b = sum - a;
  const double lost = (a - (sum - of_b)) + (b - of_b);
  if (lost == 0 || !std::isfinite(sum) || (std::bit_cast<std::uint64_t>(sum) & 1)) return sum;
  return std::nextafter(sum, lost > 0 ? HUGE_VAL : -HUGE_VAL);
}

/// Is the result of F, which was rounded to the least normal float, flushed?
template <class F, class... T>
bool flushed_after_rounding(T... a) {
  const Rounding mode = RoundingScope::to_nearest() ? Rounding::nearest : Rounding::zero;
  const RoundingScope scope(Rounding::nearest);
  double exact = 0;
  if constexpr (sizeof...(a) == 3)
    exact = [](double x, double y, double z) { return sum_to_odd(x * y, z); }(a...);
  else
    exact = F::apply(double(a)...);
  return tiny_after_rounding(exact, std::numeric_limits<float>::min(), 24, mode);
}

/// The NaN that a sum, product, minimum or maximum of doubles gives: the last operand's, quiet; of
/// fma, b's before c's before a's.
template <class... T>
inline double last_nan(double result, T... operands) {
  for (const double each : {operands...})
    if (each != each) result = each;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(result) | std::uint64_t{1} << 51);
}
inline double nan_of(double result, double a, double b) {
  return last_nan(result, a, b);
}
inline double nan_of(double result, double a, double b, double c) {
  return last_nan(result, a, c, b);
}
template <class F>
inline constexpr bool gives_last_nan =
    !std::is_same_v<F, Divide> && !std::is_same_v<F, Directed<Divide>>;

/// An operation on float or double with flushed denormals or a result in [0, 1].
template <class F, bool flushed, bool saturated>
struct Native {
  template <class... T>
  static auto result(T... a) {
    auto r = F::apply(a...);
    if constexpr (std::is_same_v<decltype(r), float> && flushed) {
      if (std::fabs(r) == std::numeric_limits<float>::min() && flushed_after_rounding<F>(a...))
        r = std::copysign(0.0f, r);
    } else if constexpr (std::is_same_v<decltype(r), double> && sizeof...(a) > 1) {
      if constexpr (gives_last_nan<F>)
        if (r != r) r = nan_of(r, a...);
    }
    return r;
  }
  template <class T>
  static T in(T v) {
    return flushed ? flush(v) : v;
  }
  template <class T>
  static T out(T v) {
    v = canonical(in(v));
    return saturated ? saturate(v) : v;
  }
  template <class T>
  static T apply(T a) {
    return out<T>(result(in(a)));
  }
  template <class T>
  static T apply(T a, T b) {
    return out<T>(result(in(a), in(b)));
  }
  template <class T>
  static T apply(T a, T b, T c) {
    return out<T>(result(in(a), in(b), in(c)));
  }
};

/// An operation on Half or Bfloat: exact in a wider type, then rounded once.
template <class F, class S, bool flushed, bool saturated, bool relu>
struct Small {
  using Wide = double;  // which holds a product
  static Wide in(S v) { return Wide(float(flushed ? flushed_small(v) : v)); }
  static S out(Wide v) {
    if (saturated) v = saturate(v);
    if (relu) v = v > 0 || std::isnan(v) ? v : Wide(0);
    if (flushed &&
        tiny_after_rounding(v, float(S{1 << S::mantissa}), S::mantissa + 1, Rounding::nearest))
      v = std::copysign(Wide(0), v);
    return S::from(v);
  }
  static S apply(S a) { return out(F::apply(float(in(a)))); }
  static S apply(S a, S b) {
    if constexpr (std::is_same_v<F, Add>)
      return out(sum_to_odd(in(a), in(b)));
    else if constexpr (std::is_same_v<F, Subtract>)
      return out(sum_to_odd(in(a), -in(b)));
    else
      return out(F::apply(in(a), in(b)));
  }
  static S apply(S a, S b, S c) { return out(sum_to_odd(in(a)*in(b), in(c))); }
};

template <class F, class S>
struct Pair {
  struct Two {
    S low, high;
  };
  template <class... A>
  static Two apply(A... a) {
    return {F::apply(a.low...), F::apply(a.high...)};
  }
};

template <Execute inner>
void rounded(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const RoundingScope scope{Rounding(i.mode)};
  inner(warp, i, mask);
}

template <class F, class T, int arity>
constexpr Execute mapped() {
  if constexpr (arity == 1)
    return map_unary<F, T, T>;
  else if constexpr (arity == 2)
    return map_binary<F, T, T>;
  else
    return map_ternary<F, T, T>;
}

struct Flags {
  bool flushed = false, saturated = false, relu = false;
  Rounding rounding = Rounding::nearest;
};

inline Rounding take_rounding(Decoding& d) {
  if (d.take("rz")) return Rounding::zero;
  if (d.take("rm")) return Rounding::down;
  if (d.take("rp")) return Rounding::up;
  d.take("rn");
  return Rounding::nearest;
}

template <class F, class T, int arity>
Execute native_of(const Flags& f) {
  const auto choose = [&]<bool flushed, bool saturated>() -> Execute {
    using N = Native<F, flushed, saturated>;
    using D = Native<Directed<F>, flushed, saturated>;
    return f.rounding == Rounding::nearest ? mapped<N, T, arity>() : rounded<mapped<D, T, arity>()>;
  };
  if (f.flushed)
    return f.saturated ? choose.template operator()<true, true>()
                       : choose.template operator()<true, false>();
  return f.saturated ? choose.template operator()<false, true>()
                     : choose.template operator()<false, false>();
}

template <class F, class S, int arity>
Execute small_of(const Flags& f, bool two) {
  const auto choose = [&]<bool flushed, bool saturated, bool relu>() -> Execute {
    using O = Small<F, S, flushed, saturated, relu>;
    return two ? mapped<Pair<O, S>, typename Pair<O, S>::Two, arity>() : mapped<O, S, arity>();
  };
  if (f.relu)
    return f.flushed ? choose.template operator()<true, false, true>()
                     : choose.template operator()<false, false, true>();
  if (f.saturated)
    return f.flushed ? choose.template operator()<true, true, false>()
                     : choose.template operator()<false, true, false>();
  return f.flushed ? choose.template operator()<true, false, false>()
                   : choose.template operator()<false, false, false>();
}

template <class F, int arity>
void decode(Decoding& d) {
  Flags flags;
  flags.rounding = take_rounding(d);
  flags.flushed = d.take("ftz");
  flags.saturated = d.take("sat");
  flags.relu = d.take("relu");
  d.ignore({"approx", "full", "noftz"});
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.mode = std::uint8_t(flags.rounding);
  i.kind = type == Type::f64 ? InstructionClass::fp64 : InstructionClass::fp32;
  i.d = d.destination(0, type);
  i.a = d.source(1, type);
  if (arity > 1) i.b = d.source(2, type);
  if (arity > 2) i.c = d.source(3, type);
  const bool small = type != Type::f32 && type != Type::f64;
  if ((flags.relu && !small) || (small && flags.rounding != Rounding::nearest))
    d.fail("not supported");
  switch (type) {
    case Type::f32:
      i.operations = operations<F>;
      i.execute = native_of<F, float, arity>(flags);
      break;
    case Type::f64:
      i.execute = native_of<F, double, arity>(flags);
      break;
    case Type::f16:
      i.execute = small_of<F, Half, arity>(flags, false);
      break;
    case Type::f16x2:
      i.execute = small_of<F, Half, arity>(flags, true);
      break;
    case Type::bf16:
      i.execute = small_of<F, Bfloat, arity>(flags, false);
      break;
    case Type::bf16x2:
      i.execute = small_of<F, Bfloat, arity>(flags, true);
      break;
    default:
      d.fail("not supported");
  }
}

}  // namespace simulator::floating
