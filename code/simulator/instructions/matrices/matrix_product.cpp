#include "simulator/instructions/matrices/matrix_product.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "simulator/instructions/matrices/element_formats.hpp"
#include "simulator/instructions/matrices/undefined_products.hpp"

namespace simulator {
namespace {

constexpr std::size_t most_factors = 1024, most_results = 256;

/// The operands of a product.
struct Operands {
  Fragment a, b, c, d;
  const Slot *registers_a, *registers_b, *registers_c, *registers_d;

  Operands(Warp& warp, const MatrixProduct& p)
      : a(Fragment::of(Matrix::a, p.a, p.shape)),
        b(Fragment::of(Matrix::b, p.b, p.shape)),
        c(Fragment::of(Matrix::c, p.c, p.shape)),
        d(Fragment::of(Matrix::c, p.d, p.shape)),
        registers_a(warp.function().fragments.data() + p.first + p.registers_d),
        registers_b(registers_a + p.registers_a),
        registers_c(registers_b + p.registers_b),
        registers_d(warp.function().fragments.data() + p.first) {}
};

/// Of every four numbers of a line the first two, and after those of all fours the last two.
void put_halves_first(std::uint32_t* bits, unsigned across) {
  std::uint32_t line[most_factors];
  std::copy_n(bits, across, line);
  for (unsigned k = 0; k < across; ++k)
    bits[k % 4 / 2 * (across / 2) + k / 4 * 2 + k % 2] = line[k];
}

/// The numbers of a matrix, line by line; 8-bit floats as f16, in the order in which they are
/// added.
struct Numbers {
  Factor format;
  std::uint32_t bits[most_factors];
  std::int32_t significands[most_factors], exponents[most_factors];

