#include "simulator/machine/scheduling/awaited.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "simulator/machine/execution.hpp"
#include "simulator/machine/warp.hpp"

namespace simulator {
namespace {

/// Is it strong for all of the system? A volatile access is; where an atomic says nothing, its
/// scope is the device's.
bool is_of_system(const Instruction& i) {
  const std::string_view text = i.text;
  return text.find(".sys") != text.npos || text.find(".volatile") != text.npos;
}

Fault note_of(Warp& warp, unsigned lane) {
  Fault note = warp.fault(fault::scope, lane,
                          "waits by " + std::string(warp.instruction().text) +
                              " for what the host or another device writes, which only an "
                              "access of the system's scope is sure to see "
                              "(cuda::thread_scope_system)");
  note.benign = true;
  return note;
}

}  // namespace

void Awaited::accessed(Warp& warp, StateSpace space, std::uint32_t mask,
                       const std::uint64_t* addresses, unsigned bytes, Use) {
  if (space != StateSpace::global || bytes > 16) return;
  Execution& launch = warp.execution();
  for_lanes(mask, [&](unsigned lane) {
    const std::uint64_t address = addresses[lane];
    if (launch.workspace() != 0 && address - launch.workspace() < Execution::workspace_bytes)
      return;  // the launch's own
    const std::byte* const place = launch.memory().host(address, bytes);
    if (place == nullptr) return;
    Value& value = found_[address];
    if (value.bytes >= bytes) return;
    std::memcpy(value.value.data() + value.bytes, place + value.bytes, bytes - value.bytes);
    value.bytes = bytes;
    if (!is_of_system(warp.instruction()) && !narrow_.contains(address))
      narrow_[address] = note_of(warp, lane);
  });
}

bool Awaited::Value::has_changed(Memory& memory, std::uint64_t address) const {
  const std::byte* const place = memory.host(address, bytes);
  return place == nullptr || std::memcmp(place, value.data(), bytes) != 0;
}

bool Awaited::has_changed(Memory& memory) const {
  return std::any_of(found_.begin(), found_.end(),
                     [&](const auto& each) { return each.second.has_changed(memory, each.first); });
}

std::vector<Fault> Awaited::narrow_reads(Memory& memory) const {
  std::vector<Fault> notes;
  for (const auto& [address, note] : narrow_)
    if (found_.at(address).has_changed(memory, address)) notes.push_back(note);
  return notes;
}

}  // namespace simulator
