#pragma once

#include <cstdint>
#include <functional>

#include "simulator/exploration/exploration.hpp"
#include "simulator/faults.hpp"
#include "simulator/machine/launch_facts.hpp"
#include "simulator/memory/memory.hpp"

namespace simulator {

/// Runs the launch again and again, and leaves memory as it was. A step of a warp ends with one of
/// its accesses to global or shared memory; warps that spin sleep until what they read changes.
/// `told` hears of each fault the first time, with the order that led to it. At most so many
/// executions are tried.
Exploration explore(const LaunchFacts& launch, Memory& memory, std::uint64_t most,
                    const std::function<void(const Fault&)>& told);

}  // namespace simulator
