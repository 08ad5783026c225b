#pragma once

#include <cstdint>
#include <vector>

#include "simulator/program/control_flow.hpp"
#include "simulator/ptx/syntax.hpp"

namespace simulator {

enum class Guess : std::uint8_t { none, of_swap, of_extremum, weighed };

/// Of each statement: is it a plain load that only guesses? What it reads, and all that is computed
/// from that, is then used only as what a compare-and-swap of the same address compares with and
/// puts there, and in comparisons with that one's result; or it decides whether a compare-and-swap
/// is to put a greater value there, or a smaller one, or whether an atomic maximum or minimum of
/// that value is worth it. So it does no harm to have read an old value. Such a maximum or minimum
/// is `weighed`.
std::vector<Guess> guesses(const FunctionSyntax& function, const ControlFlow& flow,
                           const std::vector<std::uint32_t>& postdominators);

}  // namespace simulator
