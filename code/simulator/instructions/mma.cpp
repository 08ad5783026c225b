#include <algorithm>

#include "simulator/instructions/matrix_product.hpp"

namespace simulator {
namespace {

/// A shape of mma.sync, for factors of some types.
struct Known {
  MatrixShape shape;
  unsigned factors;  // bits of Element
};

constexpr unsigned one(Element e) {
  return 1u << unsigned(e);
}
constexpr unsigned halves = one(Element::f16) | one(Element::bf16),
                   tiny = one(Element::e4m3) | one(Element::e5m2),
                   bytes = one(Element::s8) | one(Element::u8),
                   nibbles = one(Element::s4) | one(Element::u4), bits = one(Element::b1);
constexpr Known shapes[] = {{{16, 8, 8}, halves},
                            {{16, 8, 16}, halves},
                            {{16, 8, 4}, one(Element::tf32)},
                            {{16, 8, 8}, one(Element::tf32)},
                            {{16, 8, 16}, tiny},
                            {{16, 8, 32}, tiny},
                            {{8, 8, 16}, bytes},
                            {{16, 8, 16}, bytes},
                            {{16, 8, 32}, bytes},
                            {{8, 8, 32}, nibbles},
                            {{16, 8, 32}, nibbles},
                            {{16, 8, 64}, nibbles},
                            {{8, 8, 128}, bits},
                            {{16, 8, 128}, bits},
                            {{16, 8, 256}, bits},
                            {{8, 8, 4}, one(Element::f64)},
                            {{16, 8, 4}, one(Element::f64)},
                            {{16, 8, 8}, one(Element::f64)},
                            {{16, 8, 16}, one(Element::f64)}};

bool is_known(const MatrixProduct& p) {
  return std::any_of(std::begin(shapes), std::end(shapes), [&](const Known& each) {
    return each.shape == p.shape && (each.factors & one(p.a)) != 0 &&
           (each.factors & one(p.b)) != 0;
  });
}

/// May factors of that type be added up in this one?
bool is_sum_of(Element sum, Element factor) {
  if (is_integer(factor)) return sum == Element::s32;
  if (factor == Element::f64) return sum == Element::f64;
  const bool small = (one(factor) & (one(Element::f16) | tiny)) != 0;
  return sum == Element::f32 || (small && sum == Element::f16);
}

void decode_mma(Decoding& d) {
  if (!d.take("sync")) d.fail("mma without .sync");
  d.ignore({"aligned", "row", "col"});
  MatrixProduct p;
  p.shape = take_shape(d);
  const Elements elements = take_elements(d);
  if (elements.count != 4) d.fail("not four types");
  p.d = elements.types[0];
  p.a = elements.types[1];
  p.b = elements.types[2];
  p.c = elements.types[3];
  const bool mixed = (one(p.a) & (halves | one(Element::tf32))) != 0 && p.a != p.b;
  if (!is_known(p) || mixed || !is_sum_of(p.d, p.a) || p.c != p.d) d.fail("not supported");
  if (is_integer(p.a)) p.saturates = d.take("satfinite");
  if (p.a == Element::f64) d.take("rn");
  if (p.a == Element::b1) {
    p.differs = d.take("xor");
    if ((!p.differs && !d.take("and")) || !d.take("popc")) d.fail("no operation");
  }
  decode_product(d, p);
}

}  // namespace

void add_matrix_products(Opcodes& opcodes) {
  opcodes.add("mma", first_written, decode_mma);
}

}  // namespace simulator
