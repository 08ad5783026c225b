#include "simulator/runtime/graphs/capture.hpp"

#include <algorithm>
#include <list>
#include <set>
#include <utility>

#include "simulator/runtime/streams/event.hpp"

using namespace simulator;
using namespace simulator::runtime;

namespace {

std::list<Capture>& captures() {
  static auto& all = *new std::list<Capture>;
  return all;
}

std::uint64_t begun = 0;

cudaStreamCaptureMode& mode_of_thread() {
  thread_local cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  return mode;
}

bool is_mode(cudaStreamCaptureMode mode) {
  return mode >= cudaStreamCaptureModeGlobal && mode <= cudaStreamCaptureModeRelaxed;
}

/// A capture with a stream that the legacy default stream waits for.
Capture* that_blocks_legacy(State& s) {
  for (Capture& each : captures())
    for (const auto& [stream, before] : each.streams)
      if (s.work.is_blocking(stream)) return &each;
  return nullptr;
}

void end(Capture& capture) {
  capture.graph->captured = false;
  captures().remove_if([&](const Capture& each) { return &each == &capture; });
}

/// Nodes that come before others, these included.
std::set<cudaGraphNode_t> past_of(const std::vector<GraphEdge>& last) {
  std::set<cudaGraphNode_t> past;
  std::vector<cudaGraphNode_t> next;
  for (const GraphEdge& each : last) next.push_back(each.from);
  while (!next.empty()) {
    const cudaGraphNode_t node = next.back();
    next.pop_back();
    if (!past.insert(node).second) continue;
    for (const GraphEdge& each : node->before) next.push_back(each.from);
  }
  return past;
}

/// Does all that other streams got come before what the stream got that it began in?
bool is_joined(const Capture& capture) {
  const std::set<cudaGraphNode_t> past = past_of(capture.streams.at(capture.origin));
  for (const auto& [stream, before] : capture.streams)
    for (const GraphEdge& each : before)
      if (!past.contains(each.from)) return false;
  return std::all_of(capture.left.begin(), capture.left.end(),
                     [&](const GraphEdge& each) { return past.contains(each.from); });
}

void join(std::vector<GraphEdge>& edges, const std::vector<GraphEdge>& more) {
  for (const GraphEdge& each : more)
    if (std::none_of(edges.begin(), edges.end(),
                     [&](const GraphEdge& known) { return known.from == each.from; }))
      edges.push_back(each);
}

cudaError_t begin(cudaStream_t stream, cudaStreamCaptureMode mode, cudaGraph_t graph,
                  const cudaGraphNode_t* nodes, const cudaGraphEdgeData* data, std::size_t count) {
  return call_in(stream, [&](State&, unsigned number) {
    if (!is_mode(mode)) return cudaErrorInvalidValue;
    if (number == StreamOrder::legacy) return cudaErrorStreamCaptureUnsupported;
    if (capture_of(number)) return cudaErrorIllegalState;
    Capture capture{
        .id = ++begun, .graph = graph, .made_graph = !graph, .mode = mode, .origin = number};
    std::vector<GraphEdge>& before = capture.streams[number];
    if (graph)
      before = edges_of(checked(graph), nodes, data, count);
    else
      capture.graph = make_graph();
    capture.graph->captured = true;
    captures().push_back(std::move(capture));
    return cudaSuccess;
  });
}

// What cudaStreamGetCaptureInfo points to, until the stream is used again.
struct Told {
  std::vector<cudaGraphNode_t> nodes;
  std::vector<cudaGraphEdgeData> data;
};

Told& told(unsigned stream) {
  static auto& all = *new std::map<unsigned, Told>;
  return all[stream];
}

bool is_plain(const cudaGraphEdgeData& data) {
  return data.from_port == 0 && data.to_port == 0 && data.type == cudaGraphDependencyTypeDefault;
}

cudaStreamCaptureStatus status_of(State& s, unsigned stream) {
  if (stream == StreamOrder::legacy && that_blocks_legacy(s))
    throw ApiError{cudaErrorStreamCaptureImplicit};
  const Capture* const capture = capture_of(stream);
  if (!capture) return cudaStreamCaptureStatusNone;
  return capture->invalid ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
}

}  // namespace

