#include "simulator/exploration/execution_tree.hpp"

#include <algorithm>
#include <bit>

namespace simulator {
namespace {

std::uint64_t bit(unsigned actor) {
  return std::uint64_t{1} << actor;
}

}  // namespace

std::optional<unsigned> ExecutionTree::choose(std::uint64_t enabled) {
  const std::size_t depth = history_.size();
  if (depth < nodes_.size()) return nodes_[depth].chosen;
  Node node{enabled, 0, 0, {}};
  if (depth > 0) {
    const Touches& step = history_.touches(depth - 1);
    for (const auto& [actor, touches] : nodes_.back().asleep)
      if (actor != nodes_.back().chosen && !depend(touches, step))
        node.asleep.push_back({actor, touches});
  }
  std::uint64_t free = enabled;
  for (const auto& [actor, touches] : node.asleep) free &= ~bit(actor);
  if (free == 0) return {};
  // Who has made a step goes on: an execution with few switches is easy to understand.
  const bool same = depth > 0 && (free & bit(nodes_.back().chosen)) != 0;
  node.chosen = same ? nodes_.back().chosen : unsigned(std::countr_zero(free));
  node.wanted = bit(node.chosen);
  nodes_.push_back(std::move(node));
  return nodes_.back().chosen;
}

void ExecutionTree::made(Touches touches) {
  normalise(touches);
  const std::size_t step = history_.size();
  const bool seen = step + 1 < nodes_.size();  // in the execution before
  for (const History::Race& race : history_.add(nodes_[step].chosen, std::move(touches))) {
    if (seen) continue;
    Node& node = nodes_[race.first];
    const std::vector<unsigned> initials = history_.initials(race);
    std::uint64_t any = 0;
    for (const unsigned actor : initials) any |= bit(actor);
    if ((any & node.wanted) != 0) continue;
    if (const std::uint64_t possible = any & node.enabled; possible != 0) {
      const unsigned second = history_.actor(race.second);
      node.wanted |= (possible & bit(second)) != 0 ? bit(second) : possible & -possible;
    }
  }
}

bool ExecutionTree::next() {
  // A step that was chosen and not made ended the launch.
  while (!nodes_.empty()) {
    Node& node = nodes_.back();
    const std::size_t depth = nodes_.size() - 1;
    node.asleep.push_back(
        {node.chosen, depth < history_.size() ? history_.touches(depth) : Touches{}});
    std::uint64_t left = node.wanted & node.enabled;
    for (const auto& [actor, touches] : node.asleep) left &= ~bit(actor);
    if (left != 0) {
      node.chosen = unsigned(std::countr_zero(left));
      history_ = History(history_.actors());
      return true;
    }
    nodes_.pop_back();
  }
  return false;
}

}  // namespace simulator
