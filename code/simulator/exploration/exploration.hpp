#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace simulator {

/// What came of running a launch in every order of its warps that can make a difference.
struct Exploration {
  std::uint64_t executions = 0;   // each in another order
  std::uint64_t repetitions = 0;  // cut off where all that they could still do had been seen
  std::uint64_t faulty = 0;       // of these
  std::uint64_t results = 0;      // that differ from one another, of those without a fault
  std::string incomplete;         // why there may be more; empty: there are none

  /// What some executions have in common: what memory holds in the end, and whether there was a
  /// fault.
  struct Outcome {
    std::vector<unsigned> warps;  // of the first: who made each step, as StepOrder counts them
    std::uint64_t executions;
    bool faulty;
  };
  std::vector<Outcome> outcomes;  // the first ones that were found

  std::uint64_t begun() const { return executions + repetitions; }
  /// "ran in 24 orders, which are all that differ; 3 with a fault; 2 results".
  std::string describe() const;
};

}  // namespace simulator
