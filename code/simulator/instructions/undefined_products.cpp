#include "simulator/instructions/undefined_products.hpp"

namespace simulator {
namespace {

/// Is the element zero, whatever is undefined?
std::vector<bool> zeros_of(Warp& warp, const Fragment& fragment, const Slot* registers,
                           const Causes& causes) {
  std::vector<std::uint32_t> bits(std::size_t(fragment.lines) * fragment.across);
  gather(warp, fragment, registers, bits.data());
  std::vector<bool> zeros(bits.size());
  for (std::size_t k = 0; k < bits.size(); ++k) zeros[k] = bits[k] == 0 && !causes.at(k);
  return zeros;
}

/// Calls cause(line, column, origin) for each result; it says whether that is undefined, and why.
template <class Cause>
void undefine(Warp& warp, const Fragment& d, const Slot* registers, std::uint32_t mask,
              Cause&& cause) {
  FrameShadow& shadow = warp.shadow();
  const unsigned bits = bits_of(d.element), in_register = d.in_register();
  const std::uint64_t ones = ~std::uint64_t{0} >> (64 - bits);
  d.for_elements([&](unsigned element, unsigned line, unsigned across) {
    const Slot slot = registers[element / in_register];
    const unsigned shift = element % in_register * bits;
    for_lanes(mask, [&](unsigned lane) {
      OriginNumber origin = 0;
      if (!cause(line + lane / 4, across + lane % 4 * d.pack, origin)) return;
      const std::uint64_t before = shadow.bits(slot, d.register_bytes(), lane);
      shadow.set(slot, d.register_bytes(), lane, before | ones << shift, origin);
    });
  });
}

void define(Warp& warp, const Fragment& d, const Slot* registers, std::uint32_t mask) {
  for (unsigned k = 0; k < d.registers(); ++k) warp.shadow().define(registers[k], mask);
}

/// Of the first pair of factors that makes a result undefined; `counts(k)`: may the pair at k?
template <class Counts>
bool has_cause(const Causes& a, std::size_t row, const Causes& b, std::size_t column,
               unsigned across, OriginNumber& origin, Counts&& counts) {
  for (unsigned k = 0; k < across; ++k) {
    const bool in_a = a.at(row + k);
    if ((!in_a && !b.at(column + k)) || !counts(k)) continue;
    origin = in_a ? a.origin(row + k) : b.origin(column + k);
    return true;
  }
  return false;
}

}  // namespace

Causes::Causes(const FrameShadow& shadow, const Fragment& fragment, const Slot* registers)
    : causes_(std::size_t(fragment.lines) * fragment.across) {
  const unsigned bits = bits_of(fragment.element), in_register = fragment.in_register();
  const std::uint64_t ones = ~std::uint64_t{0} >> (64 - bits);
  fragment.for_elements([&](unsigned element, unsigned line, unsigned across) {
    const Slot slot = registers[element / in_register];
    const unsigned shift = element % in_register * bits;
    for_lanes(shadow.lanes(slot), [&](unsigned lane) {
      if ((shadow.bits(slot, fragment.register_bytes(), lane) >> shift & ones) != 0)
        add(fragment.place(line, across, lane), shadow.origin(slot, lane));
    });
  });
}

void undefine_products(Warp& warp, const MatrixProduct& p, std::uint32_t mask) {
  const FrameShadow& shadow = warp.shadow();
  const Fragment fa = Fragment::of(Matrix::a, p.a, p.shape),
                 fb = Fragment::of(Matrix::b, p.b, p.shape),
                 fc = Fragment::of(Matrix::c, p.c, p.shape),
                 fd = Fragment::of(Matrix::c, p.d, p.shape);
  const Slot *const d = warp.function().fragments.data() + p.first, *const ra = d + p.registers_d,
                    *const rb = ra + p.registers_a, *const rc = rb + p.registers_b;
  const Causes a(shadow, fa, ra), b(shadow, fb, rb), c(shadow, fc, rc);
  define(warp, fd, d, mask);
  if (!a.any() && !b.any() && !c.any()) return;
  if (!is_integer(p.a) || p.differs) {
    undefine_results(warp, fd, d, fa.across, a, b, c, mask);
    return;
  }
  const std::vector<bool> zeros_a = zeros_of(warp, fa, ra, a), zeros_b = zeros_of(warp, fb, rb, b);
  undefine(warp, fd, d, mask, [&](unsigned row, unsigned column, OriginNumber& origin) {
    const std::size_t result = row * std::size_t(fc.across) + column;
    if (c.at(result)) {
      origin = c.origin(result);
      return true;
    }
    const std::size_t at_a = row * std::size_t(fa.across), at_b = column * std::size_t(fa.across);
    return has_cause(a, at_a, b, at_b, fa.across, origin,
                     [&](unsigned k) { return !zeros_a[at_a + k] && !zeros_b[at_b + k]; });
  });
}

void undefine_results(Warp& warp, const Fragment& d, const Slot* registers, unsigned across,
                      const Causes& a, const Causes& b, const Causes& c, std::uint32_t mask) {
  define(warp, d, registers, mask);
  if (!a.any() && !b.any() && !c.any()) return;
  undefine(warp, d, registers, mask, [&](unsigned row, unsigned column, OriginNumber& origin) {
    const std::size_t result = row * std::size_t(d.across) + column;
    if (c.at(result)) {
      origin = c.origin(result);
      return true;
    }
    return has_cause(a, row * std::size_t{across}, b, column * std::size_t{across}, across, origin,
                     [](unsigned) { return true; });
  });
}

}  // namespace simulator
