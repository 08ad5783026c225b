#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "counts.hpp"
#include "dim3.hpp"
#include "faults.hpp"

/// What a program linked with the simulator can ask of it, beside the CUDA runtime API.
/// take_faults() is in faults.hpp.
namespace simulator {

/// A kernel launch that was run, to its end or to the fault that stopped it.
struct Launch {
  std::string kernel;  // demangled
  Dim3 grid, block;
  Counts counts;
};

/// The launches since the last call, in order.
std::vector<Launch> take_launches();

/// The order of blocks and warps in the launches to come: "forward", "reverse", "random:SEED",
/// "starve" or "lockstep". Throws std::invalid_argument. At first it is that of the environment variable
/// SIMULATE_SCHEDULE, else forward.
void set_schedule(std::string_view schedule);

/// Writes what the lanes of the launches to come do to a CSV file, until trace_stop(). Throws
/// std::runtime_error.
void trace_to(std::string path);
void trace_stop();

}  // namespace simulator
