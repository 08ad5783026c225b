#include "simulator/runtime/end.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

#include "simulator/runtime/environment.hpp"
#include "simulator/runtime/runtime.hpp"

namespace simulator::runtime {
namespace {

State* watched = nullptr;  // none until the program has called something

/// A CSV row for every launch that nobody took.
void write_counts(const std::string& path, const std::vector<LaunchRecord>& launches) {
  std::ofstream out(path);
  out << "kernel,grid,block";
  for_each_count(Counts{}, [&](const char* name, std::uint64_t) { out << ',' << name; });
  const auto extent = [](const Dim3& d) {
    return std::to_string(d.x) + 'x' + std::to_string(d.y) + 'x' + std::to_string(d.z);
  };
  for (const LaunchRecord& each : launches) {
    out << "\n\"" << each.kernel << "\"," << extent(each.grid) << ',' << extent(each.block);
    for_each_count(each.counts, [&](const char*, std::uint64_t value) { out << ',' << value; });
  }
  out << '\n';
  if (!out.flush()) report_misuse(fault::api, "cannot write the counts to " + path);
}

/// A program that ends with a failure has noticed that something went wrong.
void report_unseen_error(int status, void*) {
  if (status == 0 && !watched->unseen_error.empty())
    report_misuse(fault::api, std::exchange(watched->unseen_error, {}));
}

void report_rest(State& s) {
  if (!s.unseen_launch_error.empty())
    report_misuse(fault::api, std::exchange(s.unseen_launch_error, {}) +
                                  ", and the program never asked for the error");
  if (const std::string path = environment("SIMULATE_COUNTS"); !path.empty())
    write_counts(path, s.launches);
  if (s.trace && !s.traced_kernel.empty() && !s.traced_kernel_ran)
    std::fprintf(stderr, "simulator: no kernel named %s was launched: nothing is traced\n",
                 s.traced_kernel.c_str());
  s.trace.reset();
  if (environment("SIMULATE_LEAKS") != "1") return;
  for (const Allocation* each : device_memory().leaks()) {
    std::ostringstream text;
    text << each->bytes << " bytes at 0x" << std::hex << each->address << " were never freed";
    report_misuse(fault::leak, text.str());
  }
}

void end() {
  if (watched != nullptr) report_rest(*watched);
  if (!any_faults()) return;
  std::cout.flush();
  std::fflush(nullptr);
  std::_Exit(fault_exit_status);
}

// Handlers run in the reverse order of their registration: this one, registered before all of the
// program's, runs last, so it may leave for good.
[[gnu::constructor(101)]] void register_end() {
  std::atexit(end);
}

}  // namespace

void watch_end(State& state) {
  watched = &state;
  on_exit(report_unseen_error, nullptr);
}

}  // namespace simulator::runtime
