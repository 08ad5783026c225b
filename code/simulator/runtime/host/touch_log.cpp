#include "simulator/runtime/host/touch_log.hpp"

#include <algorithm>

namespace simulator::runtime {
namespace {

constexpr std::size_t most_touches = 1 << 14;

}  // namespace

void TouchLog::note(const Touch& touch, std::uint64_t bytes, std::uint64_t issued) {
  if (all_.size() >= most_touches || bytes == 0) return;
  // A loop touches one byte after the other, and its place is known already.
  if (!all_.empty()) {
    Entry& last = all_.back();
    if (last.code == touch.code && touch.code != nullptr && last.writes == touch.writes &&
        last.issued == issued && touch.address >= last.begin && touch.address <= last.end) {
      last.end = std::max(last.end, touch.address + bytes);
      return;
    }
  }
  const HostCall site =
      touch.code != nullptr ? HostCall::interrupted(touch.code) : HostCall::here();
  all_.push_back({touch.address, touch.address + bytes, touch.writes, issued, touch.code, site});
}

HostAccess TouchLog::find(const OperationPointer& operation,
                          const std::vector<MemoryUse>& uses) const {
  for (const MemoryUse& use : uses)
    for (const Entry& each : all_)
      if (each.issued >= operation->issued && each.begin < use.end && use.begin < each.end &&
          (each.writes || use.writes))
        return {
            std::max(each.begin, use.begin), each.writes, operation, use.writes, false, each.site};
  return {};
}

void TouchLog::forget(std::uint64_t begin, std::uint64_t end) {
  std::erase_if(all_, [=](const Entry& each) { return each.begin < end && begin < each.end; });
}

}  // namespace simulator::runtime
