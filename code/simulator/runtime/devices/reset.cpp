#include "simulator/runtime/devices/reset.hpp"

#include <algorithm>
#include <vector>

#include "simulator/runtime/graphs/memory.hpp"
#include "simulator/runtime/process/leaks.hpp"
#include "simulator/runtime/process/unloading.hpp"
#include "simulator/runtime/runtime.hpp"
#include "simulator/runtime/streams/event.hpp"

// A device's context goes, and with it what lies there. Memory of pools, managed variables, graphs,
// and what the program has set of a function stay: so does an H200 under CUDA 13.0 (api/resets.cu).

using namespace simulator;
using namespace simulator::runtime;

namespace {

void free_memory_of(State& s, unsigned device, unsigned context) {
  std::vector<MemoryUse> lost;
  for (const Allocation* each : s.memory.living())
    if (!each->is_variable() && s.goes_with(*each, device, context))
      lost.push_back({each->address, each->address + each->bytes, true});
  std::sort(lost.begin(), lost.end(),
            [](const MemoryUse& a, const MemoryUse& b) { return a.begin < b.begin; });
  // Streams of other devices may use it, which nobody has waited for.
  if (!lost.empty() && s.contexts.size() > 1)
    s.work.by_host({.kind = Operation::Kind::release,
                    .name = name_of_call_under_way(s),
                    .uses = lost,
                    .effect = {}});
  const MemoryHistory::Call by = call_under_way(s);
  for (const MemoryUse& each : lost) {
    s.memory_history.note_freed(each.begin, by);
    free_now(s, each.begin);
  }
}

void unload_programs(State& s, unsigned device) {
  for (const auto& binary : s.binaries) binary->unload(device);
  for (const auto& [stub, function] : s.functions)
    if (const auto known = function->settings.find(device); known != function->settings.end())
      known->second.loaded = false;
}

void withdraw_access(State& s, unsigned device) {
  for (unsigned peer = 0; peer < s.contexts.size(); ++peer) {
    if (peer == device) continue;
    s.memory.set_peer_access(device, peer, false);
    s.memory.set_peer_access(peer, device, false);
  }
}

}  // namespace

void simulator::runtime::end_context(State& s, unsigned device, unsigned context) {
  Context& its = s.contexts[device];
  s.work.wait_for_device(its.default_stream);
  watch_unloading();
  report_leaks(s, device, context);
  destroy_streams_of(s, device, context);
  destroy_events_of(device, context);
  free_memory_of(s, device, context);
  if (context == 0) {
    unload_programs(s, device);
    withdraw_access(s, device);
    its.machine.reset_limits();
    its.limits = {};
    its.flags = cudaDeviceScheduleAuto;
    ++its.resets;
    its.used_by_runtime = false;
  }
  if (last_error() == s.sticky) last_error() = cudaSuccess;
  s.sticky = cudaSuccess;
}

extern "C" {

/// A spoiled context is whole again.
cudaError_t cudaDeviceReset() {
  return call_without_context([](State& s) {
    end_context(s, current_device(), 0);
    return cudaSuccess;
  });
}

}  // extern "C"
