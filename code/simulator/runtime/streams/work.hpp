#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "simulator/machine/random.hpp"
#include "simulator/memory/uses.hpp"
#include "simulator/runtime/host/attendant.hpp"
#include "simulator/runtime/host/headstart.hpp"
#include "simulator/runtime/host/host_guard.hpp"
#include "simulator/runtime/host/touch_log.hpp"
#include "simulator/runtime/operation_races/use_history.hpp"
#include "simulator/runtime/streams/operation.hpp"
#include "simulator/runtime/streams/order.hpp"
#include "simulator/runtime/streams/resumable.hpp"

namespace simulator {
class Memory;
}

namespace simulator::runtime {

class HostFunctionRun;

/// When operations take effect: as soon as the program gives them to a stream, only when somebody
/// waits for them, or now and then. All are times that a GPU might choose.
struct StreamSchedule {
  enum class When : std::uint8_t { early, late, random };

  When when = When::early;
  std::uint64_t seed = 0;

  /// "early", "late" or "random:SEED". Throws std::invalid_argument.
  static StreamSchedule parse(std::string_view text);
};

/// What the program gave the device to do: operations in streams. Each has a place in the order
/// that streams, events and waiting make (see StreamOrder), and takes effect when the schedule says
/// so, but never before what it comes after. Where two use the same memory, one of them to write,
/// and nothing orders them, the host program has a race, which is reported when the second takes
/// effect, under any schedule.
///
/// Where the host has memory that kernels use too, or that copies may be asynchronous with, what
/// operations use of it is guarded until the host has waited for them (see HostGuard): if it
/// touches that, the race is reported on the spot; or, if it is a kernel that has not begun, when
/// that is over. Functions that streams have the host run may touch what their own place in the
/// order allows.
///
/// What is not seen is taken for an order: a kernel that writes to the host's memory by volatile or
/// atomic stores may tell the host how far it is, as a host function may, which is therefore held
/// for a moment, unless the host waits: until it has begun, it cannot have told anything; two
/// kernels that meet in volatile or atomic accesses may wait for each other; and one that waited
/// for the host while it ran comes after all that was done by its end.
///
/// An operation may rest before it is over: a kernel whose threads wait for what others write. Then
/// others take effect, whatever the schedule of streams says, if it takes that to go on. Where the
/// host waits for an operation, no other can take effect, and nobody changes what those that rest
/// wait for, this is a deadlock, and reported. Other threads of the host, if there are any, have
/// some seconds to change something.
class Work {
 public:
  /// Takes effect once. What it learns of the memory that it uses goes to `uses`, if that is given.
  using Effect = std::function<void(Uses* uses)>;
  /// One that may rest is given back if it does; `uses` stays until it is over.
  using Begin =
      std::function<std::unique_ptr<Resumable>(const OperationPointer& operation, Uses* uses)>;

  /// What reports say of an operation, and the memory that it is known to use.
  struct Job {
    Operation::Kind kind = Operation::Kind::other;
    unsigned device = 0;  // of a kernel
    std::string name = {};
    std::vector<MemoryUse> uses = {};
    Effect effect = {};
    Begin begin = {};
    std::function<std::unique_ptr<HostFunctionRun>()> host_function = {};  // starts it
    std::optional<GraphPlace> node = {};
    std::optional<HostCall> site = {};  // else that of the call that is under way
  };

  /// `mutex` is held by whoever calls.
  Work(std::recursive_mutex& mutex, const Memory& memory) : mutex_(mutex), memory_(memory) {}

  /// To be set while there is nothing to do.
  void set_schedule(StreamSchedule schedule);
  /// Are races looked for?
  void set_checks(bool on);
  /// Is the host's memory watched closely (see HostGuard)?
  void set_watch(bool closely) { guard_.watch_closely(closely); }
  std::uint64_t not_watched(const Allocation& memory) const { return guard_.not_watched(memory); }
  bool early() const { return schedule_.when == StreamSchedule::When::early; }
  /// Does the next operation take effect as soon as it is given, whatever its stream?
  bool is_at_once() const { return early() && waiting_ == 0 && resting_ == 0; }

