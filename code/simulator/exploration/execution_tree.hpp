#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "simulator/exploration/history.hpp"

namespace simulator {

/// Which executions are still to be tried: dynamic partial-order reduction with source sets and
/// sleep sets (Abdulla, Aronis, Jonsson and Sagonas 2014). Of the orders that differ only in steps
/// that do not conflict, one is run. Actors are bits of a mask, 64 at most.
class ExecutionTree {
 public:
  explicit ExecutionTree(unsigned actors) : history_(actors) {}

  /// The actor to make the next step of the present execution, of those that can: none if all that
  /// they may do was seen in another order.
  std::optional<unsigned> choose(std::uint64_t enabled);
  /// It has made the step.
  void made(Touches touches);
  void meet(const Meeting& meeting) { history_.meet(meeting); }

  /// The execution is over. Is there another one to run from the start?
  bool next();

  const History& history() const { return history_; }

 private:
  struct Node {
    std::uint64_t enabled, wanted;  // to be tried from here
    unsigned chosen;
    std::vector<std::pair<unsigned, Touches>> asleep;  // actors whose next step has been tried
  };

  History history_;
  std::vector<Node> nodes_;  // one for each step
};

}  // namespace simulator
