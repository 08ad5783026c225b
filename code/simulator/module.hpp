#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace simulator {

class Memory;
struct Program;

/// PTX that is wrong, or that the simulator does not know: what() names the opcode or directive,
/// the kernel, the PTX line and, where `.loc` gives one, the source file and line.
struct UnsupportedError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One kernel parameter and its place in the parameter block.
struct Parameter {
  std::string name;
  std::size_t offset = 0, size = 0, alignment = 1;  // bytes
};

/// A `.global` or `.const` variable at module scope.
struct Variable {
  enum class Space { global, constant };

  std::string name;
  Space space = Space::global;
  std::size_t size = 0, alignment = 1;  // bytes
  std::vector<std::byte> initial;       // empty, or `size` bytes
  bool external = false;
  std::uint64_t address = 0;  // 0 until the module is loaded
};

struct Kernel {
  std::string name;  // mangled
  std::vector<Parameter> parameters;
  std::size_t parameter_bytes = 0;
  std::size_t static_shared_bytes = 0;
  std::size_t dynamic_shared_alignment = 16;
  std::size_t local_bytes = 0;     // a thread
  unsigned max_block_threads = 0;  // of .maxntid; 1024 where it says nothing
  unsigned registers = 0;          // 32-bit registers a thread, an estimate
  std::string source;              // "file:line" of the kernel, empty without line information
  unsigned function = 0;           // place in the module's program
  mutable bool entangled = false;  // the order of its blocks turned out to matter
};

/// A parsed PTX text: its kernels, its variables, and its code.
struct Module {
  std::map<std::string, Kernel, std::less<>> kernels;
  std::map<std::string, Variable, std::less<>> variables;
  std::shared_ptr<Program> program;

  /// Null if there is no such kernel or variable.
  const Kernel* kernel(std::string_view name) const;
  const Variable* variable(std::string_view name) const;

  /// Allocates the variables in `memory`, writes their initial values (zero where none is given)
  /// and puts their addresses into the code. To be called once, before the first launch.
  void load(Memory& memory);
};

/// Throws UnsupportedError.
std::shared_ptr<Module> parse_module(std::string_view ptx);

}  // namespace simulator
