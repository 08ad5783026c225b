#pragma once

#include <string>

#include "simulator/runtime/runtime.hpp"

namespace simulator::runtime {

/// Of a variable; empty where there is none.
std::string environment(const char* name);

/// What SIMULATE_… wish for. A wish that means nothing is a misuse, and left aside.
const Device& device_of_environment();
void obey_environment(State& s);

}  // namespace simulator::runtime
