#pragma once

#include <cstdint>
#include <vector>

#include "simulator/instructions/matrices/fragment.hpp"

namespace simulator {

/// Of the elements of a matrix, line by line: where their undefined bits came from.
class Causes {
 public:
  explicit Causes(std::size_t elements) : causes_(elements) {}
  Causes(const FrameShadow& shadow, const Fragment& fragment, const Slot* registers);

  void add(std::size_t element, OriginNumber origin) {
    causes_[element] = origin + 1;
    any_ = true;
  }
  bool any() const { return any_; }
  bool at(std::size_t element) const { return causes_[element] != 0; }
  OriginNumber origin(std::size_t element) const { return causes_[element] - 1; }

 private:
  std::vector<OriginNumber> causes_;  // plus 1; 0: all is defined
  bool any_ = false;
};

/// A matrix in registers.
struct HeldMatrix {
  Fragment fragment;
  const Slot* registers;
};

/// What becomes of undefined bits in a product of matrices: a result is undefined if its
/// accumulator is, or one of the factors in its row of A and its column of B, unless that is
/// multiplied by zero and `zero_defines`, as for integers. To be called by a warp that follows
/// them, before the results are written.
void undefine_products(Warp& warp, const HeldMatrix& d, const HeldMatrix& a, const HeldMatrix& b,
                       const HeldMatrix& c, bool zero_defines, std::uint32_t mask);

/// The same for factors that are not in registers, `across` of them in a line.
void undefine_results(Warp& warp, const Fragment& d, const Slot* registers, unsigned across,
                      const Causes& a, const Causes& b, const Causes& c, std::uint32_t mask);

}  // namespace simulator
