#pragma once

#include <stdexcept>

namespace simulator {

/// PTX that is wrong, or that the simulator does not know: what() names the opcode or directive,
/// the kernel, the PTX line and, where `.loc` gives one, the source file and line.
struct UnsupportedError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace simulator
