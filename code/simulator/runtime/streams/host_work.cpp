#include <algorithm>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include "simulator/memory/memory.hpp"
#include "simulator/runtime/host/single_step.hpp"
#include "simulator/runtime/operation_races/race_fault.hpp"
#include "simulator/runtime/process/faults.hpp"
#include "simulator/runtime/streams/work.hpp"

// Part of Work: memory that the host uses as well.

namespace simulator::runtime {

bool Work::guards(Operation::Kind kind) const {
  return checked_ && (kind == Operation::Kind::kernel || kind == Operation::Kind::copy) &&
         memory_.any_on_host();
}

/// While an operation rests it may tell the host, by what it writes, how far others are.
void Work::guard() {
  if (resting_ > 0) return;
  const bool kernels = any_kernel_waits();
  if (!guard_.any() && !kernels) return;
  guard_.forget(order_.host());
  if (guard_.any() || kernels) guard_.raise(kernels);
}

/// One that may use memory of the host.
bool Work::any_kernel_waits() const {
  return waiting_ > 0 && single_step::is_possible() &&
         std::any_of(lanes_.begin(), lanes_.end(), [](const Lane& lane) {
           return std::any_of(lane.pending.begin(), lane.pending.end(), [](const Pending& each) {
             return each.guarded && each.operation->is_kernel();
           });
         });
}

namespace {

/// The host's line, and what is done by the other, are told once.
bool is_new(const HostAccess& access) {
  static auto& told = *new std::set<std::string>;
  const auto key = [](const HostLine& line, const std::string& otherwise) {
    return line ? line.text() : otherwise;
  };
  return told
      .insert(key(access.site.line(), std::to_string(access.address)) + '\n' +
              key(access.operation->site.line(), access.operation->name))
      .second;
}

}  // namespace

/// A function that a stream has the host run knows of what comes before it in the order of streams.
/// It may tell other threads.
HostKnowledge Work::known_to_thread() const {
  HostKnowledge known{order_.host()};
  VectorClock told = order_.host();
  for (const Lane& lane : lanes_) {
    for (const Pending& each : lane.pending)
      if (each.job.host_function) known.functions.push_back(&each.operation->place);
    if (!lane.function || (!lane.busy && !lane.resting)) continue;
    const VectorClock all = before(*lane.function);
    if (lane.by == std::this_thread::get_id()) {
      known.over.join(all);
      known.function = &lane.function->place;
    } else {
      known.functions.push_back(&lane.function->place);
    }
    told.join(all);
  }
  if (known.function == nullptr) known.over = told;
  return known;
}

bool Work::look_at_host(const Touch& touch, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (!guard_.is_raised() && touch.code != nullptr) return false;
  HostAccess access;
  if (!InCall::is_there()) {
    const HostKnowledge known = known_to_thread();
    access = guard_.find(touch.address, bytes, touch.writes, known);
    if (!access.operation && known.function == nullptr && any_kernel_waits())
      touched_.note(touch, bytes, issued_);
    if (!access.operation && guard_.let_pass(touch)) return true;
  }
  guard_.lift();
  if (!access.operation) return true;
  access.site = touch.code != nullptr ? HostCall::interrupted(touch.code) : HostCall::here();
  if (is_new(access)) report(fault_of(access, memory_));
  guard_.forget(access.operation);  // it is told
  return true;
}

/// Of a kernel that has begun after the host has touched what it uses.
void Work::tell_touched(const OperationPointer& operation, const std::vector<MemoryUse>& uses) {
  if (touched_.empty() || !operation->is_kernel()) return;
  // It may have waited for the host to touch that, and what follows has waited for it.
  if (std::any_of(uses.begin(), uses.end(),
                  [&](const MemoryUse& use) { return meets_the_host(*operation, use); }))
    return touched_.clear();
  const HostAccess access = touched_.find(operation, uses);
  if (access.operation && is_new(access)) report(fault_of(access, memory_));
}

}  // namespace simulator::runtime
