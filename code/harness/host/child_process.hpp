#pragma once

#include <functional>
#include <string>

namespace harness {

/// Calls `body` in a process that finds what is here and leaves nothing of what it does to it.
/// Returns why that is no witness of it; "" where it is.
std::string run_in_child(const std::function<void()>& body);

}  // namespace harness
