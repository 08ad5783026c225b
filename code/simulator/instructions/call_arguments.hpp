#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "simulator/instructions/calls.hpp"
#include "simulator/machine/warp.hpp"

namespace simulator {

/// Reads memory that a generic address points to, for a lane. False if there is none.
bool read_generic(Warp& warp, unsigned lane, std::uint64_t address, void* to, unsigned bytes);

constexpr std::size_t longest_text = 4096;

/// A string in such memory, up to its end or the longest.
std::string read_text(Warp& warp, unsigned lane, std::uint64_t address);

/// The k-th argument of the call that `i` is; all zero where there is none.
template <class T>
T parameter(Warp& warp, const Instruction& i, unsigned lane, std::size_t k) {
  T value{};
  const CallSite& site = call_site(warp, i);
  if (k < site.arguments.size())
    std::memcpy(&value, warp.param(lane) + site.arguments[k].offset, sizeof value);
  return value;
}

/// Returns `value` from the call, if it wants that much.
template <class T>
void give_result(Warp& warp, const Instruction& i, unsigned lane, T value) {
  const CallSite& site = call_site(warp, i);
  if (!site.results.empty() && site.results[0].size >= sizeof value)
    std::memcpy(warp.param(lane) + site.results[0].offset, &value, sizeof value);
}

}  // namespace simulator
