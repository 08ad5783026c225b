#include "simulator/program/control_flow.hpp"

#include <algorithm>
#include <limits>

#include "simulator/program/opcodes.hpp"

namespace simulator {
namespace {

/// Statements that a branch may lead to.
std::vector<std::uint32_t> targets(const FunctionSyntax& function, const Statement& statement,
                                   Flow flow) {
  std::vector<std::uint32_t> result;
  const auto add = [&](std::string_view label) {
    if (const auto to = function.labels.find(label); to != function.labels.end())
      result.push_back(to->second);
  };
  const auto& operands = statement.operands;
  if (flow == Flow::branch && !operands.empty()) add(operands[0].name);
  if (flow == Flow::indexed_branch && operands.size() > 1)
    if (const auto list = function.label_lists.find(operands[1].name);
        list != function.label_lists.end())
      for (std::string_view label : list->second) add(label);
  return result;
}

}  // namespace

ControlFlow control_flow_of(const FunctionSyntax& function) {
  const auto size = std::uint32_t(function.statements.size());
  // A leader is a target, or follows on what does not lead to it alone.
  std::vector<bool> leads(size + 1);
  leads[0] = leads[size] = true;
  std::vector<Flow> flows;
  for (std::uint32_t k = 0; k < size; ++k) {
    const Flow flow = flows.emplace_back(flow_of(function.statements[k]));
    if (flow == Flow::next) continue;
    leads[k + 1] = true;
    for (const std::uint32_t target : targets(function, function.statements[k], flow))
      leads[target] = true;
  }
  ControlFlow result;
  for (std::uint32_t k = 0; k < size; ++k) {
    if (leads[k]) result.starts.push_back(k);
    result.block_of.push_back(std::uint32_t(result.starts.size()) - 1);
  }
  const auto blocks = std::uint32_t(result.starts.size());
  result.starts.push_back(size);
  result.block_of.push_back(blocks);
  result.successors.resize(blocks);
  for (std::uint32_t b = 0; b < blocks; ++b) {
    const std::uint32_t last = result.starts[b + 1] - 1;
    const Statement& statement = function.statements[last];
    for (const std::uint32_t target : targets(function, statement, flows[last]))
      result.successors[b].push_back(result.block_of[target]);
    if (flows[last] == Flow::end) result.successors[b].push_back(blocks);
    if (flows[last] == Flow::next || statement.guard.kind == Operand::Kind::reg)
      result.successors[b].push_back(result.block_of[last + 1]);
  }
  return result;
}

std::vector<bool> leaving(const FunctionSyntax& function) {
  const ControlFlow flow = control_flow_of(function);
  const auto size = std::uint32_t(function.statements.size());
  std::vector<bool> result(size + 1);
  result[size] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t k = size; k-- > 0;) {
      if (result[k] || !is_private(function.statements[k])) continue;
      const std::uint32_t block = flow.block_of[k];
      const auto leads_out = [&](std::uint32_t next) { return result[flow.starts[next]]; };
      const bool last = k + 1 == flow.starts[block + 1];
      const auto& next = flow.successors[block];
      if (last ? std::all_of(next.begin(), next.end(), leads_out) : bool(result[k + 1]))
        result[k] = changed = true;
    }
  }
  return result;
}

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
