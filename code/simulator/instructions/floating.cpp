#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "simulator/instructions/number.hpp"
#include "simulator/machine/lanes.hpp"
#include "simulator/program/decoding.hpp"

namespace simulator {
namespace {

double flush_double(double v) {
  return std::fabs(v) < std::numeric_limits<double>::min() ? std::copysign(0.0, v) : v;
}

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
constexpr std::uint8_t operations = 0;
template <>
constexpr std::uint8_t operations<Add> = 1;
template <>
constexpr std::uint8_t operations<Subtract> = 1;
template <>
constexpr std::uint8_t operations<Multiply> = 1;
template <>
constexpr std::uint8_t operations<Fma> = 2;

/// div.approx: a times 1/b, which is zero for the largest b.
struct DivideRoughly {
  static float apply(float a, float b) {
    return std::fabs(b) > 0x1p126f && std::isfinite(b) ? a * std::copysign(0.0f, b) : a / b;
  }
  static double apply(double a, double b) { return a / b; }
};
/// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 read and give the upper half of a double.
double upper_half(double v) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(v) >> 32 << 32);
}
struct ReciprocalRoughly {
  static double apply(double a) {
    a = upper_half(flush_double(a));
    return upper_half(flush_double(1 / a));
  }
};
struct ReciprocalRootRoughly {
  static double apply(double a) { return upper_half(1 / std::sqrt(upper_half(flush_double(a)))); }
};
struct Reciprocal {
  template <class T>
  static T apply(T a) {
    return T(1) / a;
  }
  template <class T>
  static T round(Rounding mode, T a) {
    return soft::divide(T(1), a, mode);
  }
};
struct SquareRoot {
  template <class T>
  static T apply(T a) {
    return std::sqrt(a);
  }
  template <class T>
  static T round(Rounding mode, T a) {
    return soft::square_root(a, mode);
  }
};
struct ReciprocalRoot {
  static float apply(float a) { return float(1 / std::sqrt(double(a))); }
  static double apply(double a) { return 1 / std::sqrt(a); }
};
// By way of double, of which all libraries give the same float.
struct Sine {
  template <class T>
  static T apply(T a) {
    return T(std::sin(double(a)));
  }
};
struct Cosine {
  template <class T>
  static T apply(T a) {
    return T(std::cos(double(a)));
  }
};
struct Exponential {
  template <class T>
  static T apply(T a) {
    return std::exp2(a);
  }
};
struct Logarithm {
  template <class T>
  static T apply(T a) {
    return std::log2(a);
  }
};
struct HyperbolicTangent {
  template <class T>
  static T apply(T a) {
    return std::tanh(a);
  }
};
struct Absolute {
  template <class T>
  static T apply(T a) {
    return std::fabs(a);
  }
};
struct Negate {
  template <class T>
  static T apply(T a) {
    return -a;
  }
};

// A NaN loses against a number; −0 is less than +0.
template <bool maximum, bool keeps_nan>
struct Extreme {
  template <class T>
  static T apply(T a, T b) {
    if (std::isnan(a)) return keeps_nan ? a : b;
    if (std::isnan(b)) return keeps_nan ? b : a;
    if (a == b) return std::signbit(a) == maximum ? b : a;
    return (a < b) == maximum ? b : a;
  }
};

/// .xorsign.abs: of the magnitudes, with the product's sign.
template <bool maximum, bool keeps_nan>
struct ExtremeMagnitude {
  template <class T>
  static T apply(T a, T b) {
    const T magnitude = Extreme<maximum, keeps_nan>::apply(std::fabs(a), std::fabs(b));
    return std::copysign(magnitude, std::signbit(a) != std::signbit(b) ? T(-1) : T(1));
  }
};

template <class T>
T saturate(T v) {
  return v >= T(1) ? T(1) : v > T(0) ? v : T(0);  // NaN becomes 0
}

