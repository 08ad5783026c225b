#include "simulator/runtime/environment.hpp"

#include <sched.h>

#include <charconv>
#include <exception>

namespace simulator::runtime {
namespace {

Schedule schedule_of_environment() {
  const std::string wish = environment("SIMULATE_SCHEDULE");
  try {
    return Schedule::parse(wish.empty() ? "forward" : wish);
  } catch (const std::exception& error) {
    report_misuse(fault::api, std::string("SIMULATE_SCHEDULE: ") + error.what());
    return {};
  }
}

StreamSchedule streams_of_environment() {
  const std::string wish = environment("SIMULATE_STREAMS");
  try {
    return StreamSchedule::parse(wish.empty() ? "early" : wish);
  } catch (const std::exception& error) {
    report_misuse(fault::api, std::string("SIMULATE_STREAMS: ") + error.what());
    return {};
  }
}

bool checks_of_environment() {
  const std::string wish = environment("SIMULATE_CHECKS");
  if (!wish.empty() && wish != "on" && wish != "off")
    report_misuse(fault::api, "SIMULATE_CHECKS: '" + wish + "' is neither on nor off");
  return wish != "off";
}

std::optional<std::uint64_t> number_of_environment(const char* name) {
  const std::string wish = environment(name);
  if (wish.empty()) return {};
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(wish.data(), wish.data() + wish.size(), number);
  if (error == std::errc{} && end == wish.data() + wish.size()) return number;
  report_misuse(fault::api, std::string(name) + ": '" + wish + "' is no number");
  return {};
}

unsigned usable_cores() {
  cpu_set_t cores;
  return sched_getaffinity(0, sizeof cores, &cores) == 0 ? unsigned(CPU_COUNT(&cores)) : 1;
}

std::unique_ptr<TraceFile> trace_of_environment() {
  const std::string path = environment("SIMULATE_TRACE");
  try {
    return path.empty() ? nullptr : std::make_unique<TraceFile>(path);
  } catch (const std::exception& error) {
    report_misuse(fault::api, std::string("SIMULATE_TRACE: ") + error.what());
    return nullptr;
  }
}

}  // namespace

const Device& device_of_environment() {
  const std::string wish = environment("SIMULATE_DEVICE");
  try {
    return wish.empty() ? h200() : device_named(wish);
  } catch (const std::exception& error) {
    report_misuse(fault::api, std::string("SIMULATE_DEVICE: ") + error.what());
    return h200();
  }
}

unsigned devices_of_environment() {
  const std::uint64_t wish = number_of_environment("SIMULATE_DEVICES").value_or(1);
  if (wish >= 1 && wish <= Memory::most_devices) return unsigned(wish);
  report_misuse(fault::api,
                "SIMULATE_DEVICES: a number from 1 to " + std::to_string(Memory::most_devices));
  return 1;
}

void obey_environment(State& s) {
  s.schedule = schedule_of_environment();
  s.work.set_schedule(streams_of_environment());
  s.checked = checks_of_environment();
  s.work.set_checks(s.checked);
  s.trace = trace_of_environment();
  s.traced_kernel = environment("SIMULATE_TRACE_KERNEL");
  s.patience = number_of_environment("SIMULATE_PATIENCE").value_or(0);
  s.explore = number_of_environment("SIMULATE_EXPLORE").value_or(0);
  s.most_faults = number_of_environment("SIMULATE_FAULTS");
  s.cores = unsigned(number_of_environment("SIMULATE_CORES").value_or(usable_cores()));
  s.worth_sharing = number_of_environment("SIMULATE_SHARE_FROM");
}

}  // namespace simulator::runtime
