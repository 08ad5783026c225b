#include "simulator/runtime/process/environment.hpp"

#include <sched.h>

#include <charconv>
#include <exception>
#include <stdexcept>

namespace simulator::runtime {
namespace {

/// What `parse` makes of a variable; `usual` where there is none, or where it means nothing.
template <typename T, typename Parse>
T parsed(const char* name, T usual, Parse parse) {
  const std::string wish = environment(name);
  if (wish.empty()) return usual;
  try {
    return parse(wish);
  } catch (const std::exception& error) {
    report_misuse(fault::api, std::string(name) + ": " + error.what(), {});
    return usual;
  }
}

bool checks_of_environment() {
  const std::string wish = environment("SIMULATE_CHECKS");
  if (!wish.empty() && wish != "on" && wish != "off")
    report_misuse(fault::api, "SIMULATE_CHECKS: '" + wish + "' is neither on nor off", {});
  return wish != "off";
}

std::uint64_t number(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size()) return number;
  throw std::invalid_argument("'" + text + "' is no number");
}

std::optional<std::uint64_t> number_of_environment(const char* name) {
  return parsed(name, std::optional<std::uint64_t>{}, number);
}

unsigned usable_cores() {
  cpu_set_t cores;
  return sched_getaffinity(0, sizeof cores, &cores) == 0 ? unsigned(CPU_COUNT(&cores)) : 1;
}

}  // namespace

const Device& device_of_environment() {
  return *parsed("SIMULATE_DEVICE", &h200(),
                 [](const std::string& wish) { return &device_named(wish); });
}

bool is_wished(const char* name) {
  return parsed(name, false, [](const std::string& wish) {
    if (wish != "0" && wish != "1")
      throw std::invalid_argument("'" + wish + "' is neither 0 nor 1");
    return wish == "1";
  });
}

double seconds_of_environment(const char* name, double usual) {
  return parsed(name, usual, [](const std::string& wish) {
    double seconds = 0;
    const auto [end, error] = std::from_chars(wish.data(), wish.data() + wish.size(), seconds);
    if (error == std::errc{} && end == wish.data() + wish.size() && seconds > 0) return seconds;
    throw std::invalid_argument("'" + wish + "' is no number of seconds");
  });
}

unsigned devices_of_environment() {
  const std::uint64_t wish = number_of_environment("SIMULATE_DEVICES").value_or(1);
  if (wish >= 1 && wish <= Memory::most_devices) return unsigned(wish);
  report_misuse(fault::api,
                "SIMULATE_DEVICES: a number from 1 to " + std::to_string(Memory::most_devices), {});
  return 1;
}

void obey_environment(State& s) {
  s.schedule = parsed("SIMULATE_SCHEDULE", Schedule::parse("forward"), Schedule::parse);
  s.work.set_schedule(
      parsed("SIMULATE_STREAMS", StreamSchedule::parse("early"), StreamSchedule::parse));
  s.checked = checks_of_environment();
  s.work.set_checks(s.checked);
  s.work.set_watch(is_wished("SIMULATE_WATCH_HOST"));
  s.trace = parsed("SIMULATE_TRACE", std::unique_ptr<TraceFile>{},
                   [](const std::string& path) { return std::make_unique<TraceFile>(path); });
  s.traced_kernel = environment("SIMULATE_TRACE_KERNEL");
  s.tell_after = seconds_of_environment("SIMULATE_TELL_AFTER", s.tell_after);
  s.patience = number_of_environment("SIMULATE_PATIENCE").value_or(0);
  s.explore = number_of_environment("SIMULATE_EXPLORE").value_or(0);
  s.most_faults = number_of_environment("SIMULATE_FAULTS");
  s.cores = unsigned(number_of_environment("SIMULATE_CORES").value_or(usable_cores()));
  s.worth_sharing = number_of_environment("SIMULATE_SHARE_FROM");
}

}  // namespace simulator::runtime
