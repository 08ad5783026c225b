#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dim3.hpp"

namespace simulator {

/// Names of the kinds of faults, as reports and Fault::kind spell them.
namespace fault {
inline constexpr const char* null_pointer = "access through a null pointer";
inline constexpr const char* out_of_bounds = "access out of bounds";
inline constexpr const char* misaligned = "misaligned access";
inline constexpr const char* use_after_free = "use after free";
inline constexpr const char* double_free = "double free";
inline constexpr const char* invalid_free = "free of what was never allocated";
inline constexpr const char* leak = "leak";
inline constexpr const char* uninitialised = "read of memory never written";
inline constexpr const char* read_only = "write to read-only memory";
inline constexpr const char* shared_race = "race in shared memory";
inline constexpr const char* global_race = "race in global memory";
inline constexpr const char* barrier = "barrier not reached by all threads";
inline constexpr const char* warp_mask = "wrong mask of a warp instruction";
inline constexpr const char* deadlock = "deadlock";
inline constexpr const char* assertion = "failed assertion";
inline constexpr const char* trap = "trap";
inline constexpr const char* api = "misuse of the runtime API";
inline constexpr const char* unsupported = "not supported";
}  // namespace fault

/// What a thread did wrong. Fields that do not apply are left empty: an API fault has no kernel.
struct Fault {
  std::string kind;     // one of simulator::fault
  std::string kernel;   // demangled
  std::string message;  // continues "thread (x,y,z) …": "writes 4 bytes at …"
  std::string file;
  unsigned line = 0;  // of `file`; 0 if unknown
  Dim3 block = {0, 0, 0}, thread = {0, 0, 0};
  std::optional<Dim3> other_block = {}, other_thread = {};  // of a race, the earlier access
};

/// "chapters/x.md:12: simulator: KIND: kernel K, block (0,0,0), thread (3,0,0) MESSAGE".
std::string describe(const Fault& fault);

/// "(x,y,z)".
std::string describe(const Dim3& index);

/// Prints the fault to stderr and keeps it, once for each kind, kernel, file and line (and, for
/// faults without a kernel, message). Safe to call from several host threads.
/// Faults that nobody takes make the process exit with status `fault_exit_status`.
void report(Fault fault);

/// The faults reported since the last call.
std::vector<Fault> take_faults();

/// While one lives, faults are kept but not printed.
class QuietFaults {
 public:
  QuietFaults();
  ~QuietFaults();
  QuietFaults(const QuietFaults&) = delete;
  QuietFaults& operator=(const QuietFaults&) = delete;
};

/// While one lives, a fault that this thread would report is thrown as a WithheldFault instead.
class WithheldFaults {
 public:
  WithheldFaults();
  ~WithheldFaults();
  WithheldFaults(const WithheldFaults&) = delete;
  WithheldFaults& operator=(const WithheldFaults&) = delete;
};

struct WithheldFault {};

inline constexpr int fault_exit_status = 86;

}  // namespace simulator
