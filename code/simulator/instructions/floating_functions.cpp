#include <algorithm>
#include <string_view>

#include "simulator/instructions/floating_forms.hpp"

// Reciprocals, roots, and functions that are approximated on a GPU.

namespace simulator {

using namespace floating;

namespace {

double flush_double(double v) {
  return std::fabs(v) < std::numeric_limits<double>::min() ? std::copysign(0.0, v) : v;
}

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
    return T(std::tanh(double(a)));
  }
};
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

void add_floating_functions(Opcodes& opcodes) {
  opcodes.add_computing("rcp", decode_rough<ReciprocalRoughly, decode<Reciprocal, 1>>);
  opcodes.add_computing("sqrt", decode<SquareRoot, 1>);
  opcodes.add_computing("rsqrt", decode_rough<ReciprocalRootRoughly, decode<ReciprocalRoot, 1>>);
  opcodes.add_computing("sin", decode<Sine, 1>);
  opcodes.add_computing("cos", decode<Cosine, 1>);
  opcodes.add_computing("ex2", decode<Exponential, 1>);
  opcodes.add_computing("lg2", decode<Logarithm, 1>);
  opcodes.add_computing("tanh", decode<HyperbolicTangent, 1>);
}

}  // namespace simulator
