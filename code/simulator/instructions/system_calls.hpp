#pragma once

#include <string_view>

#include "simulator/program/program.hpp"

namespace simulator {

/// What carries out a call of a function that the device's system provides (vprintf, __assertfail);
/// null for others.
Execute system_call(std::string_view name);

}  // namespace simulator
