#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "simulator/dim3.hpp"
#include "simulator/faults.hpp"
#include "simulator/lane_mask.hpp"
#include "simulator/machine/execution.hpp"
#include "simulator/machine/frames.hpp"
#include "simulator/machine/paths.hpp"
#include "simulator/machine/undefined/origins.hpp"
#include "simulator/program/program.hpp"

namespace simulator {

class Block;

/// 32 lanes with one program counter at a time.
class Warp : public Frames, public Paths {
 public:
  /// `block_index`: the block's place in the grid.
  Warp(Execution& launch, Block& block, const Dim3& block_index, unsigned index);

  void start(const Routine& function, std::uint32_t lanes);

  /// Runs for at most `budget` instructions, until it waits or ends. The number executed.
  std::uint64_t run(std::uint64_t budget);

  unsigned index() const { return index_; }
  const Dim3& block_index() const { return block_index_; }
  Block& block() const { return block_; }
  Execution& execution() { return execution_; }
  unsigned thread(unsigned lane) const { return index_ * warp_size + lane; }
  const Instruction& instruction() const { return *instruction_; }

  // For the instruction being executed.
  void call(std::uint32_t mask, const Routine& callee, const CallSite& site);
  /// False where the function is the kernel, which has nobody to come back to.
  bool leave_function(std::uint32_t mask);
  void exit(std::uint32_t mask);
  /// The lanes that take part in a warp instruction whose masks are `members`: those of this path,
  /// and of others that wait at the same instruction. Zero if the path has to wait for more of
  /// them.
  std::uint32_t gather(const std::uint32_t* members, std::uint32_t mask);
  /// The same for bar.warp.sync, where lanes may come from different instructions.
  std::uint32_t meet(const std::uint32_t* members, std::uint32_t mask);

  /// No path can go on because lanes that a mask names never come: says so, and goes on without
  /// them.
  bool give_up_on_members();
  /// See Paths. In lockstep nobody goes ahead.
  bool rotate() { return !execution_.in_lockstep() && Paths::rotate(); }
  bool part() { return !execution_.in_lockstep() && Paths::part(); }
  bool part_from_waiting() { return !execution_.in_lockstep() && Paths::part_from_waiting(); }
  /// Lanes that are no more compute along where all others do, unless the warp's state matters.
  void let_ended_compute(bool allowed) {
    ended_compute_ = allowed;
    find_whole();
  }

  /// Are there undefined values in its registers, so that they have to be followed?
  bool follows() const { return follows_; }
  /// From now on there are.
  void follow();
  OriginNumber origin(const Origin& origin) { return origins_.number(origin); }
  /// For what is stored: the origin among those of the memory.
  std::uint32_t stored_origin(OriginNumber origin);
  /// The value that a lane shuffles from one that takes no part.
  OriginNumber shuffled_from(unsigned source, unsigned lane);
  bool is_shuffled(OriginNumber origin) const { return origin != 0 && origins_[origin].shuffled; }
  /// Something a lane does depends on an undefined value: "a branch".
  void depends(OriginNumber origin, unsigned lane, const std::string& what);
  /// All of an operand's undefined lanes in the mask; they count as defined from then on.
  void depends_on(Slot slot, std::uint32_t lanes, const std::string& what);
  /// Of bytes in local memory.
  UndefinedWords& local_words() { return local_words_; }
  /// Executes it with bits that stand for undefined ones in place of the values.
  void execute_on_shadow(const Instruction& instruction, std::uint32_t mask);

  /// The mbarrier, by its place in the block's shared memory, for which it has waited in vain.
  std::optional<std::uint64_t> awaited_mbarrier;

  /// Of a lane, at the instruction being executed.
  void report(const char* kind, unsigned lane, std::string message);
  Fault fault(const char* kind, unsigned lane, std::string message) const;

 private:
  int open_frame(const Routine& function, std::uint64_t local);
  template <class Gather>
  std::uint32_t count_if_gathered(Gather gather);
  void exchange_operands();
  void execute_gathered(std::uint32_t lanes);
  void copy_operand(Frame& from, Slot source, Frame& to, Slot target, unsigned size,
                    std::uint32_t lanes);
  void find_whole();
  // Until the budget is used up, the warp waits or ends, or there is an undefined value, or is none
  // any more.
  std::uint64_t run_plainly();
  std::uint64_t run_following();
  void execute_following(const Instruction& i, std::uint32_t mask, std::uint32_t uncertain);
  template <class From, class To>
  void hand_over_undefined(const Frame& from, const From& given, Frame& to, const To& taken,
                           std::uint32_t mask);
  bool all_is_defined() const;
  Fault told(const Origin& origin) const;
  std::string dependent(unsigned lane, const Origin& origin, const std::string& what) const;

  Execution& execution_;
  Block& block_;
  Dim3 block_index_;
  unsigned index_;
  std::uint32_t whole_ = full_mask;  // of lanes that compute: then all 32 may
  bool ended_compute_ = true;
  const Instruction* instruction_ = nullptr;
  std::uint32_t together_ = 0;  // lanes of several frames that are to execute it at once
  std::uint64_t budget_ = 0;    // of run()
  bool follows_ = false;
  Origins origins_;
  UndefinedWords local_words_;
};

}  // namespace simulator
