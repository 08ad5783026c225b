#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <map>
#include <thread>
#include <vector>

#include "simulator/runtime/graphs/graph.hpp"
#include "simulator/runtime/runtime.hpp"

namespace simulator::runtime {

/// What streams get becomes nodes of a graph, and takes no effect.
///
/// Sources: NVIDIA, "CUDA C++ Programming Guide", section on stream capture; "CUDA Runtime API",
/// sections on streams and graphs.
struct Capture {
  std::uint64_t id = 0;
  cudaGraph_t graph = nullptr;
  bool made_graph = true;  // else the program gave it
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  unsigned origin = 0;  // the stream that it began in
  std::thread::id thread = std::this_thread::get_id();
  bool invalid = false;
  /// What the next node of a stream depends on, by the number of the stream.
  std::map<unsigned, std::vector<GraphEdge>> streams = {};
  std::vector<GraphEdge> left = {};  // the last nodes of streams that are gone
};

/// The one that the stream takes part in, invalid or not, or null.
Capture* capture_of(unsigned stream);
/// By its number; null if it has ended.
Capture* find_capture(std::uint64_t id);
/// Where what the stream gets goes: null if it takes effect. Throws ApiError where nothing may be
/// given to the stream: its capture is invalid, or it is the legacy default stream and would wait
/// for a stream that captures.
Capture* capturing(State& s, unsigned stream);
/// Throws ApiError for what cannot be asked of the stream while it captures.
void check_not_capturing(State& s, unsigned stream);
/// Throws ApiError where the thread must not call what captures do not see, such as cudaMalloc.
void check_capture_allows(State& s);
/// Throws ApiError where the host must not ask how far the stream is, or wait for it.
void check_askable(State& s, unsigned stream);
/// Throws ApiError if any stream captures: the host cannot wait for all of them.
void check_nothing_captures();
/// The stream is about to go. If the capture began in it, that goes too.
void leave_capture(unsigned stream);
/// Nothing comes of it any more. Throws the error.
[[noreturn]] void spoil(Capture& capture, cudaError_t error);

/// A further node of the stream.
template <class Work>
cudaGraphNode_t capture_node(Capture& capture, unsigned stream, cudaGraphNodeType type,
                             Work&& work) {
  std::vector<GraphEdge>& before = capture.streams[stream];
  const cudaGraphNode_t node =
      add_node(*capture.graph, type, std::forward<Work>(work), std::move(before));
  before = {{node}};
  return node;
}

/// A record of the event in a stream that captures, and a wait for such an event in any stream.
void capture_record(Capture& capture, unsigned stream, cudaEvent_t event);
void capture_wait(State& s, unsigned stream, cudaEvent_t event);

}  // namespace simulator::runtime
