#pragma once

#include <vector>

namespace simulator::runtime {

/// In what order the nodes of a graph may be given to streams, and to which: nodes of the same lane
/// are given to one stream, so each comes after the one before.
struct GraphOrder {
  struct Place {
    unsigned node = 0, lane = 0;
  };

  std::vector<Place> places;  // of all nodes, each after those that it depends on
  unsigned lanes = 0;
  bool cyclic = false;  // then some nodes have no place
};

/// Of nodes 0, 1, … by those that each depends on. The nodes of a lane are ordered by dependencies
/// alone, unless there are more than `most_lanes` that nothing orders: then some share a lane. The
/// first node is in lane 0; what may come in the order of numbers does.
GraphOrder order_of(const std::vector<std::vector<unsigned>>& before, unsigned most_lanes = 256);

}  // namespace simulator::runtime
