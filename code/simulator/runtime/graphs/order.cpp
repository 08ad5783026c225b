#include "simulator/runtime/graphs/order.hpp"

#include <algorithm>
#include <functional>
#include <queue>

#include "simulator/runtime/streams/order.hpp"

namespace simulator::runtime {
namespace {

/// A lane all of whose nodes come before what has come so far, the one of a direct predecessor
/// first.
unsigned lane_for(const VectorClock& past, const std::vector<std::uint32_t>& lengths,
                  const std::vector<unsigned>& preferred, unsigned most_lanes) {
  for (const unsigned lane : preferred)
    if (past.of(lane) == lengths[lane]) return lane;
  for (unsigned lane = 0; lane < lengths.size(); ++lane)
    if (past.of(lane) == lengths[lane]) return lane;
  if (lengths.size() < most_lanes) return unsigned(lengths.size());
  return unsigned(std::min_element(lengths.begin(), lengths.end()) - lengths.begin());
}

}  // namespace

GraphOrder order_of(const std::vector<std::vector<unsigned>>& before, unsigned most_lanes) {
  const std::size_t n = before.size();
  std::vector<std::vector<unsigned>> after(n);
  std::vector<std::size_t> missing(n);
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> ready;
  for (unsigned node = 0; node < n; ++node) {
    missing[node] = before[node].size();
    if (missing[node] == 0) ready.push(node);
    for (const unsigned each : before[node]) after[each].push_back(node);
  }
  GraphOrder order;
  std::vector<VectorClock> past(n);
  std::vector<unsigned> lane_of(n);
  std::vector<std::uint32_t> lengths;  // by lane
  while (!ready.empty()) {
    const unsigned node = ready.top();
    ready.pop();
    std::vector<unsigned> preferred;
    for (const unsigned each : before[node]) {
      past[node].join(past[each]);
      preferred.push_back(lane_of[each]);
    }
    const unsigned lane = lane_for(past[node], lengths, preferred, most_lanes);
    if (lane == lengths.size()) lengths.push_back(0);
    past[node].set(lane, ++lengths[lane]);
    lane_of[node] = lane;
    order.places.push_back({node, lane});
    for (const unsigned each : after[node])
      if (--missing[each] == 0) ready.push(each);
  }
  order.lanes = unsigned(lengths.size());
  order.cyclic = order.places.size() < n;
  return order;
}

}  // namespace simulator::runtime
