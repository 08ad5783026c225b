#include <functional>
#include <map>
#include <string>
#include <utility>

#include "simulator/runtime/graphs/capture.hpp"
#include "simulator/runtime/graphs/graph.hpp"
#include "simulator/runtime/handles.hpp"
#include "simulator/runtime/process/unloading.hpp"
#include "simulator/runtime/runtime.hpp"
#include "simulator/runtime/streams/attributes.hpp"

using namespace simulator;
using namespace simulator::runtime;

struct CUstream_st {
  unsigned flags = 0;
  unsigned number = 0;  // for Work
  unsigned device = 0, context = 0;
};

namespace {

Handles<CUstream_st>& streams() {
  static auto& all = *new Handles<CUstream_st>;
  return all;
}

bool is_default(cudaStream_t stream) {
  return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

/// " of device 1", where there are several.
std::string words_for_device(const State& s, unsigned device) {
  return s.contexts.size() > 1 ? " of device " + std::to_string(device) : "";
}

std::string words_for_thread() {
  return " (thread " + std::to_string(host_thread() + 1) + ')';
}

/// The default stream of one thread of the host for one device.
class ThreadStream {
 public:
  explicit ThreadStream(unsigned device)
      : number_(state().work.make_stream(
            true,
            "the thread's default stream" + words_for_device(state(), device) + words_for_thread(),
            state().contexts[device].default_stream)) {}
  ~ThreadStream() {
    const std::lock_guard lock(state().mutex);
    state().work.retire_stream(number_);
    forget_attributes(number_);
  }
  ThreadStream(const ThreadStream&) = delete;
  ThreadStream& operator=(const ThreadStream&) = delete;

  unsigned number() const { return number_; }

 private:
  unsigned number_;
};

void destroy(State& s, cudaStream_t stream) {
  leave_capture(stream->number);
  s.work.retire_stream(stream->number);
  forget_attributes(stream->number);
  streams().destroy(stream);
}

cudaError_t host_function(cudaStream_t stream, const char* name, bool valid, HostNode node,
                          const std::source_location& where) {
  const auto body = [&](State& s) {
    if (!valid) return cudaErrorInvalidValue;
    const unsigned number = number_of(stream);
    if (Capture* const capture = capturing(s, number))
      capture_node(*capture, number, cudaGraphNodeTypeHost, std::move(node));
    else
      give_host_function(s, number, name, node, {});
    return cudaSuccess;
  };
  return call(body, where);
}

}  // namespace

unsigned simulator::runtime::number_of(cudaStream_t stream) {
  if (!stream || stream == cudaStreamLegacy) return state().context().default_stream;
  if (stream == cudaStreamPerThread) {
    thread_local std::map<unsigned, ThreadStream> own;  // by device
    return own.try_emplace(current_device(), current_device()).first->second.number();
  }
  if (streams().contains(stream)) return stream->number;
  check_not_unloading();
  report_misuse(fault::api, "use of a stream that was destroyed or never created");
  throw ApiError{cudaErrorInvalidResourceHandle};
}

void simulator::runtime::destroy_streams_of(State& s, unsigned device, unsigned context) {
  streams().for_all([&](CUstream_st& each) {
    if (each.device == device && each.context == context && streams().contains(&each))
      destroy(s, &each);
  });
}

unsigned simulator::runtime::device_of(cudaStream_t stream) {
  return is_default(stream) ? current_device() : stream->device;
}

unsigned simulator::runtime::context_of(cudaStream_t stream) {
  return is_default(stream) ? current_context() : stream->context;
}

extern "C" {

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  return call([&](State& s) {
    if (!stream || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
    static std::uint64_t made = 0;
    const bool blocking = flags != cudaStreamNonBlocking;
    const unsigned device = current_device();
    const unsigned number =
        s.work.make_stream(blocking,
                           (blocking ? "stream " : "non-blocking stream ") +
                               std::to_string(++made) + words_for_device(s, device),
                           s.context().default_stream);
    attributes_of(number).priority = priority_near(priority);
    *stream = streams().make({flags, number, device, current_context()});
    return cudaSuccess;
  });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return call([&](State&) { return cudaStreamCreateWithPriority(stream, flags, 0); });
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return call([&](State&) { return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0); });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return call([&](State& s) {
    if (is_default(stream)) return cudaErrorInvalidResourceHandle;
    number_of(stream);
    destroy(s, stream);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return call_in(stream, [&](State& s, unsigned number) {
    check_askable(s, number);
    s.work.wait_for(number);
    return s.sticky;
  });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return call_in(stream, [&](State& s, unsigned number) {
    check_askable(s, number);
    const bool done = s.work.ask(s.work.now(number));
    return s.sticky != cudaSuccess || done ? s.sticky : cudaErrorNotReady;
  });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return call_in(stream, [&](State&, unsigned) {
    result(flags) = is_default(stream) ? cudaStreamDefault : stream->flags;
    return cudaSuccess;
  });
}

/// Of no other stream, even when this one is gone: where its handle points.
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  return call_in(stream, [&](State&, unsigned number) {
    result(id) = is_default(stream) ? number : address_of(stream);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* number) {
  return call_in(stream, [&](State&, unsigned) {
    result(number) = int(device_of(stream));
    return cudaSuccess;
  });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  return host_function(stream, "cudaLaunchHostFunc", function != nullptr, {{function, data}},
                       std::source_location::current());
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void* data,
                                  unsigned flags) {
  return host_function(stream, "cudaStreamAddCallback", function && flags == 0,
                       {{nullptr, data}, function, stream}, std::source_location::current());
}

}  // extern "C"
