#pragma once

#include "simulator/machine/access/request.hpp"

namespace simulator {

/// Counts what a load or a store of some lanes costs.
void count_load(Request& r);
void count_store(Request& r);
/// The same for ldmatrix, whose lanes ask for rows of 16 bytes, eight of which are served at once.
void count_matrix_load(Request& r);

}  // namespace simulator
