#include "simulator/instructions/matrices/matrix_shapes.hpp"

#include <algorithm>

namespace simulator {

bool is_sum_of(Element sum, Element factor) {
  if (is_integer(factor)) return sum == Element::s32;
  if (factor == Element::f64) return sum == Element::f64;
  const bool small = (set_of(factor) & (set_of(Element::f16) | tiny_floats)) != 0;
  return sum == Element::f32 || (small && sum == Element::f16);
}

bool is_known(std::span<const KnownShape> known, const MatrixProduct& p) {
  const unsigned factors = set_of(p.a) | set_of(p.b);
  const bool mixed = p.a != p.b && (factors & (byte_integers | nibbles | tiny_floats)) != factors;
  return !mixed && is_sum_of(p.d, p.a) && is_sum_of(p.c, p.a) &&
         std::any_of(known.begin(), known.end(), [&](const KnownShape& each) {
           return each.shape == p.shape && (each.factors & factors) == factors;
         });
}

bool is_known(std::span<const KnownShape> known, Matrix which, Element element,
              const MatrixShape& shape) {
  const auto holds = [&](unsigned factors) {
    if (which != Matrix::c) return (factors & set_of(element)) != 0;
    for (unsigned k = 0; k < 32; ++k)
      if ((factors >> k & 1) != 0 && is_sum_of(element, Element(k))) return true;
    return false;
  };
  return std::any_of(known.begin(), known.end(), [&](const KnownShape& each) {
    return each.shape == shape && holds(each.factors);
  });
}

void take_operation(Decoding& d, MatrixProduct& p) {
  if (is_integer(p.a)) p.saturates = d.take("satfinite");
  if (p.a == Element::f64) d.take("rn");
  if (p.a != Element::b1) return;
  p.differs = d.take("xor");
  if ((!p.differs && !d.take("and")) || !d.take("popc")) d.fail("no operation");
}

}  // namespace simulator
