#pragma once

#include <string>

namespace simulator {

/// A kernel's name as its author wrote it: demangled, without return type and parameters.
std::string kernel_name(const std::string& mangled);

/// A variable's name as its author wrote it: demangled, without the function or the namespace that
/// it is in.
std::string variable_name(const std::string& mangled);

}  // namespace simulator
