#include <algorithm>
#include <chrono>
#include <deque>
#include <set>

#include "simulator/runtime/runtime.hpp"

// Streams and events. Every stream is synchronous: a call returns when its work is done. Events
// read the host's clock; what lies between two of them says nothing of a GPU's time.

using namespace simulator;
using namespace simulator::runtime;

struct CUstream_st {
  unsigned flags = 0;
  int priority = 0;
};

struct CUevent_st {
  bool timed = true, recorded = false;
  std::chrono::steady_clock::time_point time;
};

namespace {

constexpr int greatest_priority = -5;

/// What handles stand for. What was destroyed is kept: no other shall have its address.
template <class T>
class Handles {
 public:
  T* make(T value) {
    all_.push_back(std::move(value));
    live_.insert(&all_.back());
    return &all_.back();
  }
  void destroy(T* handle) { live_.erase(handle); }
  bool contains(T* handle) const { return live_.contains(handle); }

 private:
  std::deque<T> all_;
  std::set<T*> live_;
};

Handles<CUstream_st>& streams() {
  static auto& all = *new Handles<CUstream_st>;
  return all;
}

Handles<CUevent_st>& events() {
  static auto& all = *new Handles<CUevent_st>;
  return all;
}

bool is_default(cudaStream_t stream) {
  return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

void check_event(cudaEvent_t event) {
  if (events().contains(event)) return;
  if (event) report_misuse(fault::api, "use of an event that was destroyed or never created");
  throw ApiError{cudaErrorInvalidResourceHandle};
}

cudaError_t check_only(cudaStream_t stream, bool valid = true) {
  return call([&](State&) {
    if (!valid) return cudaErrorInvalidValue;
    check_stream(stream);
    return cudaSuccess;
  });
}

}  // namespace

void simulator::runtime::check_stream(cudaStream_t stream) {
  if (is_default(stream) || streams().contains(stream)) return;
  report_misuse(fault::api, "use of a stream that was destroyed or never created");
  throw ApiError{cudaErrorInvalidResourceHandle};
}

extern "C" {

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  return call([&](State&) {
    if (!stream || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
    *stream = streams().make({flags, std::clamp(priority, greatest_priority, 0)});
    return cudaSuccess;
  });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return call([&](State&) {
    if (is_default(stream)) return cudaErrorInvalidResourceHandle;
    check_stream(stream);
    streams().destroy(stream);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return check_only(stream);
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return check_only(stream);
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return call([&](State&) {
    check_stream(stream);
    result(flags) = is_default(stream) ? cudaStreamDefault : stream->flags;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return call([&](State&) {
    check_stream(stream);
    result(priority) = is_default(stream) ? 0 : stream->priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* number) {
  return call([&](State&) {
    check_stream(stream);
    result(number) = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return call([&](State&) {
    if (least) *least = 0;
    if (greatest) *greatest = greatest_priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return call([&](State&) {
    if (flags > cudaEventWaitExternal) return cudaErrorInvalidValue;
    check_stream(stream);
    check_event(event);
    return cudaSuccess;
  });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  const cudaError_t error = check_only(stream, function != nullptr);
  if (error == cudaSuccess) function(data);
  return error;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void* data,
                                  unsigned flags) {
  const cudaError_t error = check_only(stream, function && flags == 0);
  if (error == cudaSuccess) function(stream, cudaSuccess, data);
  return error;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return call([&](State&) {
    check_stream(stream);
    result(status) = cudaStreamCaptureStatusNone;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode) {
  return unsupported("cudaStreamBeginCapture");
}

cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t*) {
  return unsupported("cudaStreamEndCapture");
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return call([&](State&) {
    const unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    if (!event || (flags & ~known) != 0 ||
        ((flags & cudaEventInterprocess) != 0 && (flags & cudaEventDisableTiming) == 0))
      return cudaErrorInvalidValue;
    *event = events().make({(flags & cudaEventDisableTiming) == 0, false, {}});
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
  return call([&](State&) {
    if (flags > cudaEventRecordExternal) return cudaErrorInvalidValue;
    check_event(event);
    check_stream(stream);
    event->recorded = true;
    event->time = std::chrono::steady_clock::now();
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return call([&](State&) {
    check_event(event);
    return cudaSuccess;
  });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return cudaEventSynchronize(event);
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return call_without_context([&](State& s) {
    check_event(start);
    check_event(end);
    if (!start->timed || !end->timed || !start->recorded || !end->recorded)
      return cudaErrorInvalidResourceHandle;
    const std::chrono::duration<float, std::milli> passed = end->time - start->time;
    result(milliseconds) = s.recorder->milliseconds(passed.count());
    return cudaSuccess;
  });
}

}  // extern "C"
