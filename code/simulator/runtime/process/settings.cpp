#include <utility>

#include "simulator/runtime/runtime.hpp"

// What simulator.hpp says of launches to come, and of those that were.

namespace simulator {

using runtime::state;

std::vector<LaunchRecord> take_launches() {
  const std::lock_guard lock(state().mutex);
  state().work.settle();
  return std::exchange(state().launches, {});
}

void set_schedule(std::string_view schedule) {
  const Schedule parsed = Schedule::parse(schedule);
  const std::lock_guard lock(state().mutex);
  state().work.settle();
  state().schedule = parsed;
}

void set_streams(std::string_view schedule) {
  const auto parsed = runtime::StreamSchedule::parse(schedule);
  const std::lock_guard lock(state().mutex);
  state().work.settle();
  state().work.set_schedule(parsed);
}

void set_checks(bool on) {
  const std::lock_guard lock(state().mutex);
  if (on == state().checked) return;
  state().work.finish();
  if (on) runtime::device_memory().assume_written();
  state().checked = on;
  state().work.set_checks(on);
}

void restore_context() {
  const std::lock_guard lock(state().mutex);
  state().work.wait_for_all();
  state().sticky = runtime::last_error() = cudaSuccess;
}

void set_cores(unsigned cores) {
  const std::lock_guard lock(state().mutex);
  state().cores = cores;
}

void trace_to(std::string path) {
  auto trace = std::make_unique<runtime::TraceFile>(path);
  const std::lock_guard lock(state().mutex);
  state().work.finish();
  state().trace = std::move(trace);
}

void trace_warp(unsigned warp) {
  const std::lock_guard lock(state().mutex);
  state().work.finish();
  if (state().trace) state().trace->trace.keep(warp);
}

void trace_stop() {
  const std::lock_guard lock(state().mutex);
  state().work.finish();
  state().trace.reset();
}

}  // namespace simulator
