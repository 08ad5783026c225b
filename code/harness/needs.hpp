#pragma once

#include <string>

namespace harness {

/// What an experiment asks of a machine.
struct Needs {
  int major = 0, minor = 0;  // compute capability
  double bytes = 0;          // of the GPU's memory
  int toolkit = 0;           // of CUDA, like 13010 for 13.1

  /// Empty if the current device has it all; else what it lacks.
  std::string lacking() const;
};

}  // namespace harness
