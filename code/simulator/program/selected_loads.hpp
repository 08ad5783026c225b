#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "simulator/program/control_flow.hpp"
#include "simulator/program/register_allocation.hpp"
#include "simulator/ptx/syntax.hpp"

namespace simulator {

/// What decides whether a load's value is wanted. Where the address is that of a variable, nvcc
/// makes `if (p) v = w;` of a load by all threads and a selection. The program reads w only in
/// those that take the value.
struct SelectedLoad {
  /// The predicate, a register, is true; or, if negated, false.
  struct Choice {
    unsigned predicate;
    bool negated;

    friend auto operator<=>(const Choice&, const Choice&) = default;
  };
  using Way = std::vector<Choice>;
  std::vector<Way> ways;             // the value is wanted where all choices of one of them hold
  std::vector<std::uint32_t> steps;  // statements behind the load that compute their predicates
                                     // from what is known at the load, in order

  friend bool operator==(const SelectedLoad&, const SelectedLoad&) = default;
};

/// By the number of the load's statement. `uses` are those of the function's statements, `ranges`
/// those of its registers.
std::map<std::uint32_t, SelectedLoad> selected_loads(
    const FunctionSyntax& function, const ControlFlow& flow,
    const std::vector<std::vector<RegisterUse>>& uses, const std::vector<LiveRange>& ranges);

}  // namespace simulator
