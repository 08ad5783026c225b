#pragma once

#include <vector>

#include "simulator/faults.hpp"

namespace simulator::runtime {

/// Prints the fault to stderr and keeps it for take_faults(), as Faults does. Faults that nobody
/// takes make the process exit with status `fault_exit_status`, unless they are benign and
/// SIMULATE_STRICT is not 1. All are listed in the CSV file that SIMULATE_FAULT_LIST names. Safe to
/// call from several host threads.
void report(Fault fault);
/// How often a launch had the faults that were reported while it ran.
void count_faults(const std::vector<Fault>& of_launch);
/// Are there any that nobody took?
bool any_faults();
/// Prints how often those were found that were found more than once.
void tell_times();

}  // namespace simulator::runtime
