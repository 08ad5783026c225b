#pragma once

#include <cuda_runtime_api.h>

#include <chrono>
#include <cstdint>
#include <vector>

#include "simulator/runtime/runtime.hpp"

struct CUevent_st {
  unsigned device = 0, context = 0;
  bool timed = true, recorded = false;
  simulator::runtime::VectorClock at = {};  // what it stands for; nothing if it was never recorded
  std::uint64_t recording = 0;              // the last of its recordings
  std::chrono::steady_clock::time_point time = {};
  std::uint64_t capture = 0;                         // that it was last recorded in; 0: none
  std::vector<cudaGraphNode_t> captured_nodes = {};  // what it stands for there
};

namespace simulator::runtime {

cudaEvent_t make_event(bool timed);
void destroy_event(cudaEvent_t event);
void destroy_events_of(unsigned device, unsigned context);
bool is_event(cudaEvent_t event);
/// Throws ApiError, and reports an event that was destroyed or never made.
void check_event(cudaEvent_t event);
/// From now on it stands for what the stream has got.
VectorClock record(State& s, cudaEvent_t event, unsigned stream);

}  // namespace simulator::runtime
