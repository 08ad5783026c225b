#pragma once

#include <cstdint>
#include <vector>

#include "simulator/counts.hpp"
#include "simulator/program/program.hpp"

namespace simulator {

/// What one instruction of a function did in a launch.
struct Tally {
  std::uint64_t warps = 0, lanes = 0;
};

/// What every instruction of a program did in a launch.
class Tallies {
 public:
  explicit Tallies(const Program& program)
      : program_(program), of_functions_(program.functions.size()) {}

  /// Of each of the function's instructions.
  Tally* of(const Routine& function);
  /// What they come to.
  Counts counts() const;

 private:
  const Program& program_;
  std::vector<std::vector<Tally>> of_functions_;
};

}  // namespace simulator
