#include "simulator/runtime/process/faults.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <utility>

#include "simulator/runtime/process/environment_variable.hpp"
#include "simulator/runtime/process/fault_list.hpp"
#include "simulator/simulator.hpp"

namespace simulator {
namespace {

/// A file below the folder that the program was started in is named from there, as its user does.
Fault as_seen_from(const std::string& folder, Fault fault) {
  if (!folder.empty() && fault.file.starts_with(folder)) fault.file.erase(0, folder.size());
  return fault;
}

struct Ledger {
  std::mutex mutex;
  const std::string folder = [] {
    std::error_code error;
    const std::string path = std::filesystem::current_path(error).string();
    return error || path == "/" ? std::string() : path + '/';
  }();
  const bool strict = runtime::environment("SIMULATE_STRICT") == "1";
  const std::string list = runtime::environment("SIMULATE_FAULT_LIST");
  Faults faults{[this](const Fault& fault) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s\n", describe(as_seen_from(folder, fault)).c_str());
  }};

  /// At once, and not in the end: who knows how the program ends.
  void write_list() const {
    if (!list.empty()) runtime::write_fault_list(list, faults.found());
  }
};

// Never destroyed: faults are reported, and looked at, until the very end of the process.
Ledger& ledger() {
  static Ledger& ledger = *new Ledger;
  return ledger;
}

}  // namespace

void runtime::report(Fault fault) {
  const std::lock_guard lock(ledger().mutex);
  if (ledger().strict) fault.benign = false;
  const std::size_t before = ledger().faults.found().size();
  ledger().faults.report(std::move(fault));
  if (ledger().faults.found().size() > before) ledger().write_list();
}

void runtime::count_faults(const std::vector<Fault>& of_launch) {
  for (Fault fault : of_launch)
    if (--fault.times > 0) report(std::move(fault));
  const std::lock_guard lock(ledger().mutex);
  if (!of_launch.empty()) ledger().write_list();
}

bool runtime::any_faults() {
  const std::lock_guard lock(ledger().mutex);
  return ledger().faults.places() > 0;
}

void runtime::tell_times() {
  const std::lock_guard lock(ledger().mutex);
  for (const Fault& fault : ledger().faults.found())
    if (fault.times > 1)
      std::fprintf(stderr, "%s\n", describe_times(as_seen_from(ledger().folder, fault)).c_str());
}

std::vector<Fault> take_faults() {
  const std::lock_guard lock(ledger().mutex);
  std::vector<Fault> taken = ledger().faults.take();
  std::erase_if(taken, [](const Fault& fault) { return fault.benign; });
  return taken;
}

}  // namespace simulator
