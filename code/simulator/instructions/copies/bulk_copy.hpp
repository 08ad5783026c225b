#pragma once

#include "simulator/program/decoding.hpp"

namespace simulator {

/// cp.async.bulk, cp.reduce.async.bulk where it `reduce`s, without what ends or awaits a group.
void decode_bulk_copy(Decoding& d, bool reduce);

}  // namespace simulator
