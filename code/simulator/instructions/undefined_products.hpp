#pragma once

#include <cstdint>

#include "simulator/instructions/matrix_product.hpp"

namespace simulator {

/// What becomes of undefined bits in a product of matrices: a result is undefined if its
/// accumulator is, or one of the factors in its row of A and its column of B, unless that is an
/// integer that is multiplied by zero. To be called by a warp that follows them, before the results
/// are written.
void undefine_products(Warp& warp, const MatrixProduct& p, std::uint32_t mask);

}  // namespace simulator
