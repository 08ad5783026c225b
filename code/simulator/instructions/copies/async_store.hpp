#pragma once

#include "simulator/program/decoding.hpp"

namespace simulator {

/// st.async, red.async where it `reduce`s.
void decode_async_store(Decoding& d, bool reduce);

}  // namespace simulator
