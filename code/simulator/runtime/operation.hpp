#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "simulator/runtime/host_call.hpp"
#include "simulator/runtime/order.hpp"

namespace simulator::runtime {

/// What a stream has to do, or the host does to memory, as reports name it.
struct Operation {
  enum class Kind : std::uint8_t { kernel, copy, allocation, release, other };

  OrderPlace place;
  Kind kind = Kind::other;
  std::string name = {};                  // "kernel scale", "cudaMemcpyAsync"
  std::string stream = {};                // empty: the host does it
  std::uint64_t ordinal = 0, issued = 0;  // among those of its stream, and among all
  HostCall site = {};

  bool is_kernel() const { return kind == Kind::kernel; }
};

using OperationPointer = std::shared_ptr<const Operation>;

}  // namespace simulator::runtime
