#pragma once

#include <cstdint>

namespace simulator {

/// Somebody outside who waits for a launch and wants to know how far it is. May be told by several
/// threads at once.
class Spectator {
 public:
  virtual ~Spectator() = default;

  /// So many of its blocks have been begun.
  virtual void at_work(std::uint64_t begun, std::uint64_t blocks) = 0;
};

}  // namespace simulator
