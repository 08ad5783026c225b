#pragma once

#include <cstdint>

#include "simulator/program/decoding.hpp"

namespace simulator {

/// st.async, red.async where it `reduce`s.
void decode_async_store(Decoding& d, bool reduce);

/// The address in shared memory, of the cluster's, that a generic address or one of that space
/// stands for.
inline std::uint64_t in_shared(std::uint64_t address) {
  return window::holds(window::shared, address) ? address - window::shared : address;
}

}  // namespace simulator
