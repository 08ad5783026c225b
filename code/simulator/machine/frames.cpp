#include "simulator/machine/frames.hpp"

#include <algorithm>
#include <utility>

namespace simulator {

Frames::~Frames() {
  for (auto& frame : frames_) spares_.give(std::move(frame));
}

Frames::Opened Frames::open(const Routine& function, std::uint64_t local) {
  int index;
  if (free_.empty()) {
    index = int(frames_.size());
    frames_.push_back(spares_.take());
  } else {
    index = free_.back();
    free_.pop_back();
  }
  Frame& frame = *frames_[std::size_t(index)];
  const std::size_t params_start = (function.frame_bytes + 63) / 64 * 64;
  const std::size_t bytes = params_start + function.param_bytes * warp_size + 64;
  if (frame.shadow) frame.shadow->clear();
  const bool again = frame.function == &function && frame.storage.size() == bytes;
  if (again) {
    std::fill_n(frame.values, function.constants_start, std::byte{0});
    std::fill_n(frame.params, function.param_bytes * warp_size, std::byte{0});
  } else {
    frame.storage.assign(bytes, std::byte{0});
  }
  const auto address = reinterpret_cast<std::uintptr_t>(frame.storage.data());
  frame.values = frame.storage.data() + (64 - address % 64) % 64;
  frame.params = frame.values + params_start;
  frame.function = &function;
  frame.tallies = all_tallies_.of(function);
  frame.local = local;
  frame.tops.clear();
  have_local(local + function.local_bytes);
  return {index, again};
}

void Frames::have_local(std::size_t bytes) {
  if (bytes <= local_stride_) return;
  // Lanes lie one after the other: a longer stride moves them.
  const std::size_t stride = std::max(bytes, 2 * local_stride_);
  std::vector<std::byte> longer(stride * warp_size);
  for (unsigned lane = 0; lane < warp_size; ++lane)
    std::copy_n(local_.begin() + std::ptrdiff_t(lane * local_stride_), local_stride_,
                longer.begin() + std::ptrdiff_t(lane * stride));
  local_ = std::move(longer);
  if (follows_local_) {
    std::vector<std::byte> undefined(stride * warp_size, std::byte{0xff});
    for (unsigned lane = 0; lane < warp_size; ++lane)
      std::copy_n(local_undefined_.begin() + std::ptrdiff_t(lane * local_stride_), local_stride_,
                  undefined.begin() + std::ptrdiff_t(lane * stride));
    local_undefined_ = std::move(undefined);
  }
  local_stride_ = stride;
}

void Frames::forget_local(std::uint32_t lanes, std::uint64_t from, std::size_t bytes) {
  if (!follows_local_) return;
  for_lanes(lanes, [&](unsigned lane) {
    std::fill_n(local_undefined_.begin() + std::ptrdiff_t(lane * local_stride_ + from), bytes,
                std::byte{0xff});
  });
}

void Frames::set_stack_top(unsigned lane, std::uint64_t top) {
  if (frame_->tops.empty()) frame_->tops.assign(warp_size, frame_->local + function_->local_bytes);
  const std::uint64_t before = std::exchange(frame_->tops[lane], top);
  have_local(top);
  forget_local(1u << lane, std::min(before, top), std::max(before, top) - std::min(before, top));
}

FrameShadow& Frames::shadow(Frame& frame) {
  if (!frame.shadow) frame.shadow = std::make_unique<FrameShadow>();
  if (!frame.shadow->in_use())
    frame.shadow->fit(frame.function->frame_bytes, frame.function->param_bytes * warp_size);
  return *frame.shadow;
}

FrameShadow& Frames::shadow() {
  return shadow(*frame_);
}

void Frames::enter(int index) {
  frame_ = frames_[std::size_t(index)].get();
  values_ = frame_->values;
  function_ = frame_->function;
  tallies_ = frame_->tallies;
}

}  // namespace simulator
