#include "simulator/runtime/host/host_access.hpp"

#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "simulator/hexadecimal.hpp"
#include "simulator/runtime/host/touches.hpp"
#include "simulator/runtime/process/end.hpp"
#include "simulator/runtime/runtime.hpp"

namespace simulator::runtime {
namespace {

/// "the host reads device memory: …".
std::string words_for(const State& s, const Touch& touch, const Allocation* found) {
  std::string text = "the host ";
  if (InCall::is_there() && s.called) text = call_under_way(s).name + ", on the host, ";
  text += touch.writes ? "writes " : "reads ";
  text += found && found->on_host() ? "memory that it has freed: " : "device memory: ";
  if (!found) text += hexadecimal(touch.address) + ", ";
  text += s.memory.describe(touch.address);
  if (!found || !found->on_host()) text += "; only kernels and copies (cudaMemcpy) can access it";
  if (text.starts_with("cudaLaunch")) text += ". An argument is given by its address";
  return text;
}

void tell(const Touch& touch, bool program_has_handler) {
  State& s = state();
  // Another thread may be in a call that it does not leave before this one goes on.
  std::unique_lock lock(s.mutex, std::try_to_lock);
  for (int tries = 0; !lock && tries < 1000; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    lock.try_lock();
  }
  const Allocation* const found = s.memory.find(touch.address);
  const bool is_freed = found && found->freed && found->on_host();
  if (!Memory::is_on_device(touch.address) && !is_freed) return;
  const HostLine line = HostCall::interrupted(touch.code).line();
  Fault fault;
  fault.file = line.file;
  fault.line = line.line;
  fault.kind = is_freed ? fault::use_after_free : fault::host_access;
  fault.message = words_for(s, touch, found);
  // A handler of the program's own may know what to do.
  fault.benign = program_has_handler;
  report(std::move(fault));
  if (!program_has_handler) end_for_faults();
}

}  // namespace

void watch_host_accesses() {
  touches::tell_by(tell);
}

}  // namespace simulator::runtime
