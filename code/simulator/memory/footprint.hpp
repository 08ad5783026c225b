#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "simulator/memory/lazy_bytes.hpp"

namespace simulator {

/// What an access does to memory; `update` is an atomic's.
enum class Use : std::uint8_t { read, write, update };

class SavedChunks;

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
    // What is marked is left alone: to wait for a store before the next lane's load takes long.
    if (use == Use::read) {
      if ((mark & was_read) == 0) mark |= was_read;
    } else if ((mark & was_written) == 0) {
      first_write(offset / chunk);
    }
  }

  /// Which Marks each chunk has.
  const std::vector<std::uint8_t>& marks() const { return marks_; }

 private:
  void first_write(std::size_t number);

  std::vector<std::uint8_t> marks_;
  SavedChunks* saved_ = nullptr;
};

/// The chunks of a piece of memory as they were before somebody wrote to them.
class SavedChunks {
 public:
  SavedChunks(std::byte* host, std::size_t bytes);

  /// To be called before a write, by any thread. When it comes back the chunk is saved.
  void save(std::size_t chunk);
  void restore();

 private:
  enum State : std::uint8_t { untouched, under_way, done };

  std::byte* host_;
  std::size_t bytes_;
  std::unique_ptr<std::atomic<std::uint8_t>[]> states_;  // of chunks
  LazyBytes storage_;
};

}  // namespace simulator
