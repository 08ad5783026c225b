#include "simulator/runtime/host/single_step.hpp"

#include <ucontext.h>

#include <csignal>
#include <cstddef>
#include <fstream>
#include <string>

namespace simulator::runtime::single_step {

#if defined(__x86_64__)
namespace {

constexpr greg_t trap_flag = 1 << 8;

/// What the thread is to do when its instruction has run.
thread_local void (*awaited)() = nullptr;
thread_local bool was_blocked = false;  // the signal

struct sigaction usual = {};  // the handler before

bool is_traced() {
  std::ifstream status("/proc/self/status");
  const std::string key = "TracerPid:";
  for (std::string word; status >> word;)
    if (word == key) return status >> word && word != "0";
  return false;
}

void go_on(int number, siginfo_t* info, void* context) {
  if ((usual.sa_flags & SA_SIGINFO) != 0) return usual.sa_sigaction(number, info, context);
  if (usual.sa_handler == SIG_IGN) return;
  if (usual.sa_handler != SIG_DFL) return usual.sa_handler(number);
  std::signal(SIGTRAP, SIG_DFL);
  std::raise(SIGTRAP);
}

void on_trap(int number, siginfo_t* info, void* context) {
  if (awaited == nullptr) return go_on(number, info, context);
  auto* const interrupted = static_cast<ucontext_t*>(context);
  interrupted->uc_mcontext.gregs[REG_EFL] &= ~trap_flag;
  if (was_blocked) sigaddset(&interrupted->uc_sigmask, SIGTRAP);
  const auto then = awaited;
  awaited = nullptr;
  then();
}

bool is_set() {
  struct sigaction now = {};
  return sigaction(SIGTRAP, nullptr, &now) == 0 && (now.sa_flags & SA_SIGINFO) != 0 &&
         now.sa_sigaction == on_trap;
}

bool set() {
  static const int done = [] {
    struct sigaction action = {};
    action.sa_sigaction = on_trap;
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
    return sigaction(SIGTRAP, &action, &usual);
  }();
  return done == 0;
}

}  // namespace

bool is_possible() {
  static const bool possible = !is_traced() && set();
  return possible;
}

bool after_instruction(void* context, void (*then)()) {
  if (awaited != nullptr) return true;
  if (!is_possible() || !is_set()) return false;
  auto* const interrupted = static_cast<ucontext_t*>(context);
  // The system ends the process where a trap is blocked.
  was_blocked = sigismember(&interrupted->uc_sigmask, SIGTRAP) == 1;
  sigdelset(&interrupted->uc_sigmask, SIGTRAP);
  interrupted->uc_mcontext.gregs[REG_EFL] |= trap_flag;
  awaited = then;
  return true;
}
#else
bool is_possible() {
  return false;
}
bool after_instruction(void*, void (*)()) {
  return false;
}
#endif

}  // namespace simulator::runtime::single_step
