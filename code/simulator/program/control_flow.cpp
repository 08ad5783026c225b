#include "flow.hpp"

#include <algorithm>
#include <limits>

namespace simulator {

// Cooper, Harvey and Kennedy's iteration, on the reversed graph.
std::vector<std::uint32_t> immediate_postdominators(
    const std::vector<std::vector<std::uint32_t>>& successors) {
  const auto end = std::uint32_t(successors.size());
  constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::vector<std::uint32_t>> predecessors(end + 1);
  for (std::uint32_t i = 0; i < end; ++i)
    for (const std::uint32_t next : successors[i]) predecessors[next].push_back(i);

  // Postorder of the reversed graph from the end.
  std::vector<std::uint32_t> order, number(end + 1, unknown);
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{end, 0}};
  std::vector<bool> seen(end + 1);
  seen[end] = true;
  while (!stack.empty()) {
    auto& [node, next] = stack.back();
    if (next < predecessors[node].size()) {
      const std::uint32_t previous = predecessors[node][next++];
      if (!seen[previous]) {
        seen[previous] = true;
        stack.emplace_back(previous, 0);
      }
    } else {
      number[node] = std::uint32_t(order.size());
      order.push_back(node);
      stack.pop_back();
    }
  }

  std::vector<std::uint32_t> dominator(end + 1, unknown);
  dominator[end] = end;
  const auto meet = [&](std::uint32_t a, std::uint32_t b) {
    while (a != b) {
      while (number[a] < number[b]) a = dominator[a];
      while (number[b] < number[a]) b = dominator[b];
    }
    return a;
  };
  // quote: postdominators
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t k = order.size(); k-- > 0;) {
      const std::uint32_t node = order[k];
      if (node == end) continue;
      std::uint32_t nearest = unknown;
      for (const std::uint32_t next : successors[node])
        if (dominator[next] != unknown) nearest = nearest == unknown ? next : meet(nearest, next);
      if (nearest != dominator[node]) {
        dominator[node] = nearest;
        changed = true;
      }
    }
  }
  // end quote
  dominator.pop_back();
  // A loop without exit never meets again.
  std::replace(dominator.begin(), dominator.end(), unknown, end);
  return dominator;
}

}  // namespace simulator
