#pragma once

#include <cstdint>
#include <vector>

namespace simulator {

/// For each node of a graph, the nearest node that every way from it to the end passes (its
/// immediate post-dominator), or `nodes` where there is none but the end itself. `successors[i]`
/// may hold `nodes`, which stands for the end.
std::vector<std::uint32_t> immediate_postdominators(
    const std::vector<std::vector<std::uint32_t>>& successors);

}  // namespace simulator
