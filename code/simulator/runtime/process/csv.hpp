#pragma once

#include <string>

namespace simulator::runtime {

/// A field of a CSV file, whatever it holds.
inline std::string csv_field(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string(2, c) : std::string(1, c);
  return result + '"';
}

}  // namespace simulator::runtime
