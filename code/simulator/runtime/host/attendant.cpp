#include "simulator/runtime/host/attendant.hpp"

#include <thread>

#include "simulator/runtime/host/own_thread.hpp"

namespace simulator::runtime {

void Attendant::wake() {
  if (wanted_) return;
  wanted_ = true;
  if (there_.exchange(true)) {
    awake_.notify_one();
    return;
  }
  start_own_thread([this] { run(); });
}

void Attendant::run() {
  std::unique_lock lock(mutex_);
  while (!dismissed_) {
    awake_.wait(lock, [this] { return wanted_; });
    if (dismissed_) return;
    const Pause pause = look_();
    if (pause == Pause()) {
      wanted_ = false;
      continue;
    }
    lock.unlock();
    std::this_thread::sleep_for(pause);
    lock.lock();
  }
}

}  // namespace simulator::runtime
