#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "async_copies.hpp"
#include "interruption.hpp"
#include "launch.hpp"
#include "memory.hpp"
#include "program.hpp"
#include "races.hpp"

namespace simulator {

class Block;
class Execution;
class Trace;

inline constexpr unsigned warp_size = 32;
inline constexpr unsigned device_processors = 132;          // SMs that %smid knows
inline constexpr std::size_t reserved_shared_bytes = 1024;  // of a block, for the system
inline constexpr std::uint32_t full_mask = ~std::uint32_t{0};
inline constexpr std::uint32_t no_instruction = ~std::uint32_t{0};

/// Calls body(lane) for every lane in the mask, lowest first.
template <class Body>
inline void for_lanes(std::uint32_t mask, Body&& body) {
  if (mask == full_mask) {
    for (unsigned lane = 0; lane < warp_size; ++lane) body(lane);
  } else {
    for (; mask != 0; mask &= mask - 1) body(unsigned(std::countr_zero(mask)));
  }
}

/// Calls body(lane, chosen) for all lanes; chosen: all ones for a lane in the mask, else zero. Such
/// a loop becomes vector instructions, which one over the lanes of a mask does not.
template <class Body>
inline void for_all_lanes(std::uint32_t mask, Body&& body) {
  if (mask == full_mask) {
    for (unsigned lane = 0; lane < warp_size; ++lane) body(lane, ~std::uint64_t{0});
  } else {
    for (unsigned lane = 0; lane < warp_size; ++lane) body(lane, -std::uint64_t(mask >> lane & 1));
  }
}

/// Are the lanes in the mask the first ones of the warp, without a gap?
inline bool are_first(std::uint32_t mask) {
  return (mask & (mask + 1)) == 0;
}

/// What one instruction of a function did in a launch.
struct Tally {
  std::uint64_t warps = 0, lanes = 0;
};

/// An activation of a function by some lanes of a warp.
struct Frame {
  const Routine* function = nullptr;
  Tally* tallies = nullptr;
  std::vector<std::byte> storage;  // values, then param space
  std::byte* values = nullptr;     // 64-byte aligned
  std::byte* params = nullptr;     // param_bytes for each lane
  std::uint64_t local = 0;         // start of this frame in local memory
};

/// Lanes that run together: a leaf of the tree that divergence and calls make.
/// A path whose children still run waits for them at `pc`.
struct Path {
  enum class State : std::uint8_t { dead, ready, parent, at_barrier, at_warp_sync };

  State state = State::dead;
  std::uint32_t pc = 0;
  std::uint32_t reconverge = no_instruction;  // where it ends and its parent goes on
  std::uint32_t mask = 0;
  int parent = -1, children = 0;
  int frame = 0;
  bool callee = false;             // its parent is in the caller's frame
  const CallSite* call = nullptr;  // of a callee
  unsigned barrier = 0;            // waited at
  std::uint32_t members = 0;       // waited for, at a warp instruction
  bool meets = false;              // it is bar.warp.sync
  bool gave_up = false;            // on members that never came
};

/// 32 lanes with one program counter at a time.
class Warp {
 public:
  Warp(Execution& launch, Block& block, unsigned index);
  ~Warp();

  void start(const Routine& function, std::uint32_t lanes);

  /// Runs for at most `budget` instructions, until it waits or ends. The number executed.
  std::uint64_t run(std::uint64_t budget);

  bool ended() const { return live_ == 0; }
  bool ready() const { return current_ >= 0; }
  std::uint32_t live() const { return live_; }
  unsigned index() const { return index_; }
  Block& block() { return block_; }
  Execution& launch() { return launch_; }
  unsigned thread(unsigned lane) const { return index_ * warp_size + lane; }

  /// The 32 values of a slot in the current frame.
  template <class T>
  T* lanes(Slot slot) {
    return reinterpret_cast<T*>(values_ + slot);
  }
  std::uint32_t& predicate(Slot slot) { return *lanes<std::uint32_t>(slot); }
  std::byte* param(unsigned lane) {
    Frame& frame = *frames_[std::size_t(paths_[std::size_t(current_)].frame)];
    return frame.params + lane * frame.function->param_bytes;
  }
  std::uint64_t local_start() const {
    return frames_[std::size_t(paths_[std::size_t(current_)].frame)]->local;
  }
  const Routine& function() const { return *function_; }
  std::uint32_t active() const { return active_; }
  const Instruction& instruction() const { return *instruction_; }

  // Control flow, for the instruction being executed.
  std::uint32_t next() const { return pc_; }
  void jump(std::uint32_t target) { pc_ = target; }
  void branch(std::uint32_t taken, std::uint32_t target, std::uint32_t reconverge);
  void call(std::uint32_t mask, const Routine& callee, const CallSite& site);
  void leave_function(std::uint32_t mask);
  void exit(std::uint32_t mask);
  /// Runs the instruction again for the lanes in `rest`, after those of the current path.
  void again(std::uint32_t rest);