  /// The default stream of a further device; `number` is that of the device.
  unsigned make_device(unsigned number);
  unsigned make_stream(bool blocking, std::string name, unsigned of_device = StreamOrder::legacy);
  void retire_stream(unsigned stream);
  const std::string& name(unsigned stream) const { return lanes_[stream].name; }
  bool is_blocking(unsigned stream) const { return order_.is_blocking(stream); }

  /// A further operation. Returns what has to be waited for to have it done.
  VectorClock give(unsigned stream, Job job);
  /// Done by the host itself, at once.
  void by_host(Job job);

  /// What an event stands for that is recorded now.
  VectorClock now(unsigned stream) { return order_.now(stream); }
  void stream_waits(unsigned stream, const VectorClock& event);
  /// An order that shows when operations take effect: these, and what comes after the later one.
  void order(const VectorClock& earlier, const OrderPlace& later) {
    if (checked_) link(earlier, later);
  }
  /// The host waits.
  void wait(const VectorClock& event);
  void wait_for(unsigned stream) { wait(VectorClock(order_.now(stream))); }
  void wait_for_all() { wait(order_.all()); }
  /// For all streams of the device that has that default stream.
  void wait_for_device(unsigned default_stream) { wait(order_.all(default_stream)); }
  /// It need not wait: it has been told that nothing goes on.
  void host_heard_of_all() { note_host(order_.all()); }
  /// Waits for other threads of the host, or other processes, to do something. False: nobody has,
  /// nor is it over.
  bool wait_for_host(const std::function<bool()>& over);
  /// The host asks whether all is done. If not, something is going to be: those who ask again and
  /// again get an answer some day.
  bool ask(const VectorClock& event);
  bool is_done(const VectorClock& event) const { return done_.cover(event); }
  /// Has the host waited for it, or been told that it is done?
  bool host_knows(const VectorClock& event) const {
    return !checked_ || order_.host().cover(event);
  }
  /// An order between all that was and all that comes, though the host goes on.
  void separate();

  /// All takes effect that can, though nobody waits.
  void settle();
  /// The same, and what rests has to end.
  void finish() {
    advance(order_.all(), true, false);
    history_.clear();
  }
  /// Is there an operation that rests? Then each call of the API begins with poke(), to let it go
  /// on if it can.
  bool any_rest() const { return resting_ > 0; }
  /// Is anything left that has not taken effect?
  bool any_left() const { return waiting_ > 0 || resting_ > 0; }
  /// Does a kernel rest in a stream of the device that has that default stream?
  bool any_kernel_rests(unsigned of_device) const;
  void poke();
  Attendant& attendant() { return attendant_; }
  /// The runtime has a further thread of its own, which is not one of the host program.
  void note_own_thread() { ++own_threads_; }
  /// A device fault: nothing that was not done is done any more.
  void abandon();

  void forget_memory(std::uint64_t begin, std::uint64_t end) {
    history_.forget(begin, end);
    guard_.forget(begin, end);
    touched_.forget(begin, end);
  }
  /// A call ends, and the host goes on: it may not touch what operations use that it has not waited
  /// for.
  void guard();

 private:
  using Clock = std::chrono::steady_clock;

  struct Pending {
    std::shared_ptr<Operation> operation;
    VectorClock needs;  // what should be done before; what has to be is in the operation's place
    Job job;
    bool tracked = false, guarded = false;
    std::unique_ptr<Uses> uses = {};       // null if neither
    std::unique_ptr<Resumable> rest = {};  // once it rests
    std::uint64_t turn = 0;                // in which it came to rest
    Headstart given = {};                  // of who gave a host function
  };
  struct Lane {
    std::deque<Pending> pending;
    std::unique_ptr<Pending> resting;
    std::string name = "the default stream";
    std::uint64_t given = 0;
    bool busy = false;        // with a host function
    std::thread::id by = {};  // its thread
    OperationPointer function = nullptr;
  };
  struct Link {
    OrderPlace later;
    VectorClock earlier;
  };

  /// Operations after that number come after what there was before it. They need not wait for it.
  struct Separation {
    std::uint64_t issued;
    VectorClock before;
  };

