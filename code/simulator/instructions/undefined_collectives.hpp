#pragma once

#include <cstdint>

#include "simulator/machine/warp.hpp"

namespace simulator {

// What becomes of undefined bits in instructions in which lanes look at each other's values. To be
// called by a warp that follows them, before the results are written; `mask`: the lanes that take
// part.

/// d, and whether it comes from the lane asked for, of each lane from `sources`; those of `strange`
/// lanes take no part.
void shuffle_undefined(Warp& warp, const Instruction& i, std::uint32_t mask,
                       const unsigned* sources, std::uint32_t strange);

enum class Vote : std::uint8_t { all, any, uni, ballot };
/// `members`: masks, or null.
void vote_undefined(Warp& warp, const Instruction& i, std::uint32_t mask,
                    const std::uint32_t* members);

void match_undefined(Warp& warp, const Instruction& i, std::uint32_t mask, unsigned size, bool all);

enum class Reduction : std::uint8_t { add, min, max, and_, or_, xor_ };
void reduce_undefined(Warp& warp, const Instruction& i, std::uint32_t mask);

}  // namespace simulator
