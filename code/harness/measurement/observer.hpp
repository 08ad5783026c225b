#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

/// What only the simulator can see of a program. A program is linked with one of two
/// implementations: observer_simulator.cpp, or observer_gpu.cpp, where nothing is available.
namespace harness::observer {

/// True on the simulator.
bool available();

/// Counters of what was launched: name and value, in the simulator's order.
using Counts = std::vector<std::pair<std::string, std::uint64_t>>;

/// Runs `body` and returns the sum of the counters of all its launches; on a GPU, none.
Counts count(const std::function<void()>& body);

/// One launch that was counted. Extents are written like `4096x1x1`; the kernel's name is without
/// its template arguments.
struct Launch {
  std::string kernel, grid, block;
  Counts counts;
};

/// All launches counted so far, in their order; on a GPU, none.
const std::vector<Launch>& counted_launches();

/// The counter `name` of `counts`; ends the program with an error if there is none. On a GPU, 0.
std::uint64_t value(const Counts& counts, const std::string& name);

/// Runs `body` and returns the kinds of the faults that the simulator reported meanwhile. They no
/// longer count against the process's exit status, and calls of the CUDA runtime that come after
/// `body` no longer fail for them.
std::vector<std::string> faults_of(const std::function<void()>& body);

/// Runs `body` and writes the lane-by-lane events of its launches to the CSV file `path`; on a GPU
/// writes nothing.
void trace(const std::function<void()>& body, const std::string& path);

/// Runs `body` without doing what it has the device do, and returns a log of that, which is the
/// same on every machine. A line `unseen: reason` says that not all could be seen. On a GPU, "".
std::string rehearse(const std::function<void()>& body);
bool rehearsing();
/// To be called once before all rehearsals, which may then be forks of the process.
void prepare_rehearsals();
/// Calls what is timed, once, inside of a rehearsal.
void rehearse_timed(const std::function<void()>& launch);
/// Adds a line to the log, where one is kept.
void note(const std::string& line);

/// Keeps a log of what is done from now on, likewise; take_log() returns it.
void start_log();
std::string take_log();

/// Orders blocks and warps of the launches that follow: forward, reverse, random:SEED,
/// starve or lockstep.
void set_schedule(const std::string& schedule);

}  // namespace harness::observer