  Numbers(Warp& warp, const Fragment& fragment, const Slot* registers)
      : format(factor(fragment.element)) {
    gather(warp, fragment, registers, bits);
    const unsigned count = fragment.lines * fragment.across;
    if (is_tiny(fragment.element)) {
      for (unsigned line = 0; line < fragment.lines; ++line)
        put_halves_first(bits + line * fragment.across, fragment.across);
      for (unsigned k = 0; k < count; ++k) bits[k] = as_f16(format, bits[k]);
      format = Factor::f16;
    }
    find_numbers(format, bits, count, significands, exponents);
  }
  TensorNumbers line(unsigned k) const {
    return {format, bits + k, significands + k, exponents + k};
  }
};

/// Calls body(result, where its line of A begins, where its line of B does) for each result.
template <class Body>
void for_results(const MatrixShape& shape, unsigned across, Body&& body) {
  for (unsigned row = 0; row < shape.m; ++row)
    for (unsigned column = 0; column < shape.n; ++column)
      body(row * shape.n + column, row * across, column * across);
}

void multiply_floats(Warp& warp, const MatrixProduct& p, const Operands& o, std::uint32_t mask) {
  const Numbers a(warp, o.a, o.registers_a), b(warp, o.b, o.registers_b);
  std::uint32_t results[most_results];
  gather(warp, o.c, o.registers_c, results);
  const Accumulator from = accumulator(p.c), to = accumulator(p.d);
  const Fusion fusion = fusion_of_warp(factor(p.a), to);
  for_results(p.shape, o.a.across, [&](unsigned result, unsigned row, unsigned column) {
    results[result] = fused_dot(a.line(row), b.line(column), o.a.across, fusion,
                                converted(results[result], from, to), to);
  });
  scatter(warp, o.d, o.registers_d, results, mask);
}

/// On an H100 and H200 mma takes 8-bit floats apart into two products of f16: first those in the
/// lower half of each register, from zero, then the others. C is added at the end, and that sum
/// rounded to the nearest. (So an H200's record of all kinds has it; NVIDIA does not say.)
void multiply_tiny_floats(Warp& warp, const MatrixProduct& p, const Operands& o,
                          std::uint32_t mask) {
  const Numbers a(warp, o.a, o.registers_a), b(warp, o.b, o.registers_b);
  std::uint32_t results[most_results];
  gather(warp, o.c, o.registers_c, results);
  const Accumulator format = accumulator(p.d);
  Fusion fusion = fusion_of_warp(Factor::f16, format);
  fusion.terms = o.a.across / 2;
  for_results(p.shape, o.a.across, [&](unsigned result, unsigned row, unsigned column) {
    const std::uint32_t products =
        fused_dot(a.line(row), b.line(column), o.a.across, fusion, 0, format);
    results[result] = sum_of(products, results[result], format);
  });
  scatter(warp, o.d, o.registers_d, results, mask);
}

/// The PTX ISA has the operation as fused multiplications and additions, and does not name their
/// order; the one of k is assumed, as in fused_dot.hpp's sources.
void multiply_doubles(Warp& warp, const MatrixProduct& p, const Operands& o, std::uint32_t mask) {
  std::uint64_t a[most_factors], b[most_factors], results[most_results];
  gather(warp, o.a, o.registers_a, a);
  gather(warp, o.b, o.registers_b, b);
  gather(warp, o.c, o.registers_c, results);
  for_results(p.shape, o.a.across, [&](unsigned result, unsigned row, unsigned column) {
    double sum = std::bit_cast<double>(results[result]);
    for (unsigned k = 0; k < o.a.across; ++k)
      sum = std::fma(std::bit_cast<double>(a[row + k]), std::bit_cast<double>(b[column + k]), sum);
    results[result] = std::bit_cast<std::uint64_t>(sum);
  });
  scatter(warp, o.d, o.registers_d, results, mask);
}

std::int32_t integer(Element e, std::uint32_t bits) {
  switch (e) {
    case Element::s8:
      return std::int8_t(bits);
    case Element::s4:
      return std::int32_t(bits << 28) >> 28;
    default:
      return std::int32_t(bits);
  }
}

void multiply_integers(Warp& warp, const MatrixProduct& p, const Operands& o, std::uint32_t mask) {
  std::uint32_t a[most_factors], b[most_factors], results[most_results];
  gather(warp, o.a, o.registers_a, a);
  gather(warp, o.b, o.registers_b, b);
  gather(warp, o.c, o.registers_c, results);
  for_results(p.shape, o.a.across, [&](unsigned result, unsigned row, unsigned column) {
    std::int64_t sum = std::int32_t(results[result]);
    for (unsigned k = 0; k < o.a.across; ++k) {
      const std::uint32_t x = a[row + k], y = b[column + k];
      sum += p.a == Element::b1 ? std::popcount(p.differs ? x ^ y : x & y)
                                : integer(p.a, x) * integer(p.b, y);
    }
    if (p.saturates)
      sum = std::clamp<std::int64_t>(sum, std::numeric_limits<std::int32_t>::min(),
                                     std::numeric_limits<std::int32_t>::max());
    results[result] = std::uint32_t(sum);
  });
  scatter(warp, o.d, o.registers_d, results, mask);
}

void multiply(Warp& warp, const Instruction& i, std::uint32_t mask) {
  mask = whole_warp(warp, i, mask);
  if (mask == 0) return;
  const MatrixProduct& p = i.payload.as<MatrixProduct>();
  const Operands o(warp, p);
  if (warp.follows() && warp.shadow_of_current() != nullptr)
    undefine_products(warp, {o.d, o.registers_d}, {o.a, o.registers_a}, {o.b, o.registers_b},
                      {o.c, o.registers_c}, is_integer(p.a) && !p.differs, mask);
  if (is_integer(p.a))
    multiply_integers(warp, p, o, mask);
  else if (p.a == Element::f64)
    multiply_doubles(warp, p, o, mask);
  else if (is_tiny(p.a))
    multiply_tiny_floats(warp, p, o, mask);
  else
    multiply_floats(warp, p, o, mask);
}

/// As many registers as the elements take, or, of what wmma holds twice, a multiple.
bool is_held(const Fragment& fragment, unsigned registers) {
  return fragment.registers() > 0 && registers > 0 && registers % fragment.registers() == 0;
}

}  // namespace

void decode_product(Decoding& d, MatrixProduct product) {
  Instruction& i = d.instruction;
  product.first = std::uint32_t(d.frame().function.fragments.size());
  const auto take = [&](std::size_t operand, Matrix which, Element element, bool written) {
    const unsigned count = take_registers(d, d.operand(operand), register_type(element), written);
    if (!is_held(Fragment::of(which, element, product.shape), count))
      d.fail("a matrix in the wrong number of registers");
    return std::uint8_t(count);
  };
  product.registers_d = take(0, Matrix::c, product.d, true);
  product.registers_a = take(1, Matrix::a, product.a, false);
  product.registers_b = take(2, Matrix::b, product.b, false);
  product.registers_c = take(3, Matrix::c, product.c, false);
  i.payload = product;
  i.execute = multiply;
}

}  // namespace simulator
