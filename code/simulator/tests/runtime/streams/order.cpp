#include "simulator/runtime/streams/order.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <vector>

using namespace simulator::runtime;

namespace {

/// What StreamOrder says of, said again as a graph of everything that happens, with an edge
/// wherever one thing waits for another. Nothing is thrown away and nothing is summed up.
class Graph {
 public:
  using Node = int;

  Node add() {
    before_.emplace_back();
    return Node(before_.size() - 1);
  }
  void edge(Node from, Node to) {
    if (from >= 0) before_[std::size_t(to)].push_back(from);
  }
  /// Everything that happens before a node, the node itself included.
  std::vector<bool> past(Node node) const {
    std::vector<bool> seen(before_.size());
    std::vector<Node> next{node};
    while (!next.empty()) {
      const Node at = next.back();
      next.pop_back();
      if (seen[std::size_t(at)]) continue;
      seen[std::size_t(at)] = true;
      next.insert(next.end(), before_[std::size_t(at)].begin(), before_[std::size_t(at)].end());
    }
    return seen;
  }

 private:
  std::vector<std::vector<Node>> before_;
};

/// A random program, told to both.
class Program {
 public:
  Program(unsigned seed, unsigned devices) : random_(seed), devices_(devices) {
    streams_.push_back({StreamOrder::legacy, StreamOrder::legacy, true, true, -1});
    for (unsigned k = 1; k < devices; ++k) {
      const unsigned number = order_.make_legacy();
      streams_.push_back({number, number, true, true, -1});
    }
    for (int k = 0; k < 3; ++k) make();
  }

  void go(int actions) {
    for (int k = 0; k < actions; ++k) act();
  }

  void compare() const {
    for (std::size_t later = 0; later < operations_.size(); ++later) {
      const std::vector<bool> past = graph_.past(operations_[later].node);
      for (std::size_t earlier = 0; earlier < later; ++earlier) {
        CAPTURE(earlier);
        CAPTURE(later);
        REQUIRE(operations_[later].place.follows(operations_[earlier].place) ==
                past[std::size_t(operations_[earlier].node)]);
        REQUIRE(!operations_[earlier].place.follows(operations_[later].place));
      }
    }
  }

  std::size_t operations() const { return operations_.size(); }
  /// Of all pairs, those that are not ordered.
  std::size_t unordered() const {
    std::size_t count = 0;
    for (std::size_t later = 0; later < operations_.size(); ++later)
      for (std::size_t earlier = 0; earlier < later; ++earlier)
        count += !operations_[later].place.follows(operations_[earlier].place);
    return count;
  }

 private:
  struct Stream {
    unsigned number, legacy;  // its device's default stream
    bool blocking, living;
    Graph::Node last;
  };
  struct Event {
    VectorClock times;
    Graph::Node node;
  };
  struct Operation {
    OrderPlace place;
    Graph::Node node;
  };

  unsigned below(std::size_t n) { return unsigned(random_() % n); }

  void make() {
    const bool blocking = below(2) == 0;
    const unsigned legacy = streams_[below(devices_)].number;
    streams_.push_back({order_.make(blocking, legacy), legacy, blocking, true, -1});
  }

  /// One that lives.
  Stream& pick() {
    for (;;)
      if (Stream& stream = streams_[below(streams_.size())]; stream.living) return stream;
  }

  Graph::Node act_in(Stream& stream) {
    const Graph::Node node = graph_.add();
    graph_.edge(host_, node);
    graph_.edge(stream.last, node);
    for (const Stream& other : streams_)
      if (stream.number == stream.legacy ? other.blocking && other.legacy == stream.number
                                         : stream.blocking && other.number == stream.legacy)
        graph_.edge(other.last, node);
    return stream.last = node;
  }

  void host_waits(Graph::Node node) {
    const Graph::Node now = graph_.add();
    graph_.edge(host_, now);
    graph_.edge(node, now);
    host_ = now;
  }