  // Waiting.
  void wait_at_barrier(unsigned barrier);
  void leave_barrier(unsigned barrier);
  /// The lanes that take part in a warp instruction whose masks are `members`: those of this path,
  /// and of others that wait at the same instruction. Zero if the path has to wait for more of
  /// them.
  std::uint32_t gather(const std::uint32_t* members, std::uint32_t mask);
  /// The same for bar.warp.sync, where lanes may come from different instructions.
  std::uint32_t meet(const std::uint32_t* members, std::uint32_t mask);
  /// No path can go on because lanes that a mask names never come: says so, and goes on without
  /// them.
  bool give_up_on_members();

  /// "warp 3 at chapters/x.md:12 (bar.sync)" for each of its paths.
  std::string standing() const;
  bool waits_at_barrier() const;
  /// An instruction where it stands, and a lane there.
  std::pair<const Instruction*, unsigned> stand() const;
  /// Lets another path take its turn, if there is one.
  bool rotate();
  /// Lanes that wait for those of the current path to meet them go ahead. False if there are none.
  bool part();
  /// Of everything that decides what the warp does next, except memory.
  std::uint64_t state_hash() const;
  /// Lanes that are no more compute along where all others do, unless the warp's state matters.
  void let_ended_compute(bool allowed) {
    ended_compute_ = allowed;
    find_whole();
  }

  /// Local memory of a lane; null if out of bounds.
  std::byte* local_bytes(unsigned lane, std::uint64_t address, unsigned bytes);

 private:
  void find_whole();
  int new_path();
  int new_frame(const Routine& function, std::uint64_t local);
  void enter(int path);  // make it current
  void store_current();  // write pc back
  void pick();           // some ready path, or none
  void end_path(int path);
  void remove(std::uint32_t lanes, bool from_function);
  void fill(Frame& frame, bool again);
  std::uint32_t missing(const std::uint32_t* members, std::uint32_t present) const;
  void wait_for_members(std::uint32_t missing, bool meets);
  Path& current() { return paths_[std::size_t(current_)]; }

  Execution& launch_;
  Block& block_;
  unsigned index_;
  std::uint32_t live_ = 0;
  std::uint32_t whole_ = full_mask;  // of lanes that compute: then all 32 may
  bool ended_compute_ = true;

  // Of the current path.
  int current_ = -1;  // −1: none can go on
  std::uint32_t pc_ = 0, active_ = 0, reconverge_ = no_instruction;
  std::byte* values_ = nullptr;
  const Routine* function_ = nullptr;
  const Instruction* instruction_ = nullptr;
  Tally* tallies_ = nullptr;

  std::vector<Path> paths_;
  std::vector<std::unique_ptr<Frame>> frames_;
  std::vector<int> free_frames_;
  std::vector<std::byte> local_;  // local memory of 32 lanes, side by side
  std::size_t local_stride_ = 0;
};

/// A barrier resource of a block.
struct Barrier {
  /// A result of bar.red that its lanes get in the end.
  struct Result {
    std::byte* to;
    const Instruction* instruction;
    std::uint32_t lanes;
  };

  unsigned arrived = 0;       // threads
  unsigned expected = 0;      // threads; 0: all that live
  std::uint32_t warps = 0;    // that arrived
  std::uint32_t waiting = 0;  // of these, those that wait
  unsigned set = 0;           // threads whose predicate was true, of bar.red
  std::vector<Result> results;
};

struct SharedMemory {
  std::size_t usable = 0;        // the kernel's own
  std::size_t reserved = 0;      // where the system's begin, all zero; 0 if there are none
  std::vector<std::byte> bytes;  // both
  std::vector<Cell> cells;
  WrittenBits written;
};

/// A block that has a place on the device.
class Block {
 public:
  Block(Execution& launch, std::uint64_t linear);

  Execution& launch() { return launch_; }
  const Dim3& index() const { return index_; }
  std::uint64_t linear() const { return linear_; }
  BlockRaces& races() { return races_; }
  SharedMemory& shared() { return shared_; }
  AsyncCopies& copies() { return copies_; }
  std::vector<std::unique_ptr<Warp>>& warps() { return warps_; }

  bool ended() const { return live_ == 0; }
  unsigned live() const { return live_; }
  void threads_ended(unsigned count);

  /// bar.sync, bar.red and bar.arrive for `expected` threads, 0 for all; `set`: lanes whose
  /// predicate is true.
  void arrive(Warp& warp, unsigned barrier, unsigned expected, std::uint32_t lanes,
              const Instruction& instruction, std::uint32_t set);

  /// Runs every warp until it waits, ends or has used its share. The instructions executed.
  std::uint64_t take_turn(std::uint64_t share);
  /// Is there a warp that can go on?
  bool ready() const;
  /// Goes on without lanes that masks name and that never come. False if there are none.
  bool give_up_on_members();

 private:
  void complete_if_reached(unsigned barrier);
  void complete(unsigned barrier);

