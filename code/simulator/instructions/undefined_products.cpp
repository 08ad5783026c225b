#include "simulator/instructions/undefined_products.hpp"

#include <algorithm>
#include <vector>

namespace simulator {
namespace {

/// Of the elements of a matrix, line by line: where their undefined bits came from, plus 1, and 0
/// where all are defined.
class Causes {
 public:
  Causes(const FrameShadow& shadow, const Fragment& fragment, const Slot* registers)
      : causes_(std::size_t(fragment.lines) * fragment.across) {
    const unsigned bits = bits_of(fragment.element), in_register = fragment.in_register();
    const std::uint64_t ones = ~std::uint64_t{0} >> (64 - bits);
    fragment.for_elements([&](unsigned element, unsigned line, unsigned across) {
      const Slot slot = registers[element / in_register];
      const unsigned shift = element % in_register * bits;
      for_lanes(shadow.lanes(slot), [&](unsigned lane) {
        if ((shadow.bits(slot, fragment.register_bytes(), lane) >> shift & ones) == 0) return;
        causes_[fragment.place(line, across, lane)] = shadow.origin(slot, lane) + 1;
        any_ = true;
      });
    });
  }
  bool any() const { return any_; }
  OriginNumber operator[](std::size_t k) const { return causes_[k]; }

 private:
  std::vector<OriginNumber> causes_;
  bool any_ = false;
};

/// Is the element zero, whatever is undefined?
std::vector<bool> zeros_of(Warp& warp, const Fragment& fragment, const Slot* registers,
                           const Causes& causes) {
  std::vector<std::uint32_t> bits(std::size_t(fragment.lines) * fragment.across);
  gather(warp, fragment, registers, bits.data());
  std::vector<bool> zeros(bits.size());
  for (std::size_t k = 0; k < bits.size(); ++k) zeros[k] = bits[k] == 0 && causes[k] == 0;
  return zeros;
}

}  // namespace

void undefine_products(Warp& warp, const MatrixProduct& p, std::uint32_t mask) {
  FrameShadow& shadow = warp.shadow();
  const Fragment fa = Fragment::of(Matrix::a, p.a, p.shape),
                 fb = Fragment::of(Matrix::b, p.b, p.shape),
                 fc = Fragment::of(Matrix::c, p.c, p.shape),
                 fd = Fragment::of(Matrix::c, p.d, p.shape);
  const Slot *const d = warp.function().fragments.data() + p.first, *const ra = d + p.registers_d,
                    *const rb = ra + p.registers_a, *const rc = rb + p.registers_b;
  const Causes a(shadow, fa, ra), b(shadow, fb, rb), c(shadow, fc, rc);
  for (unsigned k = 0; k < p.registers_d; ++k) shadow.define(d[k], mask);
  if (!a.any() && !b.any() && !c.any()) return;
  const bool zero_defines = is_integer(p.a) && !p.differs;
  std::vector<bool> zeros_a, zeros_b;
  if (zero_defines) {
    zeros_a = zeros_of(warp, fa, ra, a);
    zeros_b = zeros_of(warp, fb, rb, b);
  }
  const auto cause_of = [&](unsigned line, unsigned column) {
    if (const OriginNumber cause = c[line * p.shape.n + column]) return cause;
    for (unsigned k = 0; k < fa.across; ++k) {
      const std::size_t at_a = line * fa.across + k, at_b = column * fa.across + k;
      const OriginNumber cause = std::max(a[at_a], b[at_b]);
      if (cause != 0 && !(zero_defines && (zeros_a[at_a] || zeros_b[at_b]))) return cause;
    }
    return OriginNumber{0};
  };
  const unsigned bits = bits_of(fd.element), in_register = fd.in_register();
  const std::uint64_t ones = ~std::uint64_t{0} >> (64 - bits);
  fd.for_elements([&](unsigned element, unsigned line, unsigned across) {
    const Slot slot = d[element / in_register];
    const unsigned shift = element % in_register * bits;
    for_lanes(mask, [&](unsigned lane) {
      const OriginNumber cause = cause_of(line + lane / 4, across + lane % 4 * fd.pack);
      if (cause == 0) return;
      const std::uint64_t before =
          shadow.lanes(slot) >> lane & 1 ? shadow.bits(slot, fd.register_bytes(), lane) : 0;
      shadow.set(slot, fd.register_bytes(), lane, before | ones << shift, cause - 1);
    });
  });
}

}  // namespace simulator
