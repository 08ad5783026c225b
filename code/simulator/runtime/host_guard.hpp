#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "simulator/machine/uses.hpp"
#include "simulator/runtime/operation.hpp"

namespace simulator {
class Memory;
}

namespace simulator::runtime {

/// The host touches what an operation uses that nobody has waited for.
struct HostAccess {
  std::uint64_t address = 0;
  bool writes = false;
  OperationPointer operation;  // null: there is none
  bool operation_wrote = false;
  HostCall site = {};
};

/// Memory of the host that operations use, managed, pinned or registered, from when the program
/// gives them to a stream until it has waited for them. Meanwhile the host may not write what they
/// read, nor touch what they write. The pages are protected, so that the processor tells of it.
///
/// A page is protected if operations use all that the program has on it: of a page that they use a
/// part of, the host may use the rest. Large pieces are protected at both ends, since it takes
/// time.
class HostGuard {
 public:
  /// The thread that touches such memory calls `look`, which lifts the guard. False: it was not
  /// raised.
  using Look = std::function<bool(std::uint64_t address, bool writes, const void* code)>;

  HostGuard(const Memory& memory, Look look) : memory_(memory), look_(std::move(look)) {}

  void note(const OperationPointer& operation, const std::vector<MemoryUse>& uses);
  /// The host has waited for all up to then.
  void forget(const VectorClock& waited_for);
  void forget(const OperationPointer& operation);
  void forget(std::uint64_t begin, std::uint64_t end);
  void clear();
  bool any() const { return !uses_.empty(); }
  bool is_raised() const { return !raised_.empty(); }

  void raise();
  /// The simulator itself is going to use the memory. Nothing, where it is not raised.
  void lift();
  HostAccess find(std::uint64_t address, bool writes) const;

  /// A thread has touched what it may not. False: it was not the guard that kept it from it.
  bool touched(std::uint64_t address, bool writes, const void* code);

 private:
  struct Use : MemoryUse {
    OperationPointer by;
  };
  struct Pages {
    std::uint64_t begin, end;
  };

  void protect(bool written);
  void protect(std::uint64_t begin, std::uint64_t end, bool written);

  const Memory& memory_;
  const Look look_;
  std::vector<Use> uses_;
  std::vector<Pages> raised_;
  bool changed_ = false;  // since it was raised last
};

/// While one lives, its thread is in a call of the API, and what it touches is not the program's
/// doing.
class InCall {
 public:
  InCall() { ++depth_; }
  ~InCall() { --depth_; }
  InCall(const InCall&) = delete;
  InCall& operator=(const InCall&) = delete;

  static bool is_there() { return depth_ > 0; }

 private:
  static inline thread_local unsigned depth_ = 0;
};

}  // namespace simulator::runtime
