#include "simulator/memory/snapshot.hpp"

namespace simulator {

SavedChunks& Snapshot::of(std::byte* host, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  return saved_.try_emplace(host, host, bytes).first->second;
}

void Snapshot::restore() {
  for (auto& [host, chunks] : saved_) chunks.restore();
}

}  // namespace simulator
