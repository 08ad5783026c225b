#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/counts.hpp"
#include "simulator/device/device.hpp"
#include "simulator/exploration/exploration.hpp"
#include "simulator/exploration/replay.hpp"
#include "simulator/faults.hpp"
#include "simulator/machine/launch.hpp"
#include "simulator/program/module.hpp"
#include "simulator/schedule.hpp"

namespace simulator {

class LaunchFacts;
class Machine;
class Memory;
class Trace;
struct Neighbour;

/// Why a launch is not even begun.
struct Refusal {
  enum class Reason { extent, shared_memory, cooperative, cluster, parameters };

  Reason reason;
  std::string what;
};

/// What came of a launch.
struct LaunchOutcome {
  enum class Status {
    completed,
    failed,      // where a GPU has a sticky error: see `failure`
    refused,     // see `refusal`
    unsupported  // see `message`
  };

  Status status = Status::completed;
  std::optional<LaunchFailure::Reason> failure;
  std::optional<Refusal> refusal;
  std::string message;
  Counts counts;                           // of all that was done
  std::optional<Exploration> exploration;  // if it was asked for
  std::optional<Replay> replay;            // the same
  /// As the next launch of the stream sees it that may have begun before it was over; null where it
  /// let none begin.
  std::shared_ptr<Neighbour> overlapped = {};
  std::vector<Fault> faults;  // each once for its kind and place, even of a launch that completed
};

/// In which order a launch is to be run, and who looks on.
struct LaunchOptions {
  Schedule schedule;
  Trace* trace = nullptr;
  std::function<void(const Fault&)> on_fault;  // told as soon as it is found
  std::uint64_t explore = 0;                   // before it runs, in so many orders at most
  /// Before each of these: whether to go on.
  std::function<bool(const Exploration&)> on_exploring = {};
  std::optional<StepOrder> order = {};  // in which it runs, and not in the schedule's
};

/// Blocks of a cluster: what the launch says, or else the kernel.
Dim3 cluster_of(const Kernel& kernel, const LaunchConfiguration& launch);

/// A launch that may come to rest where its threads wait for what others write to memory, and
/// others may run before it goes on.
class Launch {
 public:
  /// Runs it until it is over or rests, which it does only if the configuration says that it may.
  /// Throws std::bad_alloc.
  Launch(Machine& machine, const Module& module, const Kernel& kernel,
         LaunchConfiguration configuration, std::span<const std::byte> arguments,
         const LaunchOptions& options);
  ~Launch();
  Launch(const Launch&) = delete;
  Launch& operator=(const Launch&) = delete;

  bool is_over() const { return over_; }
  /// Of one that rests: has something changed that its threads wait for?
  bool can_go_on() const;
  /// Runs one that rests until it is over or rests again. `from_outside`: it was the host that
  /// changed what its threads wait for.
  void go_on(bool from_outside);
  /// One that rests is over, since nobody will ever change what its threads wait for: they spin for
  /// ever, which is reported; `how` says more.
  void give_up(const std::string& how);
  /// When it is over.
  LaunchOutcome& outcome() { return outcome_; }
  /// When it is over: `uses` of its configuration are complete then. Nothing else may have run on
  /// the machine, nor memory have been freed.
  void tell_uses();

 private:
  struct UnderWay;
  template <class Body>
  void run(Body&& body);
  bool step(const LaunchFacts& facts, const StepOrder& order, Trace* trace);

  Machine& machine_;
  const Kernel& kernel_;
  LaunchOutcome outcome_;
  bool over_ = false;
  std::unique_ptr<UnderWay> under_way_;  // until it is over and has told its uses
};

/// A GPU with what is loaded into it. There may be several. One by itself knows of nothing else,
/// and may be used by one thread at a time; of those that share an address space, one may be used
/// at a time.
class Machine {
 public:
  explicit Machine(const Device& device = h200());
  /// A further one of the same kind in the same address space. Kernels of neither use what the
  /// other has, unless Memory::set_peer_access() allows it.
  explicit Machine(Machine& peer);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  const Device& device() const { return device_; }
  /// Among those of its address space: 0, 1 and so on.
  unsigned number() const { return number_; }

  /// Reads PTX for this device and gives its variables their places and values. It stays as long as
  /// the machine. Managed variables are those of `twin`, if that is given: what a machine of the
  /// same address space has loaded of the same PTX. Throws UnsupportedError.
  const Module& load(std::string_view ptx, const Module* twin = nullptr);

  /// Addresses and bytes. What is not all inside living memory is neither read nor written: false.
  std::uint64_t allocate(std::uint64_t bytes);  // throws std::bad_alloc
  bool free(std::uint64_t address);
  bool write(std::uint64_t to, const void* from, std::uint64_t bytes);
  bool read(void* to, std::uint64_t from, std::uint64_t bytes);
  Memory& memory() { return *memory_; }

  /// Bytes that device code may use: a thread as its stack, all together as the heap of malloc().
  /// They are rounded up as CUDA does it; false, and nothing changes, where a GPU says no: to too
  /// large a stack, or to another heap once the present one is in use.
  std::size_t stack_bytes() const { return stack_bytes_; }
  std::size_t heap_bytes() const;
  bool set_stack_bytes(std::size_t bytes);
  bool set_heap_bytes(std::size_t bytes);
  /// Those of a new machine.
  void reset_limits();

  /// Blocks of a kernel that fit on a multiprocessor at once.
  unsigned resident_blocks(const Kernel& kernel, std::uint64_t block_threads,
                           std::size_t dynamic_shared) const;
  /// Bytes of dynamic shared memory that a launch of the kernel may ask for without opting in.
  std::size_t usual_dynamic_shared(const Kernel& kernel) const;
  /// The same, for one that has opted in.
  std::size_t most_dynamic_shared(const Kernel& kernel) const;
  /// Clusters that fit on the device at once. Throws nothing: none is 0.
  unsigned resident_clusters(const Kernel& kernel, const LaunchConfiguration& launch) const;
  /// What is wrong with a launch's clusters, and nothing else.
  std::optional<Refusal> cluster_refusal(const Kernel& kernel,
                                         const LaunchConfiguration& launch) const;
  /// What is wrong with a launch, `arguments` aside.
  std::optional<Refusal> refusal(const Kernel& kernel, const LaunchConfiguration& launch) const;

  /// Runs a kernel of a module of this machine to its end. `arguments` are laid out as
  /// kernel.parameters say. Throws std::bad_alloc.
  LaunchOutcome launch(const Module& module, const Kernel& kernel, LaunchConfiguration launch,
                       std::span<const std::byte> arguments, const LaunchOptions& options = {});

  /// Have its blocks been tried on several cores, in vain?
  bool order_matters(const Kernel& kernel) const { return entangled_.contains(&kernel); }

 private:
  friend class Launch;

  Device device_;
  std::shared_ptr<Memory> memory_;
  unsigned number_ = 0;
  std::vector<std::shared_ptr<Module>> modules_;
  std::size_t stack_bytes_;
  std::set<const Kernel*> entangled_;  // the order of their blocks turned out to matter
};

}  // namespace simulator
