#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace simulator {

/// The order in which somebody wants a launch to run: the warps that make its steps (see Stepper),
/// counted through all blocks, one after the other.
struct StepOrder {
  std::vector<unsigned> warps;
  bool finish = false;  // Behind the last, it goes on to its end: who has made a step goes on.
};

/// What a launch did in such an order.
struct Replay {
  struct Step {
    unsigned warp;
    std::uint64_t until;   // warp instructions that the launch had executed behind it
    std::string text;      // of the last one
    std::string file;      // empty if unknown
    unsigned line = 0;     // of the source
    bool touches = false;  // global or shared memory
  };
  enum class State : std::uint8_t { ready, waits, ended };

  std::vector<Step> steps;
  std::vector<State> warps;  // in the end
  bool over = false;         // all warps have ended, or the launch has failed
  std::string error;         // why it went no further than it did; may be empty
};

}  // namespace simulator
