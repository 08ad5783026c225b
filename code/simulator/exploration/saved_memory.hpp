#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "simulator/memory/memory.hpp"

namespace simulator {

/// All living memory as it was, to be brought back any number of times. What was allocated since is
/// forgotten then, so that every time what is allocated next has the same addresses; nothing that
/// lived may be freed.
class SavedMemory {
 public:
  explicit SavedMemory(Memory& memory);

  void restore();
  /// What is there now, in the same places.
  SavedMemory now() const;
  /// Address of the first byte, of what still lives, that is not what it was; none if there is no
  /// such byte.
  std::optional<std::uint64_t> difference() const;
  /// Of what is there now.
  std::uint64_t hash() const;

 private:
  struct Piece {
    Allocation* there;
    std::vector<std::byte> bytes;
    WrittenBits written;
  };
  Memory& memory_;
  std::vector<Piece> pieces_;
  UndefinedWords undefined_;
  Memory::Extent extent_;
};

}  // namespace simulator
