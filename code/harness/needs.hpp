#pragma once

#include <string>

namespace harness {

/// How many GPUs there are, `most` at most, before the first that cannot load from, store to and
/// atomically change the memory of one before it, or the other way round.
int linked_devices(int most);

/// What an experiment asks of a machine.
struct Needs {
  int major = 0, minor = 0;  // compute capability
  double bytes = 0;          // of the GPU's memory
  int toolkit = 0;           // of CUDA, like 13010 for 13.1
  int devices = 1;           // GPUs of one host, each with access to the memory of all others

  /// Empty if the current device has it all, and the host enough of them; else what is lacking.
  std::string lacking() const;
};

}  // namespace harness
