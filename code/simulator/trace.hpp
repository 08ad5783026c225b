#pragma once

#include <cstdint>
#include <fstream>
#include <string>

#include "program.hpp"

namespace simulator {

class Warp;

/// A CSV of what the lanes did: one row a lane for shuffles, loads, stores and atomics, under the
/// header step,block,warp,lane,op,line,address,source_lane,before,after. `step` counts the warp
/// instructions executed so far in the launch; `line` is of the source. Fields that do not apply
/// stay empty.
class Trace {
 public:
  /// Throws std::runtime_error if the file cannot be written.
  explicit Trace(const std::string& path);

  void shuffle(Warp& warp, const Instruction& i, std::uint32_t mask, const unsigned* sources,
               const std::uint32_t* before, const std::uint32_t* after);
  /// `after`: for each lane, where its value lies.
  void access(Warp& warp, const Instruction& i, std::uint32_t mask, const std::uint64_t* addresses,
              const std::byte* const* after);
  void atomic(Warp& warp, const Instruction& i, unsigned lane, std::uint64_t address,
              const void* before, const void* after);

 private:
  void start(Warp& warp, const Instruction& i, unsigned lane);

  std::ofstream out_;
};

}  // namespace simulator
