#include "simulator/instructions/floating_forms.hpp"

// What chooses among its operands or looks at their bits: minima, maxima, signs, kinds of number.

namespace simulator {

using namespace floating;

namespace {

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

template <class F, bool flushed>
struct SignOnly {
  static float apply(float a) { return canonical(F::apply(flushed ? flush(a) : a)); }
  /// abs leaves the sign of a NaN, neg turns it.
  static double apply(double a) {
    if (std::is_same_v<F, Absolute> && a != a) return last_nan(a, a);
    return F::apply(a);
  }
};

template <class S, std::uint16_t keep, std::uint16_t flip, bool flushed>
struct SmallSign {
  static S apply(S a) {
    if ((a.bits & 0x7fff) > S::infinity) return {S::nan};
    if (flushed) a = flushed_small(a);
    return {std::uint16_t((a.bits & keep) ^ flip)};
  }
};

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

}  // namespace

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

void add_floating_choice(Opcodes& opcodes) {
  opcodes.add_computing("copysign", decode_copysign);
  opcodes.add_computing("testp", decode_testp);
}

}  // namespace simulator
