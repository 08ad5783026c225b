#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "simulator/lane_mask.hpp"
#include "simulator/machine/undefined/shadow.hpp"
#include "simulator/program/program.hpp"
#include "simulator/ptx/state_space.hpp"

namespace simulator {

/// A lane's load of what nobody wrote, or its shuffle from a lane that takes no part.
struct Origin {
  const Instruction* load = nullptr;
  std::uint64_t address = 0;
  std::uint32_t stored = 0;  // where an undefined value was stored there before: its own origin,
                             // among those of the memory
  StateSpace space = StateSpace::global;
  std::uint8_t bytes = 0, lane = 0;
  bool shuffled = false;  // from the lane whose number is the address
};

/// Of the undefined values of a warp. Each lane of a load has one, which is its latest.
class Origins {
 public:
  OriginNumber number(const Origin& origin) {
    const auto [at, first] = first_.try_emplace(origin.load, OriginNumber(all_.size() + 1));
    if (first) all_.resize(all_.size() + warp_size);
    const OriginNumber number = at->second + origin.lane;
    all_[number - 1] = origin;
    return number;
  }
  const Origin& operator[](OriginNumber number) const { return all_[number - 1]; }

 private:
  std::map<const Instruction*, OriginNumber> first_;  // of its 32
  std::vector<Origin> all_;
};

}  // namespace simulator
