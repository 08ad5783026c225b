#pragma once

#include <cstdint>
#include <functional>

#include "simulator/exploration/exploration.hpp"
#include "simulator/faults.hpp"
#include "simulator/machine/launch_facts.hpp"
#include "simulator/memory/memory.hpp"

namespace simulator {

/// Runs the launch again and again, step by step (see Stepper), and leaves memory as it was. `told`
/// hears of each fault the first time, with the order that led to it. At most so many executions
/// are begun; before each, `progress`, if there is one, says whether to go on.
Exploration explore(const LaunchFacts& launch, Memory& memory, std::uint64_t most,
                    const std::function<void(const Fault&)>& told,
                    const std::function<bool(const Exploration&)>& progress = {});

}  // namespace simulator
