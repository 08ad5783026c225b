#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "simulator/dim3.hpp"

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
inline constexpr const char* read_only_load = "read-only load of what the kernel writes";
inline constexpr const char* texels = "access of another type than the texels";
inline constexpr const char* peer_access = "access to memory of another device";
inline constexpr const char* host_access = "access of the host to device memory";
inline constexpr const char* shared_race = "race in shared memory";
inline constexpr const char* global_race = "race in global memory";
inline constexpr const char* operation_race = "race between operations";
inline constexpr const char* host_race = "race with the host";
inline constexpr const char* order_dependence = "result that depends on the order";
inline constexpr const char* scope = "scope too narrow";
inline constexpr const char* division = "division by zero";
inline constexpr const char* lost_output = "output that is lost";
inline constexpr const char* conversion = "conversion that a GPU's printf lacks";
inline constexpr const char* lacking_argument = "argument that printf is not given";
inline constexpr const char* ended_block = "access to the shared memory of a block that ends";
inline constexpr const char* barrier = "barrier not reached by all threads";
inline constexpr const char* warp_mask = "wrong mask of a warp instruction";
inline constexpr const char* deadlock = "deadlock";
inline constexpr const char* assertion = "failed assertion";
inline constexpr const char* trap = "trap";
inline constexpr const char* api = "misuse of the runtime API";
inline constexpr const char* nccl = "misuse of NCCL";
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
  bool benign = false;      // worth a note, and no more: no result depends on it
  std::uint64_t times = 1;  // in all, of that kind at that line
};

/// "chapters/x.md:12: simulator: KIND: kernel K, block (0,0,0), thread (3,0,0) MESSAGE"; "note: "
/// stands before the kind of what is benign.
std::string describe(const Fault& fault);
/// "chapters/x.md:12: simulator: KIND: kernel K: 131 times in all".
std::string describe_times(const Fault& fault);

/// "(x,y,z)".
std::string describe(const Dim3& index);

/// Faults in the order in which they were found, each once for its kind, kernel, file and line
/// (and, without a kernel, message), with the number of times.
class Faults {
 public:
  using Listener = std::function<void(const Fault&)>;

  /// `listener`, if there is one, hears of each at once, the first time.
  explicit Faults(Listener listener = {}) : listener_(std::move(listener)) {}

  /// The fault's place among those found: for again().
  std::size_t report(Fault fault);
  void again(std::size_t place, std::uint64_t times = 1) { found_[place].times += times; }
  /// Without those that are benign.
  std::size_t places() const { return places_; }
  const std::vector<Fault>& found() const { return found_; }
  /// Those since the last call, which may be reported again.
  std::vector<Fault> take();

 private:
  Listener listener_;
  std::map<std::string, std::size_t> seen_;
  std::vector<Fault> found_;
  std::size_t places_ = 0;
};

}  // namespace simulator
