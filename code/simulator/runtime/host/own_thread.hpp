#pragma once

#include <csignal>
#include <thread>
#include <utility>

namespace simulator::runtime {

/// Starts a thread of the simulator's own, which nobody joins. Signals are the program's: none
/// comes to it.
template <class Body>
void start_own_thread(Body&& body) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread(std::forward<Body>(body)).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace simulator::runtime
