#pragma once

#include <cstdint>
#include <string>

#include "simulator/faults.hpp"
#include "simulator/races/detector.hpp"

namespace simulator {

/// The fault to report for a conflict. `kernel`, `file` and `line` are of the later access by
/// `thread`. `access` says what it did: "writes 4 bytes at shared address 0x10".
Fault race_fault(const Conflict& conflict, StateSpace space, const Races& launch,
                 std::uint64_t block, unsigned thread, std::string access, std::string kernel,
                 std::string file, unsigned line);

}  // namespace simulator
