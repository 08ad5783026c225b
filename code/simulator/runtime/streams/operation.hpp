#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "simulator/runtime/host/host_call.hpp"
#include "simulator/runtime/streams/order.hpp"

namespace simulator::runtime {

/// Which node of a graph something is, in which launch of it.
struct GraphPlace {
  std::uint64_t launch = 0, node = 0;  // both from 1
  std::string stream = {};             // that the graph was launched in
  HostCall site = {};                  // that made the node
};

/// What a stream has to do, or the host does to memory, as reports name it.
struct Operation {
  enum class Kind : std::uint8_t { kernel, copy, allocation, release, other };

  OrderPlace place;
  Kind kind = Kind::other;
  std::string name = {};                  // "kernel scale", "cudaMemcpyAsync"
  std::string stream = {};                // empty: the host does it
  std::uint64_t ordinal = 0, issued = 0;  // among those of its stream or graph, and among all
  std::uint64_t graph = 0;                // the launch of a graph that it is part of; 0: none
  HostCall site = {};
  std::vector<std::shared_ptr<const Operation>> met = {};  // others that it may have waited for
  bool rested = false;  // before it was over, while others went on
  unsigned device = 0;  // of a kernel

  bool is_kernel() const { return kind == Kind::kernel; }
};

using OperationPointer = std::shared_ptr<const Operation>;

}  // namespace simulator::runtime
