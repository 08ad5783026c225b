#include "simulator/instructions/call_arguments.hpp"

#include "simulator/machine/block.hpp"
#include "simulator/machine/execution.hpp"

namespace simulator {

bool read_generic(Warp& warp, unsigned lane, std::uint64_t address, void* to, unsigned bytes) {
  const std::byte* from = nullptr;
  if (window::holds(window::local, address)) {
    from = warp.local_bytes(lane, address - window::local, bytes);
  } else if (window::holds(window::shared, address)) {
    const auto& shared = warp.block().shared().bytes;
    if (address - window::shared + bytes <= shared.size())
      from = shared.data() + (address - window::shared);
  } else {
    from = warp.execution().memory().host(address, bytes);
  }
  if (from == nullptr) return false;
  std::memcpy(to, from, bytes);
  return true;
}

std::string read_text(Warp& warp, unsigned lane, std::uint64_t address) {
  std::string text;
  for (char c;
       text.size() < longest_text && read_generic(warp, lane, address++, &c, 1) && c != '\0';)
    text += c;
  return text;
}

}  // namespace simulator
