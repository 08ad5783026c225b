#pragma once

#include <cstdint>
#include <span>

#include "simulator/machine/undefined/shadow.hpp"
#include "simulator/machine/warp.hpp"
#include "simulator/program/dataflow.hpp"

namespace simulator {

/// Which bits of its results are undefined, before the instruction is executed by the lanes in
/// `mask`: it computes, and some operand is not all defined. Where a rule cannot tell cheaply, the
/// bits count as undefined only if some operand of the same lane has such bits.
void propagate(Warp& warp, FrameShadow& shadow, const Instruction& i, const Dataflow& flow,
               std::span<const RegisterOperand> operands, std::uint32_t mask);

/// All bits of the results are undefined in those lanes, by what lies in `cause`.
void make_undefined(FrameShadow& shadow, std::span<const RegisterOperand> operands,
                    std::uint32_t lanes, Slot cause);

}  // namespace simulator
