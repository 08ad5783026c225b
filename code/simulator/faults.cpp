#include "faults.hpp"

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <set>
#include <utility>

namespace simulator {
namespace {

struct Ledger {
  std::mutex mutex;
  std::set<std::string> seen;
  std::vector<Fault> untaken;
  int quiet = 0;
};

// Never destroyed: faults are reported, and looked at, until the very end of the process.
Ledger& ledger() {
  static Ledger& ledger = *new Ledger;
  return ledger;
}

thread_local bool withheld = false;

std::string key_of(const Fault& fault) {
  const std::string place = fault.file + ':' + std::to_string(fault.line);
  return fault.kind + '\n' + fault.kernel + '\n' + place +
         (fault.kernel.empty() ? '\n' + fault.message : "");
}

void exit_with_faults() {
  if (ledger().untaken.empty()) return;
  std::cout.flush();
  std::fflush(nullptr);
  std::_Exit(fault_exit_status);
}

// Handlers run in the reverse order of their registration: this one, registered before all of the
// program's, runs last, so it may leave for good.
[[gnu::constructor(101)]] void watch_exit() {
  std::atexit(exit_with_faults);
}

}  // namespace

std::string describe(const Dim3& index) {
  return '(' + std::to_string(index.x) + ',' + std::to_string(index.y) + ',' +
         std::to_string(index.z) + ')';
}

std::string describe(const Fault& fault) {
  std::string text;
  if (!fault.file.empty()) text += fault.file + ':' + std::to_string(fault.line) + ": ";
  text += "simulator: " + fault.kind + ": ";
  if (!fault.kernel.empty())
    text += "kernel " + fault.kernel + ", block " + describe(fault.block) + ", thread " +
            describe(fault.thread) + ' ';
  return text + fault.message;
}

void report(Fault fault) {
  if (withheld) throw WithheldFault{};
  Ledger& faults = ledger();
  const std::lock_guard lock(faults.mutex);
  if (!faults.seen.insert(key_of(fault)).second) return;
  if (faults.quiet == 0) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s\n", describe(fault).c_str());
  }
  faults.untaken.push_back(std::move(fault));
}

std::vector<Fault> take_faults() {
  Ledger& faults = ledger();
  const std::lock_guard lock(faults.mutex);
  faults.seen.clear();
  return std::exchange(faults.untaken, {});
}

WithheldFaults::WithheldFaults() {
  withheld = true;
}

WithheldFaults::~WithheldFaults() {
  withheld = false;
}

QuietFaults::QuietFaults() {
  const std::lock_guard lock(ledger().mutex);
  ++ledger().quiet;
}

QuietFaults::~QuietFaults() {
  const std::lock_guard lock(ledger().mutex);
  --ledger().quiet;
}

}  // namespace simulator
