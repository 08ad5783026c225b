#pragma once

#include "simulator/arithmetic/fused_dot.hpp"
#include "simulator/instructions/matrices/fragment.hpp"

namespace simulator {

/// What the floats of A and B are to the sums of products.
constexpr Factor factor(Element e) {
  switch (e) {
    case Element::f16:
      return Factor::f16;
    case Element::bf16:
      return Factor::bf16;
    case Element::tf32:
      return Factor::tf32;
    case Element::e4m3:
      return Factor::e4m3;
    default:
      return Factor::e5m2;
  }
}
/// What those of C and D are.
constexpr Accumulator accumulator(Element e) {
  return e == Element::f16 ? Accumulator::f16 : Accumulator::f32;
}

}  // namespace simulator
