#pragma once

#include <cstdint>

namespace simulator {

/// State spaces; generic where an access names none.
enum class StateSpace : std::uint8_t { generic, global, shared, local, constant, param };

}  // namespace simulator
