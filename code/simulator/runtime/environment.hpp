#pragma once

#include "simulator/runtime/environment_variable.hpp"
#include "simulator/runtime/runtime.hpp"

namespace simulator::runtime {

/// What SIMULATE_… wish for. A wish that means nothing is a misuse, and left aside.
const Device& device_of_environment();
/// How many.
unsigned devices_of_environment();
void obey_environment(State& s);

}  // namespace simulator::runtime
