#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "simulator/counts.hpp"
#include "simulator/machine/frames.hpp"
#include "simulator/machine/spares.hpp"
#include "simulator/program/program.hpp"

namespace simulator {

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
  std::uint32_t waiting = 0;       // lanes that wait, at a warp instruction
  std::uint32_t members = 0;       // waited for there
  bool meets = false;              // it is bar.warp.sync
  bool gave_up = false;            // on members that never came
  std::uint32_t overtaken_by = 0;  // lanes that let_leave() let go ahead of it, while it waits

  bool waits_or_runs() const { return state != State::dead && state != State::parent; }
};

/// The ways that lanes of a warp take through a program. One path is current, or none can go on.
class Paths {
 public:
  /// Paths enter and close frames, and count where they part.
  Paths(Frames& frames, Counts& counts, Spares<std::vector<Path>>& spares)
      : frames_(frames), counts_(counts), spares_(spares), storage_(spares.take()) {
    paths_.clear();
  }
  ~Paths() { spares_.give(std::move(storage_)); }
  Paths(const Paths&) = delete;
  Paths& operator=(const Paths&) = delete;

  std::uint32_t live() const { return live_; }
  std::uint32_t started() const { return started_; }  // lanes that there were at first
  bool ended() const { return live_ == 0; }
  bool ready() const { return current_ >= 0; }
  std::uint32_t active() const { return active_; }
  std::span<const Path> paths() const { return paths_; }
  int current_path() const { return current_; }
  /// Lanes of a path that wait for its children where they meet.
  std::uint32_t waiting_for_children(const Path& path) const;
  /// Where it goes on.
  std::uint32_t pc_of(const Path& path) const {
    return current_ >= 0 && &path == &paths_[std::size_t(current_)] ? pc_ : path.pc;
  }

  // Control flow, for the instruction being executed.
  std::uint32_t next() const { return pc_; }
  void jump(std::uint32_t target) { pc_ = target; }
  void branch(std::uint32_t taken, std::uint32_t target, std::uint32_t reconverge);
  /// Runs the instruction again for the lanes in `rest`, after those of the current path.
  void again(std::uint32_t rest);

  // Waiting.
  void wait_at_barrier(unsigned barrier);
  void leave_barrier(unsigned barrier);
  bool waits_at_barrier() const;

  /// Lets another path take its turn, if there is one.
  bool rotate();
  /// Lanes that wait for those of a path that could run to meet them go ahead: of the current path,
  /// or else of another. False if there are none.
  bool part();
  /// The same of a path that waits itself.
  bool part_from_waiting();
  /// Where no path can go on: lanes go ahead that have nothing to do but to leave a function, and
  /// wait to do it together with others, or that have left it, and wait for others that it holds.
  /// These may end, so that nobody waits for them any more. False if there are none.
  bool let_leave();

 protected:
  /// All of the warp, at a function's first instruction.
  void start(int frame, std::uint32_t lanes);
  void call(int frame, std::uint32_t mask, const CallSite& site);
  /// The path on which the current one's function was called; null if that is the kernel.
  const Path* callee() const;
  /// Lanes come back from a function.
  void leave(std::uint32_t lanes) { remove(lanes, true); }
  void exit(std::uint32_t lanes);

  /// See Warp. Where they come to nothing, the current path waits.
  std::uint32_t gather(const std::uint32_t* members, std::uint32_t mask);
  std::uint32_t meet(const std::uint32_t* members, std::uint32_t mask);
  /// A path goes on without the members that never come: those that it waited for.
  std::uint32_t give_up_on_members();

  /// Lanes in another activation of the current function, or at another instruction.
  struct Elsewhere {
    int frame;
    const Instruction* instruction;
    std::uint32_t lanes;
  };
  /// Of those that the last gather() found.
  std::vector<Elsewhere> elsewhere_;

  Path& current() { return paths_[std::size_t(current_)]; }
  void end_path(int path);

  // Of the current path.
  int current_ = -1;  // −1: none can go on
  std::uint32_t pc_ = 0, active_ = 0, reconverge_ = no_instruction;

 private:
  int new_path();
  bool part_from(int path, bool only_to_leave);
  std::uint32_t may_leave(int path, std::uint32_t waiting) const;
  void overtake(std::uint32_t lanes, std::uint32_t others);
  void enter(int path);  // make it current
  void store_current();  // write pc back
  void pick();           // some ready path, or none
  void remove(std::uint32_t lanes, bool from_function);
  std::uint32_t missing(const std::uint32_t* members, std::uint32_t present) const;
  void wait_for_members(std::uint32_t lanes, std::uint32_t missing, bool meets);

  Frames& frames_;
  Counts& counts_;
  Spares<std::vector<Path>>& spares_;
  std::unique_ptr<std::vector<Path>> storage_;
  std::vector<Path>& paths_ = *storage_;
  std::uint32_t live_ = 0, started_ = 0;
};

}  // namespace simulator
