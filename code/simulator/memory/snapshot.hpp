#pragma once

#include <cstddef>
#include <map>
#include <mutex>

#include "simulator/memory/footprint.hpp"

namespace simulator {

/// Memory as it was.
class Snapshot {
 public:
  /// Of the bytes of an allocation. May be called by any thread.
  SavedChunks& of(std::byte* host, std::size_t bytes);
  void restore();

 private:
  std::mutex mutex_;
  std::map<std::byte*, SavedChunks> saved_;  // by where it begins
};

}  // namespace simulator
