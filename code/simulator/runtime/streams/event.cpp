#include "simulator/runtime/streams/event.hpp"

#include "simulator/runtime/handles.hpp"
#include "simulator/runtime/process/unloading.hpp"

using namespace simulator;
using namespace simulator::runtime;

namespace {

Handles<CUevent_st>& events() {
  static auto& all = *new Handles<CUevent_st>;
  return all;
}

}  // namespace

cudaEvent_t simulator::runtime::make_event(bool timed) {
  return events().make({.device = current_device(), .context = current_context(), .timed = timed});
}

void simulator::runtime::destroy_event(cudaEvent_t event) {
  events().destroy(event);
}

void simulator::runtime::destroy_events_of(unsigned device, unsigned context) {
  events().for_all([=](CUevent_st& each) {
    if (each.device == device && each.context == context) events().destroy(&each);
  });
}

bool simulator::runtime::is_event(cudaEvent_t event) {
  return events().contains(event);
}

void simulator::runtime::check_event(cudaEvent_t event) {
  if (is_event(event)) return;
  check_not_unloading();
  if (event) report_misuse(fault::api, "use of an event that was destroyed or never created");
  throw ApiError{cudaErrorInvalidResourceHandle};
}

VectorClock simulator::runtime::record(State& s, cudaEvent_t event, unsigned stream) {
  event->recorded = true;
  event->capture = 0;
  event->captured_nodes.clear();
  const auto take_time = [event, recording = ++event->recording](Uses*) {
    if (recording == event->recording) event->time = std::chrono::steady_clock::now();
  };
  return event->at = s.work.give(stream, {.kind = Operation::Kind::other, .effect = take_time});
}
