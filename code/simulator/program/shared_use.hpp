#pragma once

#include <cstddef>

#include "simulator/ptx/syntax.hpp"

namespace simulator {

/// Bytes of static shared memory that a block of the entry `number` takes on a GPU: its own
/// variables, and those of the module and of device functions that it, or a function that it may
/// call, refers to. (Of a function whose address lies in memory anybody may call.)
std::size_t static_shared_bytes(const ModuleSyntax& module, std::size_t number);

}  // namespace simulator
