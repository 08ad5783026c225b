#pragma once

#include <cstdint>
#include <vector>

#include "simulator/ptx/syntax.hpp"

namespace simulator {

/// The statements of a function as blocks that are entered at their first one and left behind their
/// last.
struct ControlFlow {
  std::vector<std::uint32_t> starts;  // of the blocks; the number of statements stands behind them
  std::vector<std::uint32_t> block_of;                 // of each statement
  std::vector<std::vector<std::uint32_t>> successors;  // of each block; blocks() is the end

  std::uint32_t blocks() const { return std::uint32_t(successors.size()); }
};

ControlFlow control_flow_of(const FunctionSyntax& function);

/// Of each statement: does every way from it lead out of the function, with nothing done on it that
/// another thread could see?
std::vector<bool> leaving(const FunctionSyntax& function);

/// For each node of a graph, the nearest node that every way from it to the end passes (its
/// immediate post-dominator), or `nodes` where there is none but the end itself. `successors[i]`
/// may hold `nodes`, which stands for the end.
std::vector<std::uint32_t> immediate_postdominators(
    const std::vector<std::vector<std::uint32_t>>& successors);

}  // namespace simulator
