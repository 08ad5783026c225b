#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "simulator/dim3.hpp"
#include "simulator/ptx/variables.hpp"

namespace simulator {

/// A kernel of a module: what a launch has to know of it. Its code is a function of the program.
struct Kernel {
  std::string name;  // mangled
  std::vector<Parameter> parameters;
  std::size_t parameter_bytes = 0;
  std::size_t static_shared_bytes = 0;  // that a block takes
  std::size_t shared_end = 0;  // where dynamic shared memory may begin, behind all of the module's
  std::size_t dynamic_shared_alignment = 16;
  std::size_t local_bytes = 0;     // a thread
  unsigned max_block_threads = 0;  // of .maxntid; 1024 where it says nothing
  unsigned registers = 0;          // 32-bit registers a thread, an estimate
  Dim3 cluster = {0, 0, 0};        // of .reqnctapercluster; zeros where it says nothing
  bool explicit_cluster = false;   // of .explicitcluster
  unsigned max_cluster_rank = 0;   // blocks, of .maxclusterrank; 0 where it says nothing
  std::string source;              // "file:line" of the kernel, empty without line information
  unsigned function = 0;           // place in the module's program
};

}  // namespace simulator
