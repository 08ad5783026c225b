#pragma once

#include "simulator/machine/access/request.hpp"
#include "simulator/program/decoding.hpp"
#include "simulator/ptx/state_space.hpp"

namespace simulator {

// Modifiers that several families of instructions have.

Ordering take_ordering(Decoding& d, bool atomic);
StateSpace take_space(Decoding& d);  // generic where none is named
void take_cache_hints(Decoding& d);
std::uint8_t take_vector(Decoding& d);  // its elements

}  // namespace simulator
