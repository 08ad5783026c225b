#include "simulator/runtime/faults.hpp"

#include <cstdio>
#include <mutex>
#include <utility>

#include "simulator/simulator.hpp"

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

}  // namespace

void runtime::report(Fault fault) {
  const std::lock_guard lock(ledger().mutex);
  ledger().faults.report(std::move(fault));
}

bool runtime::any_faults() {
  const std::lock_guard lock(ledger().mutex);
  return !ledger().faults.empty();
}

std::vector<Fault> take_faults() {
  const std::lock_guard lock(ledger().mutex);
  return ledger().faults.take();
}

}  // namespace simulator
