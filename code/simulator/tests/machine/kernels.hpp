#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "simulator/tests/harness.hpp"

namespace simulator {

using Words = std::vector<std::uint64_t>;

/// Into the thread's output.
inline const char* const store_r10 = "cvt.u64.u32 %rd5, %r10; st.global.u64 [%rd0], %rd5;";

inline bool contains(const std::vector<std::string>& kinds, const char* kind) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

/// Why a launch that has to fail does.
inline LaunchFailure::Reason failure(Bench& bench, Dim3 grid, Dim3 block, std::uint64_t out,
                                     std::size_t shared = 0) {
  try {
    bench.run(grid, block, out, out, 0, shared);
  } catch (const LaunchFailure& failure) {
    return failure.reason;
  }
  FAIL("the launch did not fail");
  return {};
}

}  // namespace simulator
