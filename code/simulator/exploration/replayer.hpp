#pragma once

#include <cstdint>
#include <string>

#include "simulator/exploration/replay.hpp"
#include "simulator/exploration/stepper.hpp"

namespace simulator {

/// Of all its blocks.
std::uint64_t warps_of(const LaunchFacts& launch);

/// Why a launch cannot be run step by step; empty if it can.
std::string reason_not_to_step(const LaunchFacts& launch);

/// Has the stepper make these steps, and writes down each as it is made: also of a launch that
/// fails, for which LaunchFailure is thrown. A warp that cannot make its step, or that there is
/// not, is an error, and the end.
void replay(Stepper& stepper, const StepOrder& order, Replay& made);

}  // namespace simulator
