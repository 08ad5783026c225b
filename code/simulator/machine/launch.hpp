#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "simulator/counts.hpp"
#include "simulator/device/device.hpp"
#include "simulator/dim3.hpp"
#include "simulator/machine/scheduling/interruption.hpp"
#include "simulator/machine/scheduling/spectator.hpp"

namespace simulator {

class Faults;
class Uses;
struct Neighbour;

/// What a launch is asked for with, and what the machine adds before it begins.
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
  Interruption* interruption = nullptr;   // null: there is none
  Spectator* spectator = nullptr;         // the same
  bool may_rest = false;  // may others change what threads that spin wait for, between its turns?
  std::uint64_t printf_bytes = ~std::uint64_t{0};  // of the buffer; see Execution::prints()
  Uses* uses = nullptr;  // told what memory is used, if there are checks; see Launch::tell_uses()
  std::function<std::string()> call = {};  // that launches it, for reports: "a.cu:7"; may be empty
  std::optional<std::size_t> most_dynamic_shared = {};  // what the program opted in to

  /// Blocks of a cluster; nothing where the launch says nothing, and what the kernel was compiled
  /// for counts.
  std::optional<Dim3> wanted_cluster = {};
  bool large_clusters = false;  // of more blocks than all devices with clusters have
  /// The launch need not have waited for the one before it in its stream, until a thread asks for
  /// that (programmatic dependent launch): may it have begun earlier, and than which?
  bool may_overlap = false;
  std::shared_ptr<Neighbour> overlapped = {};
  bool goes_on = false;  // who launches tells in the end of Memory::origins() that were never used

  // Of the machine that launches.
  Dim3 cluster = {};  // blocks that run together
  bool explicit_cluster = false;
  const Device* device = nullptr;
  std::size_t stack_bytes = 0;  // of a thread
  Faults* faults = nullptr;
  std::uint64_t most_faults = 100;  // places in the source at which threads go on after a fault
  bool checked = true;  // false: for the results alone, with no counts; see simulator::set_checks
};

/// A launch that cannot go on, as a GPU's would end with a sticky error. The fault that explains it
/// was reported before.
struct LaunchFailure : std::exception {
  enum class Reason {
    illegal_address,
    misaligned_address,
    assertion,
    trap,
    deadlock,
    cluster_address,  // of a block that is not, or no more, in the cluster
    illegal_instruction
  };

  LaunchFailure(Reason reason, const Counts& counts) : reason(reason), counts(counts) {}
  const char* what() const noexcept override { return "launch failed"; }

  Reason reason;
  Counts counts;  // up to the failure
};

}  // namespace simulator
