#pragma once

#include "simulator/runtime/runtime.hpp"

namespace simulator::runtime {

/// From now on the function's code is there. An H200 waited with that, at a kernel's first launch,
/// for one on the same device that waited for the host, and so for ever.
void load(State& s, Function& function);

}  // namespace simulator::runtime
