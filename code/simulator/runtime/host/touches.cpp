#include "simulator/runtime/host/touches.hpp"

#include <ucontext.h>

#include <atomic>
#include <csignal>

namespace simulator::runtime::touches {
namespace {

std::atomic<bool (*)(const Touch&)> mend{nullptr};
std::atomic<void (*)(const Touch&, bool)> tell{nullptr};
std::atomic<void (*)(int)> end{nullptr};

Touch touch_of(const siginfo_t& info, void* context) {
  Touch touch{std::uint64_t(reinterpret_cast<std::uintptr_t>(info.si_addr))};
  touch.context = context;
#if defined(__x86_64__)
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  touch.writes = (registers[REG_ERR] & 2) != 0;
  touch.code = reinterpret_cast<const void*>(registers[REG_RIP]);
#endif
  return touch;
}

/// What a handler found when it was set: it may be that of the program, and what the program's goes
/// on to may be the first of these.
enum class Place { first, before_the_programs };
template <Place place>
struct sigaction usual = {};

bool is_handler(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 ||
         (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

/// What would have come of it without this one.
void go_on(const struct sigaction& to, int number, siginfo_t* info, void* context, bool is_touch) {
  if ((to.sa_flags & SA_SIGINFO) != 0) {
    to.sa_sigaction(number, info, context);
  } else if (is_handler(to)) {
    to.sa_handler(number);
  } else if (is_touch || to.sa_handler == SIG_DFL) {
    if (const auto ends = end.load()) ends(number);
    std::signal(SIGSEGV, SIG_DFL);
    if (!is_touch) std::raise(SIGSEGV);  // else the access is tried once more
  }
}

template <Place place>
void on_fault(int number, siginfo_t* info, void* context) {
  const bool is_touch = info->si_code > 0;  // else somebody has sent the signal
  const struct sigaction& next = usual<place>;
  if (is_touch) {
    const Touch touch = touch_of(*info, context);
    const auto is_mended = mend.load();
    if (info->si_code == SEGV_ACCERR && is_mended != nullptr && is_mended(touch)) return;
    if (const auto told = tell.load()) told(touch, is_handler(next));
  }
  go_on(next, number, info, context, is_touch);
}

template <Place place>
bool is_set() {
  struct sigaction now = {};
  return sigaction(SIGSEGV, nullptr, &now) == 0 && (now.sa_flags & SA_SIGINFO) != 0 &&
         now.sa_sigaction == on_fault<place>;
}

template <Place place>
void set() {
  static const int done = [] {
    struct sigaction action = {};
    action.sa_sigaction = on_fault<place>;
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
    return sigaction(SIGSEGV, &action, &usual<place>);
  }();
  (void)done;
}

}  // namespace

void mend_by(bool (*is_mended)(const Touch&)) {
  if (mend.exchange(is_mended) != nullptr) return;
  if (!is_set<Place::first>()) set<Place::before_the_programs>();
}

void tell_by(void (*told)(const Touch&, bool program_has_handler)) {
  tell = told;
  set<Place::first>();
}

void end_by(void (*ends)(int)) {
  end = ends;
}

}  // namespace simulator::runtime::touches
