#include "simulator/memory/freed_on_host.hpp"

#include <iterator>

#include "simulator/memory/allocation.hpp"

namespace simulator {

void FreedOnHost::add(Allocation& freed) {
  if (!freed.storage.close()) {
    freed.storage = LazyBytes();
    return;
  }
  oldest_first_.push_back(&freed);
  by_address_[freed.address] = &freed;
  bytes_ += freed.bytes;
  while (oldest_first_.size() > most || bytes_ > most_bytes) {
    Allocation& oldest = *oldest_first_.front();
    oldest_first_.pop_front();
    by_address_.erase(oldest.address);
    bytes_ -= oldest.bytes;
    oldest.storage = LazyBytes();
  }
}

Allocation* FreedOnHost::find(std::uint64_t address) const {
  const auto next = by_address_.upper_bound(address);
  if (next == by_address_.begin()) return nullptr;
  Allocation* const found = std::prev(next)->second;
  return address - found->address < found->bytes ? found : nullptr;
}

}  // namespace simulator
