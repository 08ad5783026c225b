#include "simulator/instructions/system_calls.hpp"

#include <bit>
#include <string>
#include <utility>

#include "simulator/instructions/call_arguments.hpp"
#include "simulator/instructions/lanes.hpp"
#include "simulator/instructions/printf.hpp"
#include "simulator/races/race_fault.hpp"

namespace simulator {
namespace {

void assertfail(Warp& warp, const Instruction& i, std::uint32_t mask) {
  const unsigned lane = unsigned(std::countr_zero(mask));
  const std::string condition = read_text(warp, lane, parameter<std::uint64_t>(warp, i, lane, 0));
  const std::string file = read_text(warp, lane, parameter<std::uint64_t>(warp, i, lane, 1));
  const auto line = parameter<std::uint32_t>(warp, i, lane, 2);
  Fault fault = warp.fault(fault::assertion, lane, "finds '" + condition + "' false");
  if (!file.empty()) {
    fault.file = file;
    fault.line = line;
  }
  warp.execution().report(std::move(fault));
  warp.execution().fail(LaunchFailure::Reason::assertion);
}

void device_malloc(Warp& warp, const Instruction& i, std::uint32_t mask) {
  warp.execution().interacts();
  for_lanes(mask, [&](unsigned lane) {
    const auto bytes = parameter<std::uint64_t>(warp, i, lane, 0);
    give_result(warp, i, lane, warp.execution().memory().allocate_on_heap(bytes));
  });
}

/// Memory is freed when all have used it: as if who frees it wrote there.
void check_uses(Warp& warp, const Instruction& i, unsigned lane, const Allocation& freed) {
  constexpr std::uint32_t before = 0, after = 1;
  const unsigned thread = warp.thread(lane);
  for (std::uint64_t k = 0; k < freed.bytes; k += 4) {
    const Conflict conflict = warp.block().races().write(
        StateSpace::global, thread, freed.address + k, 4, freed.cells + k / 4, &before, &after);
    if (!conflict) continue;
    warp.execution().report(i, fault::global_race, [&] {
      return race_fault(conflict, StateSpace::global, warp.execution().races(),
                        warp.block().linear(), thread,
                        "frees what lies " + warp.execution().memory().describe(freed.address + k),
                        warp.execution().kernel_name(),
                        std::string(warp.execution().program().file_of(i.place)), i.place.line);
    });
    return;
  }
}

void device_free(Warp& warp, const Instruction& i, std::uint32_t mask) {
  warp.execution().interacts();
  for_lanes(mask, [&](unsigned lane) {
    const auto address = parameter<std::uint64_t>(warp, i, lane, 0);
    const Allocation* const found = warp.execution().memory().find(address);
    if (found && found->kind == AllocationKind::heap && !found->freed &&
        found->address == address && warp.execution().checked())
      check_uses(warp, i, lane, *found);
    // An exploration frees in the end what it allocated, and keeps what was there for the next run.
    if (address == 0 || warp.execution().is_tried_out()) return;
    const Memory::Freed freed = warp.execution().memory().free(address);
    if (freed == Memory::Freed::ok) return;
    warp.report(freed == Memory::Freed::twice ? fault::double_free : fault::invalid_free, lane,
                "frees " + warp.execution().memory().describe(address));
  });
}

}  // namespace

Execute system_call(std::string_view name) {
  if (name == "vprintf") return vprintf;
  if (name == "__assertfail") return assertfail;
  if (name == "malloc") return device_malloc;
  if (name == "free") return device_free;
  return nullptr;
}

}  // namespace simulator
