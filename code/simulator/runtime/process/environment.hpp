#pragma once

#include "simulator/runtime/process/environment_variable.hpp"
#include "simulator/runtime/runtime.hpp"

namespace simulator::runtime {

/// What SIMULATE_… wish for. A wish that means nothing is a misuse, and left aside.
const Device& device_of_environment();
/// The number of devices.
unsigned devices_of_environment();
/// Is it 1?
bool is_wished(const char* name);
/// A number above 0.
double seconds_of_environment(const char* name, double usual);
void obey_environment(State& s);

}  // namespace simulator::runtime
