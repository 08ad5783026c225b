#pragma once

#include <functional>

namespace simulator {

/// Calls body(0) to body(count - 1), which throw nothing, side by side where there are threads, and
/// comes back when all are through.
void in_parallel(unsigned count, const std::function<void(unsigned)>& body);

}  // namespace simulator