  Execution& launch_;
  std::uint64_t linear_;
  Dim3 index_;
  BlockRaces races_;
  SharedMemory shared_;
  AsyncCopies copies_{*this};
  std::vector<std::unique_ptr<Warp>> warps_;
  std::array<Barrier, 16> barriers_;
  unsigned live_ = 0;
  std::uint64_t turn_ = 0;
};

/// A launch's turns from `first` on, without `last`.
struct Turns {
  std::uint64_t first, last;
};

/// Thrown by workers when the order of blocks may matter.
struct Entangled {};

/// A kernel in flight.
class Execution {
 public:
  Execution(const Module& module, const Kernel& kernel, const LaunchConfiguration& configuration,
            std::span<const std::byte> parameters, Memory& memory, const Schedule& schedule,
            Trace* trace);
  /// One of several that share the launch's blocks. It throws Entangled when `stop` is true.
  Execution(const Execution& launch, Memory& view, const std::atomic<bool>& stop);
  ~Execution();

  void run();
  /// Runs blocks one after the other, as long as they end. With none under way, pauses(turn) says
  /// whether to leave it at that. The turn that would have been next.
  std::uint64_t run_turns(Turns turns, const std::function<bool(std::uint64_t)>& pauses);
  Counts total();

  const Program& program() const { return *module_.program; }
  const Kernel& kernel() const { return kernel_; }
  const LaunchConfiguration& configuration() const { return configuration_; }
  const Schedule& schedule() const { return schedule_; }
  bool checked() const { return configuration_.checked; }
  bool in_lockstep() const { return schedule_.order == Schedule::Order::lockstep; }
  std::span<const std::byte> parameters() const { return parameters_; }
  Memory& memory() { return memory_; }
  Races& races() { return races_; }
  Counts& counts() { return counts_; }
  Trace* trace() { return trace_; }
  std::uint64_t steps() const { return steps_; }
  std::uint64_t& steps() { return steps_; }
  /// A block does what another one may see, or what the order of blocks matters to otherwise.
  void interacts() {
    if (stop_ != nullptr) throw Entangled{};
    interacts_ = true;
  }
  /// Something changed that a waiting thread could see.
  void progressed() { ++progress_; }
  /// A thread ended, or a barrier was complete.
  void passed_milestone() { ++milestones_; }
  std::size_t dynamic_shared_start() const { return dynamic_shared_start_; }
  std::size_t shared_bytes() const { return dynamic_shared_start_ + configuration_.dynamic_shared; }
  /// Shared memory that cooperative_groups uses for groups of several warps, by itself behind the
  /// block's own; 0 if the kernel does not ask where it is.
  std::size_t reserved_shared_start() const { return reserved_shared_start_; }
  std::uint64_t workspace() const { return workspace_; }
  Tally* tallies(const Routine& function);
  /// Frames are handed on from warp to warp, for the sake of their storage.
  std::unique_ptr<Frame> take_frame();
  void return_frame(std::unique_ptr<Frame> frame) { spare_frames_.push_back(std::move(frame)); }
  std::unique_ptr<CopyStorage> take_copies();
  void return_copies(std::unique_ptr<CopyStorage> copies) {
    spare_copies_.push_back(std::move(copies));
  }
  std::uint64_t random();
  const std::string& kernel_name() const { return demangled_; }

  /// A fault of a lane at the instruction being executed.
  Fault fault(const char* kind, Warp& warp, unsigned lane, std::string message);
  [[noreturn]] void fail(LaunchFailure::Reason reason);

 private:
  std::uint64_t block_at(std::uint64_t turn) const;
  std::size_t most_resident() const;
  void admit(std::uint64_t turn);
  bool may_share(Turns left) const;
  bool worth_sharing(Turns left) const;
  bool share(Turns left);
  bool repeats(Warp& warp);
  enum class Spinning : std::uint8_t { none, parted, all };
  Spinning look_for_spinning();
  [[noreturn]] void report_deadlock(Block& block, const char* how);
  std::string standing(Block& block) const;
  void tell_standing() const;

  const Module& module_;
  const Kernel& kernel_;
  LaunchConfiguration configuration_;
  std::span<const std::byte> parameters_;
  Memory& memory_;
  Schedule schedule_;
  Trace* trace_;
  Races races_;
  Counts counts_, workers_counts_;
  Interruption interruption_;
  const std::atomic<bool>* stop_ = nullptr;  // of a worker
  bool interacts_ = false;
  std::uint64_t steps_ = 0, progress_ = 0, milestones_ = 0, random_state_ = 0, workspace_ = 0;
  std::vector<std::uint32_t> order_;  // of blocks, for Schedule::Order::random
  std::size_t dynamic_shared_start_ = 0, reserved_shared_start_ = 0;
  std::vector<std::vector<Tally>> tallies_;
  std::vector<std::unique_ptr<Frame>> spare_frames_;
  std::vector<std::unique_ptr<CopyStorage>> spare_copies_;
  std::vector<std::unique_ptr<Block>> resident_;
  std::string demangled_;
};

}  // namespace simulator
