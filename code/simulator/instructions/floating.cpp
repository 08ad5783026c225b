#include "simulator/instructions/floating_forms.hpp"

// Sums, products and quotients.

namespace simulator {

using namespace floating;

namespace {

/// div.approx: a times 1/b, which is zero for the largest b.
struct DivideRoughly {
  static float apply(float a, float b) {
    return std::fabs(b) > 0x1p126f && std::isfinite(b) ? a * std::copysign(0.0f, b) : a / b;
  }
  static double apply(double a, double b) { return a / b; }
};
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

void add_floating(Opcodes& opcodes) {
  opcodes.add_computing("fma", decode<Fma, 3>);
}

}  // namespace simulator
