#include "simulator/runtime/process/end.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>
#include <thread>

#include "simulator/runtime/host/touches.hpp"
#include "simulator/runtime/process/csv.hpp"
#include "simulator/runtime/process/environment.hpp"
#include "simulator/runtime/process/leaks.hpp"
#include "simulator/runtime/runtime.hpp"

namespace simulator::runtime {
namespace {

State* watched = nullptr;  // none until the program has called something

/// A CSV row for every launch that nobody took.
void write_counts(const std::string& path, const std::vector<LaunchRecord>& launches) {
  std::ofstream out(path);
  out << "kernel,grid,block";
  for_each_count(Counts{}, [&](const char* name, std::uint64_t) { out << ',' << name; });
  for (const LaunchRecord& each : launches) {
    out << '\n'
        << csv_field(each.kernel) << ',' << joined(each.grid, "x") << ','
        << joined(each.block, "x");
    for_each_count(each.counts, [&](const char*, std::uint64_t value) { out << ',' << value; });
  }
  out << '\n';
  if (!out.flush()) report_misuse(fault::api, "cannot write the counts to " + path, {});
}

/// A program that ends with a failure has noticed that something went wrong.
void report_unseen_error(int status, void*) {
  if (status == 0 && !watched->unseen_error.empty())
    report_misuse(fault::api, std::exchange(watched->unseen_error, {}),
                  watched->unseen_site.line());
}

void report_rest(State& s) {
  Attendant& attendant = s.work.attendant();
  attendant.dismiss();
  // Another thread may be in the midst of a call, and will never leave it; the attendant will.
  std::unique_lock lock(s.mutex, std::try_to_lock);
  for (int tries = 0; !lock && attendant.is_there() && tries < 5000; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    lock.try_lock();
  }
  if (lock) s.work.finish();
  for (void (*const step)() : s.last_steps) step();
  for (const auto& [thread, error] : std::exchange(s.unseen_launch_errors, {}))
    report_misuse(fault::api, error.what + ", and the program never asked for the error",
                  error.site.line());
  if (const std::string path = environment("SIMULATE_COUNTS"); !path.empty())
    write_counts(path, s.launches);
  if (s.trace && !s.traced_kernel.empty() && !s.traced_kernel_ran)
    std::fprintf(stderr, "simulator: no kernel named %s was launched: nothing is traced\n",
                 s.traced_kernel.c_str());
  s.trace.reset();
  for (const StoredOrigin& each : device_memory().origins()) {
    if (!each.left || each.used) continue;
    Fault note = each.told;
    note.message += ", and stores what came of it; nothing has depended on that";
    note.benign = true;
    report(std::move(note));
  }
  report_leaks(s);
}

void end() {
  if (watched != nullptr) report_rest(*watched);
  if (any_faults()) end_for_faults();
  tell_times();
}

/// A program that a signal ends, as a failed assert() does, ends for the fault if there was one
/// before.
void end_by_signal(int number) {
  std::signal(number, SIG_DFL);  // should anything here come to that
  if (!any_faults()) return;
  std::fprintf(stderr, "simulator: the program ends by a signal after that: %s\n",
               strsignal(number));
  end_for_faults();
}

void on_signal(int number, siginfo_t* info, void*) {
  end_by_signal(number);
  // abort() goes on by itself, and an instruction that failed does so again.
  if (info->si_code <= 0 && number != SIGABRT) std::raise(number);
}

/// Unless the program wants the signal for itself. (Of SIGSEGV touches:: hears.)
void watch_signals() {
  for (const int number : {SIGABRT, SIGFPE, SIGBUS, SIGILL}) {
    struct sigaction action = {};
    if (sigaction(number, nullptr, &action) != 0 || (action.sa_flags & SA_SIGINFO) != 0 ||
        action.sa_handler != SIG_DFL)
      continue;
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
    sigaction(number, &action, nullptr);
  }
  touches::end_by(end_by_signal);
}

pid_t process = 0;  // not one that it has forked

// Handlers run in the reverse order of their registration: this one, registered before all of the
// program's, runs last, so it may leave for good.
[[gnu::constructor(101)]] void register_end() {
  std::atexit(end);
  static_cast<void>(std::at_quick_exit(end));  // where it fails, a quick exit tells nothing
}

}  // namespace

void end_for_faults() {
  tell_times();
  std::cout.flush();
  std::fflush(nullptr);
  std::_Exit(fault_exit_status);
}

void watch_end(State& state) {
  watched = &state;
  process = getpid();
  watch_signals();
  on_exit(report_unseen_error, nullptr);
}

namespace {

/// A program may leave without a word, too.
[[noreturn]] void leave(int status) {
  using Leave = void(int);
  static auto* const usual_exit = reinterpret_cast<Leave*>(dlsym(RTLD_NEXT, "_exit"));
  if (getpid() == process && any_faults()) status = fault_exit_status;
  usual_exit(status);
  __builtin_unreachable();
}

}  // namespace
}  // namespace simulator::runtime

extern "C" void simulated__exit(int status) asm("_exit");
void simulated__exit(int status) {
  simulator::runtime::leave(status);
}
extern "C" void simulated__Exit(int status) asm("_Exit");
void simulated__Exit(int status) {
  simulator::runtime::leave(status);
}
