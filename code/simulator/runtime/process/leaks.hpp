#pragma once

#include <optional>

#include "simulator/runtime/runtime.hpp"

namespace simulator::runtime {

/// Memory that was never freed, of all devices or what goes with the context of one, if the user
/// wants to hear of it.
void report_leaks(const State& s, std::optional<unsigned> of_device = {});

}  // namespace simulator::runtime
