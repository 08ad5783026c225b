#pragma once

#include "simulator/machine/request.hpp"

namespace simulator {

/// Counts what a load or a store of some lanes costs.
void count_load(Request& r);
void count_store(Request& r);

}  // namespace simulator