Capture* simulator::runtime::capture_of(unsigned stream) {
  for (Capture& each : captures())
    if (each.streams.contains(stream)) return &each;
  return nullptr;
}

Capture* simulator::runtime::find_capture(std::uint64_t id) {
  for (Capture& each : captures())
    if (each.id == id) return &each;
  return nullptr;
}

void simulator::runtime::leave_capture(unsigned stream) {
  Capture* const capture = capture_of(stream);
  if (!capture) return;
  if (stream == capture->origin) {
    const cudaGraph_t unwanted = capture->made_graph ? capture->graph : nullptr;
    end(*capture);
    if (unwanted) destroy_graph(unwanted);
    return;
  }
  join(capture->left, capture->streams[stream]);
  capture->streams.erase(stream);
}

void simulator::runtime::spoil(Capture& capture, cudaError_t error) {
  capture.invalid = true;
  throw ApiError{error};
}

Capture* simulator::runtime::capturing(State& s, unsigned stream) {
  if (captures().empty()) return nullptr;
  Capture* const capture = capture_of(stream);
  if (!capture) {
    if (stream != StreamOrder::legacy) return nullptr;
    if (Capture* const other = that_blocks_legacy(s)) spoil(*other, cudaErrorStreamCaptureImplicit);
    return nullptr;
  }
  if (capture->invalid) throw ApiError{cudaErrorStreamCaptureInvalidated};
  return capture;
}

void simulator::runtime::check_not_capturing(State& s, unsigned stream) {
  if (Capture* const capture = capturing(s, stream))
    spoil(*capture, cudaErrorStreamCaptureUnsupported);
}

void simulator::runtime::check_capture_allows(State&) {
  if (captures().empty() || mode_of_thread() == cudaStreamCaptureModeRelaxed) return;
  const auto forbids = [](const Capture& each) {
    return each.thread == std::this_thread::get_id()
               ? each.mode != cudaStreamCaptureModeRelaxed
               : each.mode == cudaStreamCaptureModeGlobal &&
                     mode_of_thread() == cudaStreamCaptureModeGlobal;
  };
  bool forbidden = false;
  for (Capture& each : captures()) {
    if (!forbids(each)) continue;
    forbidden = true;
    each.invalid = true;
  }
  if (forbidden) throw ApiError{cudaErrorStreamCaptureUnsupported};
}

void simulator::runtime::check_askable(State& s, unsigned stream) {
  if (Capture* const capture = capture_of(stream))
    spoil(*capture, cudaErrorStreamCaptureUnsupported);
  check_not_capturing(s, stream);
  check_capture_allows(s);
}

void simulator::runtime::check_nothing_captures() {
  for (Capture& each : captures()) each.invalid = true;
  if (!captures().empty()) throw ApiError{cudaErrorStreamCaptureUnsupported};
}

void simulator::runtime::capture_record(Capture& capture, unsigned stream, cudaEvent_t event) {
  event->capture = capture.id;
  event->captured_nodes.clear();
  for (const GraphEdge& each : capture.streams[stream]) event->captured_nodes.push_back(each.from);
}

