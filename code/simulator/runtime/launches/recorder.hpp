#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "simulator/device/device.hpp"
#include "simulator/machine/launch.hpp"
#include "simulator/memory/memory.hpp"
#include "simulator/program/kernel.hpp"

namespace simulator::runtime {

struct Function;

/// What a program has the device do goes past one of these, which may keep it from being done, and
/// what the program asks. This one lets everything pass.
class Recorder {
 public:
  virtual ~Recorder() = default;

  /// Valid work that is about to be done. False: it shall not be, and counts as done.
  virtual bool launch(const Function&, const LaunchConfiguration&,
                      std::span<const std::byte> /*arguments*/, cudaStream_t) {
    return true;
  }
  virtual bool copy(void* /*to*/, const void* /*from*/, std::size_t /*bytes*/, cudaMemcpyKind) {
    return true;
  }
  virtual bool fill(void* /*to*/, int /*value*/, std::size_t /*bytes*/) { return true; }

  /// What NCCL has to do: a call, with the memory that it writes and reads.
  virtual bool communicate(const std::string& /*what*/, const void* /*to*/, const void* /*from*/) {
    return true;
  }

  /// The address of so many new bytes (> 0) of device memory. Throws std::bad_alloc.
  virtual std::uint64_t allocate(Memory& memory, std::uint64_t bytes) {
    return memory.allocate(bytes);
  }

  /// A question about a kernel, or a setting of it; a question about the device.
  virtual void ask(const std::string& /*what*/, const Function&) {}
  virtual void ask(const std::string& /*what*/) {}

  /// What the program is told of the device, of a kernel, and of the time between two events, where
  /// these are so.
  virtual const Device& device(const Device& real) const { return real; }
  virtual Kernel kernel(const Kernel& real) const { return real; }
  virtual float milliseconds(float real) const { return real; }
};

}  // namespace simulator::runtime
