#pragma once

#include <cstddef>
#include <exception>
#include <span>

#include "counts.hpp"
#include "dim3.hpp"
#include "module.hpp"
#include "schedule.hpp"

namespace simulator {

class Memory;
class Trace;

struct LaunchConfiguration {
  Dim3 grid, block;
  std::size_t dynamic_shared = 0;  // bytes
  bool cooperative = false;
  /// Warp instructions that may pass with no thread ending and no barrier of a block complete
  /// before that counts as a livelock; 0: any number. Whether threads that go on changing memory
  /// will ever end cannot be decided, so a limit has to come from who knows the program.
  std::uint64_t patience = 0;
  unsigned cores = 1;                     // that may share the blocks; see simulator::set_cores
  std::uint64_t worth_sharing = 1 << 18;  // warp instructions from which on that is done
  bool checked = true;  // false: for the results alone, with no counts; see simulator::set_checks
};

/// A launch that had to stop, as a GPU's would with a sticky error. The fault that explains it was
/// reported before.
struct LaunchFailure : std::exception {
  enum class Reason {
    illegal_address,
    misaligned_address,
    assertion,
    trap,
    deadlock,
    illegal_instruction
  };

  LaunchFailure(Reason reason, const Counts& counts) : reason(reason), counts(counts) {}
  const char* what() const noexcept override { return "launch failed"; }

  Reason reason;
  Counts counts;  // up to the failure
};

/// Runs a kernel of a loaded module to its end. `parameters` is laid out as `kernel.parameters`
/// say. Faults are reported as they are found. Throws LaunchFailure, UnsupportedError.
Counts run(const Module& module, const Kernel& kernel, const LaunchConfiguration& configuration,
           std::span<const std::byte> parameters, Memory& memory, const Schedule& schedule,
           Trace* trace = nullptr);

}  // namespace simulator
