#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace simulator {

class SavedChunks;

enum class Use : std::uint8_t { read, write, update };

/// Which chunks of a piece of memory are used, where somebody wants to know.
class Footprint {
 public:
  static constexpr std::size_t chunk = 4096;  // bytes
  enum Mark : std::uint8_t { was_read = 1, was_written = 2 };

  bool watched() const { return !marks_.empty(); }
  /// Before a chunk is written first it goes to `saved`, if that is given.
  void watch(std::size_t bytes, SavedChunks* saved = nullptr) {
    marks_.assign(bytes / chunk + 1, 0);
    saved_ = saved;
  }
  void forget() { marks_.clear(); }

  /// To be called before the access.
  void note(std::size_t offset, Use use) {
    std::uint8_t& mark = marks_[offset / chunk];
    if (use == Use::read)
      mark |= was_read;
    else if ((mark & was_written) == 0)
      first_write(offset / chunk);
  }

  /// Of each chunk.
  const std::vector<std::uint8_t>& marks() const { return marks_; }

 private:
  void first_write(std::size_t number);

  std::vector<std::uint8_t> marks_;
  SavedChunks* saved_ = nullptr;
};

}  // namespace simulator
