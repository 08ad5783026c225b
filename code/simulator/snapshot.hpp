#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>

#include "footprint.hpp"
#include "lazy_bytes.hpp"

namespace simulator {

struct Allocation;

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

/// Memory as it was.
class Snapshot {
 public:
  /// May be called by any thread.
  SavedChunks& of(Allocation& allocation);
  void restore();

 private:
  std::mutex mutex_;
  std::map<Allocation*, SavedChunks> saved_;
};

}  // namespace simulator
