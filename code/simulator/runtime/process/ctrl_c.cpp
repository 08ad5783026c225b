#include "simulator/runtime/process/ctrl_c.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace simulator::runtime {
namespace {

volatile std::sig_atomic_t interrupted = 0;

}  // namespace

CtrlC::CtrlC() {
  struct sigaction usual = {};
  if (sigaction(SIGINT, nullptr, &usual) != 0 || (usual.sa_flags & SA_SIGINFO) != 0 ||
      usual.sa_handler != SIG_DFL)
    return;
  struct sigaction action = {};
  action.sa_handler = [](int) { interrupted = 1; };
  ours_ = sigaction(SIGINT, &action, nullptr) == 0;
}

CtrlC::~CtrlC() {
  if (ours_) std::signal(SIGINT, SIG_DFL);
}

bool CtrlC::requested() const {
  return interrupted != 0;
}

void CtrlC::obey() {
  std::fflush(nullptr);
  std::signal(SIGINT, SIG_DFL);
  std::raise(SIGINT);
  std::_Exit(128 + SIGINT);
}

}  // namespace simulator::runtime
