#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>

namespace simulator {

/// A CSV of what the lanes did: one row a lane for shuffles, loads, stores and atomics.
/// `step` counts the warp instructions executed so far in the launch.
class Trace {
 public:
  struct Row {
    std::uint64_t step = 0, block = 0;
    unsigned warp = 0, lane = 0;
    std::string_view operation;
    unsigned line = 0;
    bool has_address = false, has_source = false, has_before = false, has_after = false;
    std::uint64_t address = 0;
    unsigned source_lane = 0;
    std::string before, after;
  };

  explicit Trace(const std::string& path);
  void write(const Row& row);

 private:
  std::ofstream out_;
};

}  // namespace simulator
