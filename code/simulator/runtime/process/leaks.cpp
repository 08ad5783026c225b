#include "simulator/runtime/process/leaks.hpp"

#include "simulator/hexadecimal.hpp"
#include "simulator/runtime/process/environment.hpp"

namespace simulator::runtime {
namespace {

void report_leak(const State& s, const Allocation& leak) {
  const MemoryHistory::Call* const by = s.memory_history.giver(leak.address);
  const bool is_of_kernel = leak.kind == AllocationKind::heap;
  report_at(by ? by->site.line() : HostLine(), fault::leak,
            std::to_string(leak.bytes) + " bytes at " + hexadecimal(leak.address) +
                (by             ? " from " + by->name
                 : is_of_kernel ? " from malloc() of a kernel"
                                : "") +
                " were never freed");
}

}  // namespace

void report_leaks(const State& s) {
  if (!is_wished("SIMULATE_LEAKS")) return;
  for (const Allocation* each : s.memory.leaks()) report_leak(s, *each);
}

void report_leaks(const State& s, unsigned device, unsigned context) {
  if (!is_wished("SIMULATE_LEAKS")) return;
  for (const Allocation* each : s.memory.leaks())
    if (s.goes_with(*each, device, context)) report_leak(s, *each);
}

}  // namespace simulator::runtime
