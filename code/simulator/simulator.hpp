#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/counts.hpp"
#include "simulator/dim3.hpp"
#include "simulator/faults.hpp"

/// What a program linked with the simulator can ask of it, beside the CUDA runtime API.
namespace simulator {

/// A kernel launch that was run, to its end or to the fault that stopped it.
struct LaunchRecord {
  std::string kernel;  // demangled
  Dim3 grid, block;
  Counts counts;
};

/// The faults since the last call, without those that are benign. Those that nobody takes make the
/// process exit with this status, also where it aborts.
std::vector<Fault> take_faults();
inline constexpr int fault_exit_status = 86;

/// Waits for all that was given. A context that a fault has spoiled is whole again, with the memory
/// and the streams that it has: cudaDeviceReset would take them along.
void restore_context();

/// The launches since the last call, in order.
std::vector<LaunchRecord> take_launches();

/// The order of blocks and warps in the launches to come: "forward", "reverse", "random:SEED",
/// "starve" or "lockstep". Throws std::invalid_argument. At first it is that of the environment
/// variable SIMULATE_SCHEDULE, else forward.
void set_schedule(std::string_view schedule);

/// When what is given to streams takes effect: "early", at once; "late", when somebody waits for
/// it; or "random:SEED". Throws std::invalid_argument. At first it is that of the environment
/// variable SIMULATE_STREAMS, else early. Whoever sets or takes something here has all that was
/// given done first.
void set_streams(std::string_view schedule);

/// Without checks, the launches to come do what they do, only faster: no access is checked but for
/// being in bounds and aligned, there are no races, and all counts are zero. At first there are
/// checks unless the environment variable SIMULATE_CHECKS is "off". What was written without them
/// is not known later: all memory counts as written.
void set_checks(bool on);

/// How many cores may share the blocks of a launch that is long enough; results, counts and faults
/// are the same with any number. At first as many as the process may use, or as the environment
/// variable SIMULATE_CORES says.
void set_cores(unsigned cores);

/// Writes what the lanes of the launches to come do to a CSV file, until trace_stop(). Throws
/// std::runtime_error.
void trace_to(std::string path);
/// Leaves out all but one warp of each block from here on.
void trace_warp(unsigned warp);
void trace_stop();

/// Keeps a log of what the device has to do from now on, as text that is the same on every machine:
/// kernels' code (PTX without line information and names), launches and their arguments, copies,
/// fills, questions about kernels and the device. In a rehearsal nothing of it is done: memory is
/// reserved whatever its size, kernels are not run, and what is copied to the host is zeros.
void start_log(bool rehearsal);
/// start_log(true), with the code of all kernels read now and not when one is first launched: what
/// the process forks then finds it there.
void start_rehearsals();
/// A line of the program's own in the log, if there is one.
void note_in_log(const std::string& line);
/// What the log holds since it was started or last taken.
std::string take_log();
std::size_t log_size();

}  // namespace simulator