  void act() {
    Stream& stream = pick();
    switch (below(17)) {
      case 0: {  // the host waits for a stream
        order_.host_waits(VectorClock(order_.now(stream.number)));
        host_waits(act_in(stream));
        break;
      }
      case 1:  // it waits for an event
        if (events_.empty()) break;
        if (const Event& event = events_[below(events_.size())]; true) {
          order_.host_waits(event.times);
          host_waits(event.node);
        }
        break;
      case 2:  // it waits for all, now and then
        if (below(4) != 0) break;
        order_.host_waits(order_.all());
        for (const Stream& each : streams_) host_waits(each.last);
        break;
      case 12:  // or for all of a device
        if (below(4) != 0) break;
        order_.host_waits(order_.all(stream.legacy));
        for (const Stream& each : streams_)
          if (each.legacy == stream.legacy) host_waits(each.last);
        break;
      case 4:
        if (streams_.size() < 12) make();
        break;
      case 5:
        if (stream.number == stream.legacy || below(3) != 0) break;
        order_.retire(stream.number);
        stream.living = false;
        break;
      case 6:
      case 7:
      case 8:
        events_.push_back({order_.now(stream.number), act_in(stream)});
        break;
      case 9:
      case 10:
      case 11:
        if (events_.empty()) break;
        if (const Event& event = events_[below(events_.size())]; true) {
          order_.stream_waits(stream.number, event.times);
          graph_.edge(event.node, act_in(stream));
        }
        break;
      default:
        operations_.push_back({order_.next(stream.number), act_in(stream)});
    }
  }

  std::mt19937 random_;
  unsigned devices_;
  StreamOrder order_;
  Graph graph_;
  Graph::Node host_ = -1;
  std::vector<Stream> streams_;
  std::vector<Event> events_;
  std::vector<Operation> operations_;
};

}  // namespace

TEST_CASE("operations are ordered where a path of waiting leads from one to the other") {
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::size_t operations = 0, unordered = 0;
  for (unsigned k = 0; k < 300; ++k) {
    CAPTURE(k);
    Program program(seed + k, 1 + k % 3);
    program.go(20 + int(k % 7) * 30);
    program.compare();
    operations += program.operations();
    unordered += program.unordered();
  }
  CHECK(operations > 1000);
  CHECK(unordered > 1000);
}

TEST_CASE("a stream may have the number of one that is gone and over") {
  StreamOrder order;
  const unsigned first = order.make(false);
  const OrderPlace before = order.next(first);
  order.retire(first);
  const unsigned second = order.make(false);  // the first may have work
  CHECK(second != first);
  CHECK(!order.next(second).follows(before));
  order.host_waits(before.after);
  CHECK(order.make(false) == first);
  CHECK(order.next(first).follows(before));
}

TEST_CASE("the default streams of two devices do not wait for each other") {
  StreamOrder order;
  const unsigned second = order.make_legacy();
  const OrderPlace here = order.next(StreamOrder::legacy), there = order.next(second);
  CHECK(!there.follows(here));
  CHECK(!order.next(order.make(true)).follows(there));
  CHECK(order.next(order.make(true, second)).follows(there));
  CHECK(!order.all(StreamOrder::legacy).cover(there.after));
  CHECK(order.all(second).cover(there.after));
  CHECK(!order.all(second).cover(here.after));
  order.host_waits(order.all(second));
  CHECK(!order.at_rest());
}

TEST_CASE("everything is at rest when the host has waited for all") {
  StreamOrder order;
  const unsigned stream = order.make(false);
  CHECK(order.at_rest());
  const OrderPlace place = order.next(stream);
  order.next(StreamOrder::legacy);
  CHECK(!order.at_rest());
  order.host_waits(place.after);
  CHECK(!order.at_rest());
  order.host_waits(order.all());
  CHECK(order.at_rest());
}
