#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "simulator/memory/uses.hpp"
#include "simulator/runtime/host/touches.hpp"
#include "simulator/runtime/streams/operation.hpp"

namespace simulator {
class Memory;
struct Allocation;
}  // namespace simulator

namespace simulator::runtime {

/// The host touches what an operation uses that nobody has waited for.
struct HostAccess {
  std::uint64_t address = 0;
  bool writes = false;
  OperationPointer operation;  // null: there is none
  bool operation_wrote = false;
  bool by_function = false;  // that a stream has the host run
  HostCall site = {};
};

/// May the host and the operation tell each other there how far they are? Only what is strong
/// within the whole system is that towards the host; but an operation that has rested may have
/// waited for it, whatever the manual says.
bool meets_the_host(const Operation& operation, const MemoryUse& use);

/// What the thread that touches memory knows to be over, or to come later.
struct HostKnowledge {
  VectorClock over;
  const OrderPlace* function = nullptr;  // that a stream has it run; null: it runs none
  /// Others that are not over: they may wait for the thread, and what comes after them as well.
  std::vector<const OrderPlace*> functions = {};
};

/// Memory of the host that operations use, managed, pinned or registered, from when the program
/// gives them to a stream until it has waited for them. Meanwhile the host may not write what they
/// read, nor touch what they write. The pages are protected, so that the processor tells of it.
///
/// Only pages are protected that are used whole, the ends of an allocation included; large pieces
/// at both ends. If watched closely, pages that are used in part are, too, but not those at the
/// ends of memory that the program has registered which hold others' bytes: the simulator's own, or
/// the stack that a signal's handler needs. On a page that is used in part the host may use the
/// rest: each of its accesses is let pass alone, where the processor can do that (see single_step;
/// meanwhile another thread gets through as well). It takes time, so that a page that this happens
/// to very often is left open.
class HostGuard {
 public:
  /// The thread that touches such memory calls `look`, which lifts the guard or lets the access
  /// pass; `code` is null where it has the system do that. False: the guard was not raised.
  using Look = std::function<bool(const Touch& touch, std::uint64_t bytes)>;

  /// `mutex` is held by whoever calls.
  HostGuard(std::recursive_mutex& mutex, const Memory& memory, Look look)
      : mutex_(mutex), memory_(memory), look_(std::move(look)) {}

  /// Parts of pages, too, and what operations that have not begun may use: on request only, for the
  /// program's own handlers and masks of signals, its locks in such memory and system calls may not
  /// bear it.
  void watch_closely(bool on);
  /// Bytes of memory that the program registers which are not guarded, though it is watched
  /// closely, since other bytes lie on their pages.
  std::uint64_t not_watched(const Allocation& memory) const;

  void note(const OperationPointer& operation, const std::vector<MemoryUse>& uses);
  /// The host has waited for all up to then.
  void forget(const VectorClock& waited_for);
  void forget(const OperationPointer& operation);
  void forget(std::uint64_t begin, std::uint64_t end);
  void clear();
  bool any() const { return !uses_.empty(); }
  bool is_raised() const { return !raised_.empty(); }

  /// `everywhere`: over all memory of the host, since nobody knows yet what operations will use.
  void raise(bool everywhere = false);
  /// The simulator itself is going to use the memory. Nothing, where it is not raised.
  void lift();
  HostAccess find(std::uint64_t address, std::uint64_t bytes, bool writes,
                  const HostKnowledge& known) const;
  /// The thread may touch that, and the guard stays raised. False: that cannot be.
  bool let_pass(const Touch& touch);

  /// A thread has touched what it may not. False: it was not the guard that kept it from it.
  bool touched(const Touch& touch);

  /// Is any guard raised over some of these bytes?
  static bool is_raised_over(const void* begin, std::size_t bytes);
  /// The program has the system use them, which the processor tells nobody of. No bytes: the guard
  /// is lifted, and that is all.
  static void used_by_system(const void* begin, std::size_t bytes, bool writes);

 private:
  struct Use : MemoryUse {
    OperationPointer by;
  };
  struct Pages {
    std::uint64_t begin, end;
    int protection;
  };

  void protect(bool written);
  void protect(std::uint64_t begin, std::uint64_t end, bool written);
  void protect_everything();
  void add(std::uint64_t begin, std::uint64_t end, bool written);
  bool is_left_open(std::uint64_t page);
  void close_again(std::uint64_t page, std::uint64_t raise);
  static void close_passed();

  std::recursive_mutex& mutex_;
  const Memory& memory_;
  const Look look_;
  std::vector<Use> uses_;
  std::vector<Pages> raised_;
  bool closely_ = false;
  bool changed_ = false;  // since it was raised last
  bool everywhere_ = false;
  std::uint64_t raises_ = 0;
  std::map<std::uint64_t, unsigned> passed_;  // how often, by page
  std::set<std::uint64_t> open_;              // pages that are left so
  unsigned all_passed_ = 0;
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
