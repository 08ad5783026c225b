#pragma once

#include <string>

#include "simulator/faults.hpp"
#include "simulator/runtime/host/host_guard.hpp"
#include "simulator/runtime/operation_races/use_history.hpp"
#include "simulator/runtime/streams/operation.hpp"

namespace simulator {
class Memory;
}

namespace simulator::runtime {

/// "a.cu:7, 2nd operation in stream 1", or what is known of that.
std::string place_of(const Operation& operation, const HostLine& line);

/// What to report. The operation that the program gave later is the one that the fault's line is
/// of.
Fault fault_of(const OperationRace& race, const OperationPointer& later, const Memory& memory);
Fault fault_of(const HostAccess& access, const Memory& memory);

}  // namespace simulator::runtime
