#pragma once

#include <cstdint>

namespace simulator {

/// Of a bra: instructions where it leads to, and where the lanes that it parts meet again.
struct Branch {
  std::uint32_t target, reconverge;
};

struct IndexedBranch {
  std::uint32_t table;  // among the function's
  std::uint32_t reconverge;
};

}  // namespace simulator
