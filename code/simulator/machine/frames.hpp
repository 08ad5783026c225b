#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "simulator/lane_mask.hpp"
#include "simulator/machine/spares.hpp"
#include "simulator/machine/tallies.hpp"
#include "simulator/machine/undefined/shadow.hpp"
#include "simulator/program/program.hpp"

namespace simulator {

/// An activation of a function by some lanes of a warp.
struct Frame {
  const Routine* function = nullptr;
  Tally* tallies = nullptr;
  std::vector<std::byte> storage;       // values, then param space
  std::byte* values = nullptr;          // 64-byte aligned
  std::byte* params = nullptr;          // param_bytes for each lane
  std::uint64_t local = 0;              // start of this frame in local memory
  std::vector<std::uint64_t> tops;      // of the lanes' stacks, once alloca has raised one
  std::unique_ptr<FrameShadow> shadow;  // once something in it was undefined

  std::byte* param(unsigned lane) const { return params + lane * function->param_bytes; }
};

/// The activations that lanes of a warp are in, one of them current, and the lanes' local memory.
class Frames {
 public:
  /// `follows_local`: is it to be known what in local memory is undefined?
  Frames(Spares<Frame>& spares, Tallies& tallies, bool follows_local)
      : spares_(spares), all_tallies_(tallies), follows_local_(follows_local) {}
  ~Frames();
  Frames(const Frames&) = delete;
  Frames& operator=(const Frames&) = delete;

  struct Opened {
    int index;
    bool again;  // the frame was one of the same function before, and has its constants
  };
  /// A frame of zeros. Its local memory begins at `local`.
  Opened open(const Routine& function, std::uint64_t local);
  void close(int index) { free_.push_back(index); }
  /// Makes it current.
  void enter(int index);

  Frame& frame(int index) { return *frames_[std::size_t(index)]; }
  const Frame& frame(int index) const { return *frames_[std::size_t(index)]; }
  std::span<const std::unique_ptr<Frame>> frames() const { return frames_; }

  /// The 32 values of a slot in the current frame.
  template <class T>
  T* lanes(Slot slot) {
    return reinterpret_cast<T*>(values_ + slot);
  }
  std::uint32_t& predicate(Slot slot) { return *lanes<std::uint32_t>(slot); }
  std::byte* param(unsigned lane) { return frame_->param(lane); }
  std::uint64_t local_start() const { return frame_->local; }
  const Routine& function() const { return *function_; }

  /// Local memory of a lane; null if out of bounds. What functions had that have returned is
  /// nobody's.
  std::byte* local_bytes(unsigned lane, std::uint64_t address, unsigned bytes) {
    const std::uint64_t end = stack_top(lane);
    if (address > end || end - address < bytes) return nullptr;
    return local_.data() + lane * local_stride_ + address;
  }
  std::span<const std::byte> local_memory() const { return local_; }
  /// Of a lane, where the current frame's part of local memory ends.
  std::uint64_t stack_top(unsigned lane) const {
    return frame_->tops.empty() ? frame_->local + function_->local_bytes : frame_->tops[lane];
  }
  /// What lies between the old end and the new one was never written.
  void set_stack_top(unsigned lane, std::uint64_t top);
  /// What is there counts as never written.
  void forget_local(std::uint32_t lanes, std::uint64_t from, std::size_t bytes);
  bool follows_local() const { return follows_local_; }
  /// For a place in local_bytes(), where they are followed: one bit for each of its own that is
  /// undefined.
  std::byte* local_undefined(const std::byte* place) {
    return local_undefined_.data() + (place - local_.data());
  }

  /// Of the current frame; its layout is right from the first call on.
  FrameShadow& shadow();
  static const FrameShadow* shadow_of(const Frame& frame) {
    return frame.shadow && frame.shadow->in_use() ? frame.shadow.get() : nullptr;
  }
  const FrameShadow* shadow_of_current() const { return shadow_of(*frame_); }

 protected:
  FrameShadow& shadow(Frame& frame);

  // Of the current frame.
  Frame* frame_ = nullptr;
  std::byte* values_ = nullptr;
  const Routine* function_ = nullptr;
  Tally* tallies_ = nullptr;

 private:
  void have_local(std::size_t bytes);

  Spares<Frame>& spares_;
  Tallies& all_tallies_;
  std::vector<std::unique_ptr<Frame>> frames_;
  std::vector<int> free_;
  std::vector<std::byte> local_;            // of 32 lanes, side by side
  std::vector<std::byte> local_undefined_;  // as local_, where they are followed
  std::size_t local_stride_ = 0;
  bool follows_local_;
};

}  // namespace simulator
