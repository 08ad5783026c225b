#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "simulator/machine/launch.hpp"
#include "simulator/program/kernel.hpp"
#include "simulator/program/program.hpp"
#include "simulator/schedule.hpp"

namespace simulator {

/// What is known of a launch before its first block runs.
class LaunchFacts {
 public:
  LaunchFacts(const Program& program, const Kernel& kernel,
              const LaunchConfiguration& configuration, std::span<const std::byte> parameters,
              const Schedule& schedule);

  const Program& program() const { return program_; }
  const Kernel& kernel() const { return kernel_; }
  const std::string& kernel_name() const { return name_; }  // demangled
  const LaunchConfiguration& configuration() const { return configuration_; }
  std::span<const std::byte> parameters() const { return parameters_; }
  const Schedule& schedule() const { return schedule_; }
  /// May a thread begin asynchronous copies in bulk?
  bool copies_in_bulk() const;
  bool checked() const { return configuration_.checked; }
  bool in_lockstep() const { return schedule_.order == Schedule::Order::lockstep; }
  std::size_t dynamic_shared_start() const { return dynamic_shared_start_; }
  std::size_t shared_bytes() const { return dynamic_shared_start_ + configuration_.dynamic_shared; }
  /// Shared memory that cooperative_groups uses for groups of several warps, by itself behind the
  /// block's own; 0 if the kernel does not ask where it is.
  std::size_t reserved_shared_start() const { return reserved_shared_start_; }
  /// Blocks that run together; 1 where a block is alone.
  const Dim3& cluster() const { return configuration_.cluster; }
  /// Do blocks share clusters, or wait at their barriers?
  bool in_clusters() const { return in_clusters_; }
  /// Clusters, as a grid.
  Dim3 clusters() const {
    const Dim3 &grid = configuration_.grid, &cluster = configuration_.cluster;
    return {grid.x / cluster.x, grid.y / cluster.y, grid.z / cluster.z};
  }
  /// Of the scheduler: of clusters, or of blocks where they have none.
  std::uint64_t turns() const { return clusters().volume(); }
  const Device& device() const { return *configuration_.device; }

 private:
  const Program& program_;
  const Kernel& kernel_;
  std::string name_;
  LaunchConfiguration configuration_;
  std::span<const std::byte> parameters_;
  Schedule schedule_;
  bool in_clusters_ = false;
  std::size_t dynamic_shared_start_ = 0, reserved_shared_start_ = 0;
};

}  // namespace simulator
