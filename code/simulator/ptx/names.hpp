#pragma once

#include <string>

namespace simulator {

/// A kernel's name as its author wrote it: demangled, without return type and parameters.
std::string kernel_name(const std::string& mangled);

}  // namespace simulator
