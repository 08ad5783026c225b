#pragma once

#include <string_view>

#include "simulator/machine/access/async_copies.hpp"
#include "simulator/ptx/types.hpp"

namespace simulator {

/// What cp.reduce.async.bulk does to each element; null for what it does not know.
AsyncCopy::Combine combiner(Type type, std::string_view operation);

}  // namespace simulator
