#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "simulator/ptx/state_space.hpp"

namespace simulator {

/// One kernel parameter and its place in the parameter block.
struct Parameter {
  std::string name;
  std::size_t offset = 0, size = 0, alignment = 1;  // bytes
};

/// A `.global` or `.const` variable at module scope.
struct Variable {
  std::string name;
  StateSpace space = StateSpace::global;  // or constant
  std::size_t size = 0, alignment = 1;    // bytes
  std::vector<std::byte> initial;         // empty, or `size` bytes
  bool external = false;
  bool managed = false;       // the host and all devices have it, at one address
  std::uint64_t address = 0;  // 0 until the module is loaded
};

}  // namespace simulator
