#include "simulator/ptx/unsupported.hpp"
#include "simulator/rehearsal/work_log.hpp"
#include "simulator/runtime/runtime.hpp"

// What simulator.hpp says of logs.

namespace simulator {

using runtime::state;
using runtime::WorkLog;

namespace {

WorkLog* log() {
  return dynamic_cast<WorkLog*>(state().recorder.get());
}

}  // namespace

void start_log(bool rehearsal) {
  const std::lock_guard lock(state().mutex);
  state().work.settle();
  if (rehearsal) state().work.set_schedule({});  // nothing is done, early or late
  state().recorder = std::make_unique<WorkLog>(rehearsal);
}

void start_rehearsals() {
  start_log(true);
  const std::lock_guard lock(state().mutex);
  for (const auto& binary : state().binaries) {
    try {
      log()->code_of(*binary->module().program);
    } catch (const runtime::ApiError&) {
      // Whoever asks for one of its kernels is told.
    } catch (const UnsupportedError&) {
    }
  }
}

void note_in_log(const std::string& line) {
  const std::lock_guard lock(state().mutex);
  if (log()) log()->note(line);
}

std::size_t log_size() {
  const std::lock_guard lock(state().mutex);
  return log() ? log()->size() : 0;
}

std::string take_log() {
  const std::lock_guard lock(state().mutex);
  return log() ? log()->take() : "";
}

}  // namespace simulator
