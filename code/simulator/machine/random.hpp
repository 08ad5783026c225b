#pragma once

#include <cstdint>

namespace simulator {

/// xorshift64*.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 2 + 1) {}

  std::uint64_t operator()() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545f4914f6cdd1dull >> 16;
  }

 private:
  std::uint64_t state_;
};

}  // namespace simulator
