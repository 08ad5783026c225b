#pragma once

#include <sys/types.h>

#include <chrono>

namespace simulator::runtime {

/// What a thread of this process has had of the processor since some moment: on a busy machine it
/// may have got nowhere while the clock went on.
class Headstart {
 public:
  /// Of the calling thread, from now on.
  static Headstart begin();

  /// Has the thread run for so long, ended, or been asleep when that time was over?
  bool is_over(std::chrono::nanoseconds time) const;

 private:
  pid_t thread_ = 0;
  std::chrono::steady_clock::time_point began_ = {};
  std::chrono::nanoseconds used_{};  // by the thread, until it began
};

}  // namespace simulator::runtime
