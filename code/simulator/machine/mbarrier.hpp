#pragma once

#include <cstdint>
#include <optional>

namespace simulator {

/// An mbarrier: what its 64 bits in shared memory stand for.
struct Mbarrier {
  static constexpr std::uint32_t largest_count = (1u << 20) - 1;

  std::uint32_t expected = 0;  // arrivals in a phase
  std::uint32_t pending = 0;   // still to come in this one
  std::int32_t bytes = 0;      // that asynchronous copies still have to bring
  bool phase = false;          // its parity

  /// Nothing for bits that are no mbarrier.
  static std::optional<Mbarrier> of(std::uint64_t bits) {
    if (!(bits & valid)) return std::nullopt;
    Mbarrier result;
    result.expected = std::uint32_t(bits & largest_count);
    result.pending = std::uint32_t(bits >> 20 & largest_count);
    result.bytes = std::int32_t(std::uint32_t(bits >> 40) << 10) >> 10;
    result.phase = bits >> 63;
    return result;
  }
  std::uint64_t bits() const {
    return expected | std::uint64_t{pending} << 20 |
           std::uint64_t(std::uint32_t(bytes) & 0x3fffff) << 40 | valid |
           std::uint64_t{phase} << 63;
  }
  /// The next phase, if all have arrived and all bytes are there. Are they?
  bool complete_if_due() {
    if (pending != 0 || bytes != 0) return false;
    phase = !phase;
    pending = expected;
    return true;
  }

 private:
  static constexpr std::uint64_t valid = std::uint64_t{1} << 62;
};

}  // namespace simulator
