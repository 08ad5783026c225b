#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace simulator::runtime {

/// A thread that looks after what is under way while the host calls nothing. It begins when it is
/// wanted first, sleeps while nothing is, and never ends: it waits, at the end, for the process to.
class Attendant {
 public:
  /// For how long not to look again; nothing: until somebody wakes it.
  using Pause = std::chrono::microseconds;

  /// `look` is called with the mutex held.
  Attendant(std::recursive_mutex& mutex, std::function<Pause()> look)
      : mutex_(mutex), look_(std::move(look)) {}

  /// There is something to look after. The mutex is held.
  void wake();
  /// It looks no more, once it is through with what it is doing.
  void dismiss() { dismissed_ = true; }
  bool is_there() const { return there_; }

 private:
  void run();

  std::recursive_mutex& mutex_;
  const std::function<Pause()> look_;
  std::condition_variable_any awake_;
  bool wanted_ = false;
  std::atomic<bool> there_ = false, dismissed_ = false;
};

}  // namespace simulator::runtime
