#pragma once

#include <driver_types.h>

#include <utility>

namespace harness {

/// The stream that takes the default stream's place: that of the sample that is being taken; 0 at
/// all other times. A library that is told its stream is to be told this one.
inline cudaStream_t timed_stream = nullptr;

/// Whether launches, copies and fillings that name no stream go there of themselves. So they do
/// where the linker puts the functions of streams_gpu.cpp before the runtime's.
inline bool streams_are_chosen = false;

/// Has `stream` be that one for as long as it lives.
class TimedStream {
 public:
  explicit TimedStream(cudaStream_t stream) : before_(std::exchange(timed_stream, stream)) {}
  ~TimedStream() { timed_stream = before_; }
  TimedStream(const TimedStream&) = delete;
  TimedStream& operator=(const TimedStream&) = delete;

 private:
  cudaStream_t before_;
};

}  // namespace harness
