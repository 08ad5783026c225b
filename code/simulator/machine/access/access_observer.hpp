#pragma once

#include <cstdint>

#include "simulator/memory/footprint.hpp"
#include "simulator/ptx/state_space.hpp"

namespace simulator {

class Block;
class Warp;

/// Is told of every access to global and shared memory while it watches a launch, and of what
/// happens at the barriers of its blocks.
class AccessObserver {
 public:
  virtual ~AccessObserver() = default;

  /// `bytes` at the address of each lane in the mask. Addresses are those of the state space.
  virtual void accessed(Warp& warp, StateSpace space, std::uint32_t mask,
                        const std::uint64_t* addresses, unsigned bytes, Use use) = 0;

  /// Threads of the warp have come to a barrier of its block, to wait there or not.
  virtual void arrived(Warp&, unsigned /*barrier*/) {}
  /// All have come whom the threads that wait there have waited for; these are about to go on.
  virtual void completed(Block&, unsigned /*barrier*/) {}
};

}  // namespace simulator
