#include <chrono>

#include "simulator/runtime/handles.hpp"
#include "simulator/runtime/runtime.hpp"

// Events read the host's clock when their turn in their stream comes; what lies between two of them
// says nothing of a GPU's time.

using namespace simulator;
using namespace simulator::runtime;

struct CUevent_st {
  bool timed = true, recorded = false;
  Times at = {};                // what it stands for; nothing if it was never recorded
  std::uint64_t recording = 0;  // the last of its recordings
  std::chrono::steady_clock::time_point time = {};
};

namespace {

Handles<CUevent_st>& events() {
  static auto& all = *new Handles<CUevent_st>;
  return all;
}

void check_event(cudaEvent_t event) {
  if (events().contains(event)) return;
  if (event) report_misuse(fault::api, "use of an event that was destroyed or never created");
  throw ApiError{cudaErrorInvalidResourceHandle};
}

}  // namespace

extern "C" {

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return call([&](State&) {
    const unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    if (!event || (flags & ~known) != 0 ||
        ((flags & cudaEventInterprocess) != 0 && (flags & cudaEventDisableTiming) == 0))
      return cudaErrorInvalidValue;
    *event = events().make({.timed = (flags & cudaEventDisableTiming) == 0});
    return cudaSuccess;
  });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return call([&](State&) {
    check_event(event);
    events().destroy(event);
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  return call([&](State& s) {
    if (flags > cudaEventRecordExternal) return cudaErrorInvalidValue;
    check_event(event);
    const unsigned number = number_of(stream);
    event->recorded = true;
    const auto take_time = [event, recording = ++event->recording](Uses*) {
      if (recording == event->recording) event->time = std::chrono::steady_clock::now();
    };
    event->at = s.work.give(
        number, {.kind = Operation::Kind::other, .name = {}, .uses = {}, .effect = take_time});
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return call([&](State& s) {
    if (flags > cudaEventWaitExternal) return cudaErrorInvalidValue;
    const unsigned number = number_of(stream);
    check_event(event);
    s.work.stream_waits(number, event->at);
    return cudaSuccess;
  });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return call([&](State& s) {
    check_event(event);
    s.work.wait(event->at);
    return s.sticky;
  });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return call([&](State& s) {
    check_event(event);
    const bool done = s.work.ask(event->at);
    return s.sticky != cudaSuccess || done ? s.sticky : cudaErrorNotReady;
  });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return call_without_context([&](State& s) {
    check_event(start);
    check_event(end);
    if (!start->timed || !end->timed || !start->recorded || !end->recorded)
      return cudaErrorInvalidResourceHandle;
    if (!s.work.ask(start->at) || !s.work.ask(end->at)) return cudaErrorNotReady;
    const std::chrono::duration<float, std::milli> passed = end->time - start->time;
    result(milliseconds) = s.recorder->milliseconds(passed.count());
    return cudaSuccess;
  });
}

}  // extern "C"
