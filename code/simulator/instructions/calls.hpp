#pragma once

#include <cstdint>

#include "simulator/machine/warp.hpp"

namespace simulator {

/// The payload of a call instruction.
struct Call {
  std::uint32_t site;  // among the function's
};

inline const CallSite& call_site(const Warp& warp, const Instruction& call) {
  return warp.function().calls[call.payload.as<Call>().site];
}

}  // namespace simulator
