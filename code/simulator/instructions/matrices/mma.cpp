#include <array>
#include <cmath>
#include <vector>

#include "simulator/arithmetic/flush.hpp"
#include "simulator/arithmetic/small_float.hpp"
#include "simulator/instructions/matrices/matrix_shapes.hpp"

namespace simulator {
namespace {

// Which products a warp has by mma; matrix_product.cpp computes them, but for
// the m8n8k4 of f16: of that a warp has four at once, each by two times four of
// its lanes.

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

struct QuadProduct {
  bool across_a = false, across_b = false;  // A by columns, B by rows
  bool wide_c = false, wide_d = false;      // of f32
  std::uint32_t first = 0;                  // among the routine's fragments: D, A, B, C
};

constexpr unsigned quad_side = 8, quad_depth = 4;

/// Of the eight lanes of a product the one with that number.
unsigned lane_of_quads(unsigned product, unsigned number) {
  return product * 4 + number % 4 + number / 4 * 16;
}

/// Where an element of C or D is, of lane `number` and in its order.
struct QuadPlace {
  unsigned number, element;

  QuadPlace(unsigned row, unsigned column, bool wide)
      : number(wide ? row / 4 * 4 + column / 2 % 2 * 2 + row % 2 : row),
        element(wide ? column / 4 * 4 + row / 2 % 2 * 2 + column % 2 : column) {}
};

std::uint32_t element_of(Warp& warp, const Slot* registers, bool wide, unsigned lane,
                         unsigned element) {
  if (wide) return warp.lanes<std::uint32_t>(registers[element])[lane];
  return warp.lanes<std::uint32_t>(registers[element / 2])[lane] >> element % 2 * 16 & 0xffff;
}

/// What is undefined in an operand makes all of its product undefined.
void undefine_quads(Warp& warp, const Slot* to, unsigned results, const Slot* from,
                    unsigned operands, std::uint32_t mask) {
  FrameShadow& shadow = warp.shadow();
  std::array<OriginNumber, 4> causes{};
  for (unsigned k = 0; k < operands; ++k)
    for_lanes(shadow.lanes(from[k]), [&](unsigned lane) {
      if (causes[lane / 4 % 4] == 0) causes[lane / 4 % 4] = shadow.origin(from[k], lane);
    });
  for (unsigned k = 0; k < results; ++k) {
    shadow.define(to[k], mask);
    for_lanes(mask, [&](unsigned lane) {
      if (const OriginNumber cause = causes[lane / 4 % 4]; cause != 0)
        shadow.set(to[k], 4, lane, ~std::uint32_t{0}, cause);
    });
  }
}

/// The products of f16 one after another, each added in f32, to a zero whose sign shows only where
/// all of them are zeros. An H100 does not give them to its tensor cores: its products of random
/// operands in tests/operations come out so, and not by fused_dot.
float chained_dot(const std::uint32_t* a, const std::uint32_t* b, float zero) {
  float sum = zero;
  for (unsigned k = 0; k < quad_depth; ++k)
    sum = std::fma(float(Half{std::uint16_t(a[k])}), float(Half{std::uint16_t(b[k])}), sum);
  return sum;
}

void multiply_in_quads(Warp& warp, const Instruction& i, std::uint32_t mask) {
  mask = whole_warp(warp, i, mask);
  if (mask == 0) return;
  const QuadProduct& p = i.payload.as<QuadProduct>();
  const Slot* const d = warp.function().fragments.data() + p.first;
  const Slot *const a = d + (p.wide_d ? 8 : 4), *const b = a + 2, *const c = b + 2;
  if (warp.follows() && warp.shadow_of_current() != nullptr)
    undefine_quads(warp, d, p.wide_d ? 8 : 4, a, 4 + (p.wide_c ? 8 : 4), mask);
  std::uint32_t results[4][quad_side][quad_side];
  for (unsigned product = 0; product < 4; ++product) {
    std::uint32_t lines[2][quad_side][quad_depth];  // of A, and of B by columns
    const auto gather = [&](const Slot* registers, bool across, std::uint32_t(*into)[quad_depth]) {
      for (unsigned number = 0; number < quad_side; ++number)
        for (unsigned k = 0; k < quad_depth; ++k) {
          const std::uint32_t value =
              element_of(warp, registers, false, lane_of_quads(product, number), k);
          if (across)
            into[number / 4 * 4 + k][number % 4] = value;
          else
            into[number][k] = value;
        }
    };
    gather(a, p.across_a, lines[0]);
    gather(b, p.across_b, lines[1]);
    for (unsigned row = 0; row < quad_side; ++row)
      for (unsigned column = 0; column < quad_side; ++column) {
        const QuadPlace place(row, column, p.wide_c);
        const std::uint32_t before =
            element_of(warp, c, p.wide_c, lane_of_quads(product, place.number), place.element);
        const float sum =
            chained_dot(lines[0][row], lines[1][column], p.wide_d ? 0.0f : -0.0f) +
            (p.wide_c ? std::bit_cast<float>(before) : float(Half{std::uint16_t(before)}));
        results[product][row][column] =
            p.wide_d ? std::bit_cast<std::uint32_t>(canonical(sum)) : Half::from(sum).bits;
      }
  }
  for (unsigned product = 0; product < 4; ++product)
    for (unsigned row = 0; row < quad_side; ++row)
      for (unsigned column = 0; column < quad_side; ++column) {
        const QuadPlace place(row, column, p.wide_d);
        const unsigned lane = lane_of_quads(product, place.number);
        if ((mask >> lane & 1) == 0) continue;
        const std::uint32_t value = results[product][row][column];
        if (p.wide_d) {
          warp.lanes<std::uint32_t>(d[place.element])[lane] = value;
          continue;
        }
        std::uint32_t& word = warp.lanes<std::uint32_t>(d[place.element / 2])[lane];
        word = place.element % 2 == 0 ? value : word | value << 16;
      }
}

void decode_quads(Decoding& d, const Elements& elements) {
  QuadProduct p;
  const auto is_layout = [](std::string_view text) { return text == "row" || text == "col"; };
  std::vector<std::string_view> layouts;
  for (const std::string_view modifier : d.statement().modifiers)
    if (is_layout(modifier)) layouts.push_back(modifier);
  if (layouts.size() != 2) d.fail("not two layouts");
  p.across_a = layouts[0] == "col";
  p.across_b = layouts[1] == "row";
  d.ignore({layouts[0], layouts[1]});
  p.wide_d = elements.types[0] == Element::f32;
  p.wide_c = elements.types[3] == Element::f32;
  if (p.wide_c && !p.wide_d) d.fail("not supported");
  p.first = std::uint32_t(d.frame().function.fragments.size());
  const auto take = [&](std::size_t operand, Element element, unsigned wanted, bool written) {
    if (take_registers(d, d.operand(operand), register_type(element), written) != wanted)
      d.fail("a matrix in the wrong number of registers");
  };
  take(0, elements.types[0], p.wide_d ? 8 : 4, true);
  take(1, Element::f16, 2, false);
  take(2, Element::f16, 2, false);
  take(3, elements.types[3], p.wide_c ? 8 : 4, false);
  d.instruction.payload = p;
  d.instruction.execute = multiply_in_quads;
}

void decode_mma(Decoding& d) {
  if (d.take("sp") || d.take("sp::ordered_metadata"))
    d.fail("products of sparse matrices are not simulated");
  if (!d.take("sync")) d.fail("mma without .sync");
  d.ignore({"aligned"});
  MatrixProduct p;
  p.shape = take_shape(d);
  const Elements elements = take_elements(d);
  if (elements.count != 4) d.fail("not four types");
  if (p.shape == MatrixShape{8, 8, 4} && elements.types[1] == Element::f16 &&
      elements.types[2] == Element::f16)
    return decode_quads(d, elements);
  d.ignore({"row", "col"});
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
