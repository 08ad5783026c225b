#include "simulator/instructions/matrix_shapes.hpp"

namespace simulator {
namespace {

// Which products a warp has by mma; matrix_product.cpp computes them.

constexpr KnownShape shapes[] = {{{16, 8, 8}, halves},
                                 {{16, 8, 16}, halves},
                                 {{16, 8, 4}, set_of(Element::tf32)},
                                 {{16, 8, 8}, set_of(Element::tf32)},
                                 {{16, 8, 16}, tiny_floats},
                                 {{16, 8, 32}, tiny_floats},
                                 {{8, 8, 16}, byte_integers},
                                 {{16, 8, 16}, byte_integers},
                                 {{16, 8, 32}, byte_integers},
                                 {{8, 8, 32}, nibbles},
                                 {{16, 8, 32}, nibbles},
                                 {{16, 8, 64}, nibbles},
                                 {{8, 8, 128}, set_of(Element::b1)},
                                 {{16, 8, 128}, set_of(Element::b1)},
                                 {{16, 8, 256}, set_of(Element::b1)},
                                 {{8, 8, 4}, set_of(Element::f64)},
                                 {{16, 8, 4}, set_of(Element::f64)},
                                 {{16, 8, 8}, set_of(Element::f64)},
                                 {{16, 8, 16}, set_of(Element::f64)}};

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
  if (!is_known(shapes, p) || p.c != p.d) d.fail("not supported");
  take_operation(d, p);
  decode_product(d, p);
}

}  // namespace

void add_matrix_products(Opcodes& opcodes) {
  opcodes.add("mma", first_written, decode_mma, passes<Propagation::collective>);
}

}  // namespace simulator
