#pragma once

#include <cstddef>
#include <vector>

#include "simulator/nccl/nccl.h"

namespace simulator::nccl {

/// Bytes of an element.
std::size_t size_of(ncclDataType_t type);
/// Can elements of that type be reduced here?
bool is_reducible(ncclDataType_t type);

/// Element by element, from the first array to the last, each result rounded to the type; integers
/// wrap around. For an average, numbers with a fraction are divided before they are added, and
/// integers after that.
void reduce(ncclRedOp_t op, ncclDataType_t type, const std::vector<const std::byte*>& from,
            std::size_t count, std::byte* to);

}  // namespace simulator::nccl
