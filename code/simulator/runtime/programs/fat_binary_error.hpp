#pragma once

#include <stdexcept>

namespace simulator {

/// A fat binary that is damaged, or has no PTX that the simulator can use. what() says which.
struct FatBinaryError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace simulator
