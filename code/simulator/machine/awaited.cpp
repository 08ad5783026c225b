#include "simulator/machine/awaited.hpp"

#include <cstring>

#include "simulator/machine/execution.hpp"
#include "simulator/machine/warp.hpp"

namespace simulator {

void Awaited::accessed(Warp& warp, Space space, std::uint32_t mask, const std::uint64_t* addresses,
                       unsigned bytes, Use) {
  if (space != Space::global || bytes > 16) return;
  Execution& launch = warp.launch();
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
  });
}

bool Awaited::has_changed(Memory& memory) const {
  for (const auto& [address, value] : found_) {
    const std::byte* const place = memory.host(address, value.bytes);
    if (place == nullptr || std::memcmp(place, value.value.data(), value.bytes) != 0) return true;
  }
  return false;
}

}  // namespace simulator
