#pragma once

#include <string>
#include <vector>

#include "simulator/faults.hpp"

namespace simulator::runtime {

/// Writes a CSV file with a row per fault, and a heading that names the columns. Indices are
/// "x,y,z"; what does not apply is empty. Says so on stderr if it cannot.
void write_fault_list(const std::string& path, const std::vector<Fault>& faults);

}  // namespace simulator::runtime
