#pragma once

#include <cstdint>

#include "simulator/program/program.hpp"

namespace simulator {

/// Of a bra: instructions where it leads to, and where the lanes that it parts meet again.
struct Branch {
  std::uint32_t target, reconverge;
};

struct IndexedBranch {
  std::uint32_t table;  // among the function's
  std::uint32_t reconverge;
};

struct Call {
  std::uint32_t site;  // among the function's
};
const CallSite& call_site(const Warp& warp, const Instruction& call);

}  // namespace simulator
