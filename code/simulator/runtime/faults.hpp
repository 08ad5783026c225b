#pragma once

#include "simulator/faults.hpp"

namespace simulator::runtime {

/// Prints the fault to stderr and keeps it for take_faults(), as Faults does. Faults that nobody
/// takes make the process exit with status `fault_exit_status`. Safe to call from several host
/// threads.
void report(Fault fault);
/// Are there any that nobody took?
bool any_faults();

}  // namespace simulator::runtime
