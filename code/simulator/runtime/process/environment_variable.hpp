#pragma once

#include <cstdlib>
#include <string>

namespace simulator::runtime {

/// Of a variable; empty where there is none.
inline std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

}  // namespace simulator::runtime
