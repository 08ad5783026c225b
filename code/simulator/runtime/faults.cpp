#include "simulator/runtime/faults.hpp"

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <utility>

#include "simulator/runtime/runtime.hpp"

namespace simulator {
namespace {

struct Ledger {
  std::mutex mutex;
  Faults faults{[](const Fault& fault) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s\n", describe(fault).c_str());
  }};
};

// Never destroyed: faults are reported, and looked at, until the very end of the process.
Ledger& ledger() {
  static Ledger& ledger = *new Ledger;
  return ledger;
}

void end() {
  runtime::report_at_exit();
  if (ledger().faults.empty()) return;
  std::cout.flush();
  std::fflush(nullptr);
  std::_Exit(fault_exit_status);
}

// Handlers run in the reverse order of their registration: this one, registered before all of the
// program's, runs last, so it may leave for good.
[[gnu::constructor(101)]] void watch_exit() {
  std::atexit(end);
}

}  // namespace

void runtime::report(Fault fault) {
  const std::lock_guard lock(ledger().mutex);
  ledger().faults.report(std::move(fault));
}

std::vector<Fault> take_faults() {
  const std::lock_guard lock(ledger().mutex);
  return ledger().faults.take();
}

}  // namespace simulator
