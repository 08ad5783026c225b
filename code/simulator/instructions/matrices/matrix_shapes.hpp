#pragma once

#include <span>

#include "simulator/instructions/matrices/matrix_product.hpp"

namespace simulator {

/// Sets of element types.
constexpr unsigned set_of(Element e) {
  return 1u << unsigned(e);
}
inline constexpr unsigned halves = set_of(Element::f16) | set_of(Element::bf16),
                          tiny_floats = set_of(Element::e4m3) | set_of(Element::e5m2),
                          byte_integers = set_of(Element::s8) | set_of(Element::u8),
                          nibbles = set_of(Element::s4) | set_of(Element::u4);

/// A shape in which factors of some types are multiplied.
struct KnownShape {
  MatrixShape shape;
  unsigned factors;  // set
};

/// May factors of that type be added up in this one?
bool is_sum_of(Element sum, Element factor);
/// Is there such a product?
bool is_known(std::span<const KnownShape> known, const MatrixProduct& p);
/// Is there a product with such a matrix?
bool is_known(std::span<const KnownShape> known, Matrix which, Element element,
              const MatrixShape& shape);

/// Takes what the opcodes of products have in common behind their types.
void take_operation(Decoding& d, MatrixProduct& p);

}  // namespace simulator
