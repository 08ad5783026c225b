#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "simulator/memory/memory.hpp"

namespace simulator {

/// All living memory as it was, to be brought back any number of times. What is allocated later is
/// left alone.
class SavedMemory {
 public:
  explicit SavedMemory(const Memory& memory);

  void restore();
  /// Is all of it still there?
  bool intact() const;
  /// Address of the first byte that is not what it was; none if there is no such byte.
  std::optional<std::uint64_t> difference() const;
  /// Of what is there now.
  std::uint64_t hash() const;

 private:
  struct Piece {
    Allocation* there;
    std::vector<std::byte> bytes;
    WrittenBits written;
  };
  std::vector<Piece> pieces_;
};

}  // namespace simulator
