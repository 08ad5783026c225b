#pragma once

#include <cstdint>

namespace simulator {

/// Does the process have memory at this address? False where that cannot be known.
bool is_mapped(std::uint64_t address);

}  // namespace simulator
