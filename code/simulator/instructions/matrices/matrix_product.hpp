#pragma once

#include <cstdint>

#include "simulator/instructions/matrices/fragment.hpp"

namespace simulator {

/// D = A × B + C by a warp. Its registers lie among the routine's fragments from `first` on: those
/// of D, A, B and C. Where there are more than a fragment has elements for, they are copies.
struct MatrixProduct {
  MatrixShape shape;
  Element a, b, c, d;
  bool saturates = false;  // of integers
  bool differs = false;    // of b1: counts bits that differ, not those that both have
  std::uint32_t first = 0;
  std::uint8_t registers_d = 0, registers_a = 0, registers_b = 0, registers_c = 0;
};

/// Takes the operands and completes the instruction.
void decode_product(Decoding& d, MatrixProduct product);

}  // namespace simulator
