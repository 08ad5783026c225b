#include "simulator/memory/footprint.hpp"

#include <algorithm>
#include <cstring>
#include <thread>

namespace simulator {

void Footprint::first_write(std::size_t number) {
  if (saved_ != nullptr) saved_->save(number);
  marks_[number] |= was_written;
}

SavedChunks::SavedChunks(std::byte* host, std::size_t bytes)
    : host_(host),
      bytes_(bytes),
      states_(std::make_unique<std::atomic<std::uint8_t>[]>(bytes / Footprint::chunk + 1)),
      storage_(bytes) {}

// quote: save
void SavedChunks::save(std::size_t chunk) {
  std::atomic<std::uint8_t>& state = states_[chunk];
  std::uint8_t expected = untouched;
  if (state.compare_exchange_strong(expected, under_way)) {
    const std::size_t start = chunk * Footprint::chunk;
    std::memcpy(storage_.data() + start, host_ + start, std::min(Footprint::chunk, bytes_ - start));
    state.store(done, std::memory_order_release);
  }
  while (state.load(std::memory_order_acquire) != done) std::this_thread::yield();
}
// end quote

void SavedChunks::restore() {
  for (std::size_t start = 0; start < bytes_; start += Footprint::chunk)
    if (states_[start / Footprint::chunk] == done)
      std::memcpy(host_ + start, storage_.data() + start,
                  std::min(Footprint::chunk, bytes_ - start));
}

}  // namespace simulator