  /// What comes of an attempt to let a stream come nearer to something.
  enum class Step : std::uint8_t {
    taken,
    own,   // none: that is what the caller itself is doing
    stuck  // none: an operation rests, or is held
  };
  /// Notes that an operation is done, even if it failed, unless it rests.
  class Done {
   public:
    Done(VectorClock& done, const OrderPlace& place)
        : done_(done), stream_(place.stream), number_(place.number) {}
    ~Done() {
      if (!rests_) done_.set(stream_, std::max(number_, done_.of(stream_)));
    }
    Done(const Done&) = delete;
    Done& operator=(const Done&) = delete;

    void rests() { rests_ = true; }

   private:
    VectorClock& done_;
    const unsigned stream_;
    const std::uint32_t number_;
    bool rests_ = false;
  };

  bool guards(Operation::Kind kind) const;
  bool look_at_host(const Touch& touch, std::uint64_t bytes);
  HostKnowledge known_to_thread() const;
  bool any_kernel_waits() const;
  bool has_other_threads() const;
  void tell_touched(const OperationPointer& operation, const std::vector<MemoryUse>& uses);
  VectorClock before(const Operation& operation) const;
  void note_host(const VectorClock& event);
  void learn(VectorClock& event) const;
  void advance(const VectorClock& event, bool waits, bool patiently);
  Step step(unsigned stream, bool patiently = false);
  bool is_held(const Pending& it) const;
  void step_at_random();
  void run(unsigned stream);
  void let_rest(unsigned stream, Pending it, Done& done);
  void conclude(Pending& it);
  /// What comes of letting operations that rest go on.
  struct Headway {
    bool any = false;      // one has run
    bool changes = false;  // it is over, or rests for something else: others may go on for that
  };
  Headway resume(unsigned stream);
  Headway go_on();
  std::uint64_t& turns_of_device(unsigned stream);
  bool run_any(bool strictly, bool patiently = false);
  void get_unstuck(const VectorClock& event);
  void give_up(const VectorClock& event);
  Attendant::Pause attend();
  void link(const VectorClock& earlier, const OrderPlace& later);
  void check(const std::shared_ptr<Operation>& operation, const UseHistory::UsePointer& uses,
             const UseHistory::UseList& polls = {});
  std::vector<OperationPointer> partners(const Operation& operation,
                                         const UseHistory::UseList& uses,
                                         const UseHistory::UseList& polls);
  bool note_for_later(Pending& it);
  void keep_room(std::vector<MemoryUse> room);
  int lacking(const VectorClock& event, int but = -1) const;
  bool awaits_process() const;

  std::recursive_mutex& mutex_;
  const Memory& memory_;
  StreamSchedule schedule_;
  Random random_{0};
  StreamOrder order_;
  std::vector<Lane> lanes_{1};  // by stream
  VectorClock done_;
  std::size_t waiting_ = 0;           // operations that have not begun to take effect
  unsigned resting_ = 0;              // operations
  std::vector<std::uint64_t> turns_;  // of operations so far, by device
  std::uint64_t issued_ = 0;
  bool checked_ = true;
  UseHistory history_;
  std::vector<MemoryUse> room_;  // for uses
  /// Kernels that are over, and what they polled, since some operation rests.
  std::vector<std::pair<OperationPointer, UseHistory::UseList>> polls_;
  std::vector<Separation> separations_;
  std::vector<Link> links_;  // orders that showed when an operation took effect
  unsigned own_threads_ = 0;
  HostGuard guard_{mutex_, memory_, [this](const Touch& touch, std::uint64_t bytes) {
                     return look_at_host(touch, bytes);
                   }};
  TouchLog touched_;
  Attendant attendant_{mutex_, [this] { return attend(); }};
  Attendant::Pause pause_{};                              // of the attendant
  std::uint64_t calls_ = 0, seen_calls_ = 0;              // of functions of this class, roughly
  std::chrono::steady_clock::time_point last_call_ = {};  // as the attendant has seen it
  std::clock_t last_call_clock_ = 0;                      // the process's, at that time
  std::clock_t attended_clock_ = 0;                       // and when the attendant last looked
};

}  // namespace simulator::runtime
