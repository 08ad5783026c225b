#include <chrono>
#include <string>

#include "simulator/runtime/graphs/capture.hpp"
#include "simulator/runtime/graphs/graph.hpp"
#include "simulator/runtime/process/faults.hpp"
#include "simulator/runtime/streams/event.hpp"

// Events read the host's clock when their turn in their stream comes; what lies between two of them
// says nothing of a GPU's time.

using namespace simulator;
using namespace simulator::runtime;

namespace {

/// The host asks for an event: it cannot ask for one that stands for nodes of a graph, nor for any
/// where captures would not see it.
void check_askable(State& s, cudaEvent_t event) {
  check_event(event);
  if (event->capture != 0) {
    Capture* const capture = find_capture(event->capture);
    if (!capture) throw ApiError{cudaErrorInvalidValue};  // it has ended
    spoil(*capture, cudaErrorCapturedEvent);
  }
  check_capture_allows(s);
}

/// A note, for the program may look at what the call returns, and ask again.
void note_no_wait() {
  const HostLine line = HostCall::here().line();
  report({.kind = fault::api,
          .kernel = {},
          .message = "cudaEventElapsedTime of events that the host has not waited for: as long as "
                     "they lie ahead, it returns cudaErrorNotReady and no time; it needs "
                     "cudaEventSynchronize before",
          .file = line.file,
          .line = line.line,
          .benign = true});
}

}  // namespace

extern "C" {

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return call([&](State&) {
    const unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    if (!event || (flags & ~known) != 0 ||
        ((flags & cudaEventInterprocess) != 0 && (flags & cudaEventDisableTiming) == 0))
      return cudaErrorInvalidValue;
    *event = make_event((flags & cudaEventDisableTiming) == 0);
    return cudaSuccess;
  });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return call([&](State&) { return cudaEventCreateWithFlags(event, cudaEventDefault); });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return call([&](State&) {
    check_event(event);
    destroy_event(event);
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  return call([&](State& s) {
    if (flags > cudaEventRecordExternal) return cudaErrorInvalidValue;
    check_event(event);
    const unsigned number = number_of(stream);
    if (const unsigned device = device_of(stream); device != event->device)
      throw ApiError{cudaErrorInvalidResourceHandle,
                     "the event is of device " + std::to_string(event->device) +
                         ", the stream of device " + std::to_string(device)};
    if (context_of(stream) != event->context)
      throw ApiError{cudaErrorInvalidResourceHandle,
                     "the event and the stream are of two contexts"};
    Capture* const capture = capturing(s, number);
    if (!capture) {
      if (flags == cudaEventRecordExternal) return cudaErrorIllegalState;
      record(s, event, number);
    } else if (flags == cudaEventRecordExternal) {
      capture_node(*capture, number, cudaGraphNodeTypeEventRecord, EventNode{event});
    } else {
      capture_record(*capture, number, event);
    }
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return call(
      [&](State&) { return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault); });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return call([&](State& s) {
    if (flags > cudaEventWaitExternal) return cudaErrorInvalidValue;
    const unsigned number = number_of(stream);
    check_event(event);
    if (flags == cudaEventWaitExternal) {
      Capture* const capture = capturing(s, number);
      if (!capture) return cudaErrorIllegalState;
      capture_node(*capture, number, cudaGraphNodeTypeWaitEvent, EventNode{event});
    } else {
      capture_wait(s, number, event);
    }
    return cudaSuccess;
  });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return call([&](State& s) {
    check_askable(s, event);
    s.work.wait(event->at);
    return s.sticky;
  });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return call([&](State& s) {
    check_askable(s, event);
    const bool done = s.work.ask(event->at);
    return s.sticky != cudaSuccess || done ? s.sticky : cudaErrorNotReady;
  });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return call_without_context([&](State& s) {
    check_event(start);
    check_event(end);
    if (s.sticky != cudaSuccess) return s.sticky;
    if (start->device != end->device)
      throw ApiError{cudaErrorInvalidResourceHandle, "the events are of different devices"};
    if (start->capture != 0 || end->capture != 0) return cudaErrorCapturedEvent;
    if (!start->timed || !end->timed || !start->recorded || !end->recorded)
      return cudaErrorInvalidResourceHandle;
    if (!s.work.host_knows(start->at) || !s.work.host_knows(end->at)) note_no_wait();
    if (!s.work.ask(start->at) || !s.work.ask(end->at)) return cudaErrorNotReady;
    const std::chrono::duration<float, std::milli> passed = end->time - start->time;
    result(milliseconds) = s.recorder->milliseconds(passed.count());
    return cudaSuccess;
  });
}

}  // extern "C"
