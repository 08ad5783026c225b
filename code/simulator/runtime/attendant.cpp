#include "simulator/runtime/attendant.hpp"

#include <csignal>
#include <thread>

namespace simulator::runtime {

void Attendant::wake() {
  if (wanted_) return;
  wanted_ = true;
  if (there_.exchange(true)) {
    awake_.notify_one();
    return;
  }
  // Signals are the program's.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread([this] { run(); }).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
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
