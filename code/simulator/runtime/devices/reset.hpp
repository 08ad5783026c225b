#pragma once

#include "simulator/runtime/runtime.hpp"

namespace simulator::runtime {

/// A context goes, when all is done that its device was given, with what lies there. The primary
/// one (0) begins anew at the next call that needs it.
void end_context(State& s, unsigned device, unsigned context);

}  // namespace simulator::runtime