void simulator::runtime::capture_wait(State& s, unsigned stream, cudaEvent_t event) {
  Capture* const own = capturing(s, stream);
  if (event->capture == 0) {
    if (own && event->recorded) spoil(*own, cudaErrorStreamCaptureIsolation);
    if (!own) s.work.stream_waits(stream, event->at);
    return;
  }
  Capture* const capture = find_capture(event->capture);
  if (!capture) {  // it has ended
    if (own) own->invalid = true;
    throw ApiError{cudaErrorInvalidValue};
  }
  if (capture->invalid) throw ApiError{cudaErrorStreamCaptureInvalidated};
  if (stream == StreamOrder::legacy) spoil(*capture, cudaErrorStreamCaptureImplicit);
  if (own && own != capture) {
    own->invalid = true;
    spoil(*capture, cudaErrorStreamCaptureMerge);
  }
  std::vector<GraphEdge> edges;
  for (const cudaGraphNode_t each : event->captured_nodes)
    if (each->graph == capture->graph) edges.push_back({each});
  join(capture->streams[stream], edges);
}

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return begin(stream, mode, nullptr, nullptr, nullptr, 0);
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* dependencies,
                                          const cudaGraphEdgeData* data, std::size_t count,
                                          cudaStreamCaptureMode mode) {
  if (!graph) return call([](State&) { return cudaErrorInvalidValue; });
  return begin(stream, mode, graph, dependencies, data, count);
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  return call_in(stream, [&](State&, unsigned number) {
    Capture* const capture = capture_of(number);
    if (!capture) return cudaErrorIllegalState;
    if (number != capture->origin) spoil(*capture, cudaErrorStreamCaptureUnmatched);
    cudaError_t error = cudaSuccess;
    if (capture->mode != cudaStreamCaptureModeRelaxed &&
        capture->thread != std::this_thread::get_id())
      error = cudaErrorStreamCaptureWrongThread;
    else if (capture->invalid)
      error = cudaErrorStreamCaptureInvalidated;
    else if (!is_joined(*capture))
      error = cudaErrorStreamCaptureUnjoined;
    const cudaGraph_t made = capture->graph;
    const bool unwanted = error != cudaSuccess && capture->made_graph;
    end(*capture);
    if (unwanted) destroy_graph(made);
    if (graph) *graph = error == cudaSuccess ? made : nullptr;
    return error;
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return call_in(stream, [&](State& s, unsigned number) {
    result(status) = status_of(s, number);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** nodes, const cudaGraphEdgeData** data,
                                     std::size_t* count) {
  return call_in(stream, [&](State& s, unsigned number) {
    if (!status || (data && !nodes)) return cudaErrorInvalidValue;
    *status = status_of(s, number);
    const Capture* const capture = capture_of(number);
    if (*status != cudaStreamCaptureStatusActive) return cudaSuccess;
    Told& here = told(number);
    here = {};
    for (const GraphEdge& each : capture->streams.at(number)) {
      if (nodes && !data && !is_plain(each.data)) return cudaErrorLossyQuery;
      here.nodes.push_back(each.from);
      here.data.push_back(each.data);
    }
    if (id) *id = capture->id;
    if (graph) *graph = capture->graph;
    if (nodes) *nodes = here.nodes.data();
    if (data) *data = here.data.data();
    if (count) *count = here.nodes.size();
    return cudaSuccess;
  });
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* nodes,
                                                const cudaGraphEdgeData* data, std::size_t count,
                                                unsigned flags) {
  return call_in(stream, [&](State&, unsigned number) {
    if (flags > cudaStreamSetCaptureDependencies) return cudaErrorInvalidValue;
    Capture* const capture = capture_of(number);
    if (!capture) return cudaErrorIllegalState;
    if (capture->invalid) return cudaErrorStreamCaptureInvalidated;
    const std::vector<GraphEdge> edges = edges_of(*capture->graph, nodes, data, count);
    std::vector<GraphEdge>& before = capture->streams[number];
    if (flags == cudaStreamSetCaptureDependencies) before.clear();
    join(before, edges);
    return cudaSuccess;
  });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return call([&](State&) {
    if (!mode || !is_mode(*mode)) return cudaErrorInvalidValue;
    std::swap(*mode, mode_of_thread());
    return cudaSuccess;
  });
}

}  // extern "C"
