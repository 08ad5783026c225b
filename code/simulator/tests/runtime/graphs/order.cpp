#include "simulator/runtime/graphs/order.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "simulator/runtime/streams/order.hpp"

using namespace simulator::runtime;

namespace {

using Before = std::vector<std::vector<unsigned>>;

/// past[v][u]: does a path lead from u to v? In a graph whose edges may go anywhere.
std::vector<std::vector<bool>> past_of(const Before& before) {
  const std::size_t n = before.size();
  std::vector<std::vector<bool>> past(n, std::vector<bool>(n));
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t v = 0; v < n; ++v)
      for (const unsigned u : before[v])
        for (std::size_t w = 0; w < n; ++w)
          if ((w == u || past[u][w]) && !past[v][w]) changed = past[v][w] = true;
  }
  return past;
}

/// The nodes as operations of streams, in the order that was found.
std::vector<OrderPlace> run(const Before& before, const GraphOrder& order) {
  StreamOrder streams;
  std::vector<unsigned> numbers(order.lanes);
  for (unsigned& each : numbers) each = streams.make(false);
  std::vector<OrderPlace> places(before.size());
  for (const GraphOrder::Place& each : order.places) {
    for (const unsigned u : before[each.node])
      streams.stream_waits(numbers[each.lane], places[u].after);
    places[each.node] = streams.next(numbers[each.lane]);
  }
  return places;
}

/// A graph without circles whose nodes are not numbered in the order of its edges.
Before random_graph(std::mt19937& random) {
  const unsigned n = 1 + random() % 24, density = 1 + random() % 6;
  std::vector<unsigned> names(n);
  for (unsigned k = 0; k < n; ++k) names[k] = k;
  std::shuffle(names.begin(), names.end(), random);
  Before before(n);
  for (unsigned v = 0; v < n; ++v)
    for (unsigned u = 0; u < v; ++u)
      if (random() % n < density) before[names[v]].push_back(names[u]);
  return before;
}

}  // namespace

TEST_CASE("streams order the nodes of a graph as its dependencies do, and no more") {
  const unsigned seed = std::random_device()();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int turn = 0; turn < 300; ++turn) {
    const Before before = random_graph(random);
    const GraphOrder order = order_of(before);
    REQUIRE_FALSE(order.cyclic);
    REQUIRE(order.places.size() == before.size());
    const auto past = past_of(before);
    const std::vector<OrderPlace> places = run(before, order);
    for (unsigned v = 0; v < before.size(); ++v)
      for (unsigned u = 0; u < before.size(); ++u) {
        if (u == v) continue;
        CAPTURE(u);
        CAPTURE(v);
        REQUIRE(places[v].follows(places[u]) == past[v][u]);
      }
  }
}

TEST_CASE("lanes that are shared keep the order of dependencies") {
  const unsigned seed = std::random_device()();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int turn = 0; turn < 100; ++turn) {
    const Before before = random_graph(random);
    const GraphOrder order = order_of(before, 2);
    REQUIRE(order.lanes <= 2);
    const auto past = past_of(before);
    const std::vector<OrderPlace> places = run(before, order);
    for (unsigned v = 0; v < before.size(); ++v)
      for (unsigned u = 0; u < before.size(); ++u)
        if (past[v][u]) REQUIRE(places[v].follows(places[u]));
  }
}

TEST_CASE("a chain of nodes has one lane, a fork as many as it is wide") {
  CHECK(order_of({}).lanes == 0);
  CHECK(order_of({{}, {0}, {1}, {2}}).lanes == 1);
  CHECK(order_of({{}, {0}, {0}, {0}, {1, 2, 3}}).lanes == 3);
  // After they have met, lanes are free again.
  CHECK(order_of({{}, {0}, {0}, {1, 2}, {3}, {3}, {4, 5}}).lanes == 2);
}

TEST_CASE("a circle of dependencies is found") {
  CHECK(order_of({{2}, {0}, {1}}).cyclic);
  CHECK(order_of({{}, {0, 2}, {1}}).cyclic);
  CHECK_FALSE(order_of({{1}, {}}).cyclic);
}