/// a + b with a last bit that is odd where bits were lost, so that a second rounding, to fewer
/// bits, is as good as one.
double sum_to_odd(double a, double b) {
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
double last_nan(double result, T... operands) {
  for (const double each : {operands...})
    if (each != each) result = each;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(result) | std::uint64_t{1} << 51);
}
double nan_of(double result, double a, double b) {
  return last_nan(result, a, b);
}
double nan_of(double result, double a, double b, double c) {
  return last_nan(result, a, c, b);
}
template <class F>
constexpr bool gives_last_nan = !std::is_same_v<F, Divide> && !std::is_same_v<F, Directed<Divide>>;

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

template <class F, bool flushed>
struct SignOnly {
  static float apply(float a) { return canonical(F::apply(flushed ? flush(a) : a)); }
  /// abs leaves the sign of a NaN, neg turns it.
  static double apply(double a) {
    if (std::is_same_v<F, Absolute> && a != a) return last_nan(a, a);
    return F::apply(a);
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

template <class S, std::uint16_t keep, std::uint16_t flip, bool flushed>
struct SmallSign {
  static S apply(S a) {
    if ((a.bits & 0x7fff) > S::infinity) return {S::nan};
    if (flushed) a = flushed_small(a);
    return {std::uint16_t((a.bits & keep) ^ flip)};
  }
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

Rounding take_rounding(Decoding& d) {
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

template <bool maximum, bool keeps_nan>
void decode_extreme(Decoding& d) {
  if (d.take("xorsign")) {
    if (!d.take("abs")) d.fail("not supported");
    decode<ExtremeMagnitude<maximum, keeps_nan>, 2>(d);
  } else {
    decode<Extreme<maximum, keeps_nan>, 2>(d);
  }
}
template <bool maximum>
void decode_extreme(Decoding& d) {
  d.take("NaN") ? decode_extreme<maximum, true>(d) : decode_extreme<maximum, false>(d);
}

template <class S, std::uint16_t keep, std::uint16_t flip, bool flushed>
Execute small_sign(Type type) {
  using One = SmallSign<S, keep, flip, flushed>;
  using Both = Pair<One, S>;
  return size_of(type) == 2 ? Execute(map_unary<One, S, S>)
                            : map_unary<Both, typename Both::Two, typename Both::Two>;
}

template <class F, std::uint16_t keep, std::uint16_t flip>
void decode_sign(Decoding& d) {
  const bool flushed = d.take("ftz");
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.kind = type == Type::f64 ? InstructionClass::fp64 : InstructionClass::fp32;
  i.d = d.destination(0, type);
  i.a = d.source(1, type);
  switch (type) {
    case Type::f32:
      i.execute = flushed ? map_unary<SignOnly<F, true>, float, float>
                          : map_unary<SignOnly<F, false>, float, float>;
      break;
    case Type::f64:
      i.execute = map_unary<SignOnly<F, false>, double, double>;
      break;
    case Type::f16:
    case Type::f16x2:
      i.execute = flushed ? small_sign<Half, keep, flip, true>(type)
                          : small_sign<Half, keep, flip, false>(type);
      break;
    case Type::bf16:
    case Type::bf16x2:
      i.execute = small_sign<Bfloat, keep, flip, false>(type);
      break;
    default:
      d.fail("not supported");
  }
}

// copysign: the sign of a, the magnitude of b.
struct CopySign {
  template <class T>
  static T apply(T a, T b) {
    return std::copysign(b, a);
  }
};

void decode_copysign(Decoding& d) {
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.kind = type == Type::f64 ? InstructionClass::fp64 : InstructionClass::fp32;
  i.d = d.destination(0, type);
  i.a = d.source(1, type);
  i.b = d.source(2, type);
  if (type == Type::f32) i.execute = map_binary<CopySign, float, float>;
  if (type == Type::f64) i.execute = map_binary<CopySign, double, double>;
}

enum class Property : std::uint8_t { finite, infinite, number, not_a_number, normal, subnormal };

template <class T>
void test_property(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const T* a = warp.lanes<T>(i.a);
  std::uint32_t& p = warp.predicate(i.d);
  p = lanes_where(mask, p, [&](unsigned lane) {
    const int kind = std::fpclassify(a[lane]);
    switch (Property(i.mode)) {
      case Property::finite:
        return kind != FP_NAN && kind != FP_INFINITE;
      case Property::infinite:
        return kind == FP_INFINITE;
      case Property::number:
        return kind != FP_NAN;
      case Property::not_a_number:
        return kind == FP_NAN;
      case Property::normal:
        return kind == FP_NORMAL || kind == FP_ZERO;
      default:
        return kind == FP_SUBNORMAL;
    }
  });
}

void decode_testp(Decoding& d) {
  Property property;
  if (d.take("finite"))
    property = Property::finite;
  else if (d.take("infinite"))
    property = Property::infinite;
  else if (d.take("number"))
    property = Property::number;
  else if (d.take("notanumber"))
    property = Property::not_a_number;
  else if (d.take("normal"))
    property = Property::normal;
  else if (d.take("subnormal"))
    property = Property::subnormal;
  else
    d.fail("no property");
  const Type type = d.take_type();
  Instruction& i = d.instruction;
  i.kind = type == Type::f64 ? InstructionClass::fp64 : InstructionClass::fp32;
  i.mode = std::uint8_t(property);
  i.d = d.predicate_destination(d.operand(0));
  i.a = d.source(1, type);
  if (type == Type::f32) i.execute = test_property<float>;
  if (type == Type::f64) i.execute = test_property<double>;
}

/// The forms of rcp and rsqrt for a start of Newton's iteration in double precision; the others are
/// `decode_others`.
template <class F, Decoder decode_others>
void decode_rough(Decoding& d) {
  const auto& modifiers = d.statement().modifiers;
  const auto has = [&](std::string_view name) {
    return std::find(modifiers.begin(), modifiers.end(), name) != modifiers.end();
  };
  if (!has("approx") || !has("ftz") || !has("f64")) return decode_others(d);
  d.ignore({"approx", "ftz", "f64"});
  Instruction& i = d.instruction;
  i.kind = InstructionClass::fp64;
  i.d = d.destination(0, Type::f64);
  i.a = d.source(1, Type::f64);
  i.execute = map_unary<F, double, double>;
}

}  // namespace

void decode_float_add(Decoding& d) {
  decode<Add, 2>(d);
}
void decode_float_subtract(Decoding& d) {
  decode<Subtract, 2>(d);
}
void decode_float_multiply(Decoding& d) {
  decode<Multiply, 2>(d);
}
void decode_float_fma(Decoding& d) {
  decode<Fma, 3>(d);
}
void decode_float_divide(Decoding& d) {
  d.take("approx") ? decode<DivideRoughly, 2>(d) : decode<Divide, 2>(d);
}
void decode_float_minimum(Decoding& d) {
  decode_extreme<false>(d);
}
void decode_float_maximum(Decoding& d) {
  decode_extreme<true>(d);
}
void decode_float_absolute(Decoding& d) {
  decode_sign<Absolute, 0x7fff, 0>(d);
}
void decode_float_negate(Decoding& d) {
  decode_sign<Negate, 0xffff, 0x8000>(d);
}

void add_floating(Opcodes& opcodes) {
  opcodes.add_computing("fma", decode<Fma, 3>);
  opcodes.add_computing("rcp", decode_rough<ReciprocalRoughly, decode<Reciprocal, 1>>);
  opcodes.add_computing("sqrt", decode<SquareRoot, 1>);
  opcodes.add_computing("rsqrt", decode_rough<ReciprocalRootRoughly, decode<ReciprocalRoot, 1>>);
  opcodes.add_computing("sin", decode<Sine, 1>);
  opcodes.add_computing("cos", decode<Cosine, 1>);
  opcodes.add_computing("ex2", decode<Exponential, 1>);
  opcodes.add_computing("lg2", decode<Logarithm, 1>);
  opcodes.add_computing("tanh", decode<HyperbolicTangent, 1>);
  opcodes.add_computing("copysign", decode_copysign);
  opcodes.add_computing("testp", decode_testp);
}

}  // namespace simulator
