#pragma once

#include "simulator/runtime/runtime.hpp"

namespace simulator::runtime {

/// Memory that was never freed, of all devices or what goes with a context, if the user wants to
/// hear of it.
void report_leaks(const State& s);
void report_leaks(const State& s, unsigned device, unsigned context);

}  // namespace simulator::runtime
