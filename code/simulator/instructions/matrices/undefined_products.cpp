#include "simulator/instructions/matrices/undefined_products.hpp"

namespace simulator {
namespace {

/// Is the element zero, whatever is undefined?
std::vector<bool> zeros_of(Warp& warp, const HeldMatrix& matrix, const Causes& causes) {
  std::vector<std::uint32_t> bits(std::size_t(matrix.fragment.lines) * matrix.fragment.across);
  gather(warp, matrix.fragment, matrix.registers, bits.data());
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

void undefine_products(Warp& warp, const HeldMatrix& d, const HeldMatrix& a, const HeldMatrix& b,
                       const HeldMatrix& c, bool zero_defines, std::uint32_t mask) {
  const FrameShadow& shadow = warp.shadow();
  const Causes of_a(shadow, a.fragment, a.registers), of_b(shadow, b.fragment, b.registers),
      of_c(shadow, c.fragment, c.registers);
  const unsigned across = a.fragment.across;
  define(warp, d.fragment, d.registers, mask);
  if (!of_a.any() && !of_b.any() && !of_c.any()) return;
  if (!zero_defines) {
    undefine_results(warp, d.fragment, d.registers, across, of_a, of_b, of_c, mask);
    return;
  }
  const std::vector<bool> zeros_a = zeros_of(warp, a, of_a), zeros_b = zeros_of(warp, b, of_b);
  undefine(warp, d.fragment, d.registers, mask,
           [&](unsigned row, unsigned column, OriginNumber& origin) {
             const std::size_t result = row * std::size_t(d.fragment.across) + column;
             if (of_c.at(result)) {
               origin = of_c.origin(result);
               return true;
             }
             const std::size_t at_a = row * std::size_t{across},
                               at_b = column * std::size_t{across};
             return has_cause(of_a, at_a, of_b, at_b, across, origin,
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
