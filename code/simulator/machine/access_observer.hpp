#pragma once

#include <cstdint>

#include "simulator/memory/footprint.hpp"
#include "simulator/ptx/state_space.hpp"

namespace simulator {

class Warp;

/// Is told of every access to global and shared memory while it watches a launch.
class AccessObserver {
 public:
  virtual ~AccessObserver() = default;

  /// `bytes` at the address of each lane in the mask. Addresses are those of the state space.
  virtual void accessed(Warp& warp, StateSpace space, std::uint32_t mask,
                        const std::uint64_t* addresses, unsigned bytes, Use use) = 0;
};

}  // namespace simulator
