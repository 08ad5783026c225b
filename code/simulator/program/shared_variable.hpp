#pragma once

#include <cstdint>
#include <string>

namespace simulator {

/// A static variable of shared memory, and where it lies in the block's.
struct SharedVariable {
  std::string name;  // as its author wrote it
  std::uint64_t first = 0, bytes = 0;
};

/// Its number, where there is none.
inline constexpr std::uint16_t no_shared_variable = 0xffff;

}  // namespace simulator
