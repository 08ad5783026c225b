#pragma once

#include <fstream>
#include <stdexcept>
#include <string>

#include "simulator/observation/trace.hpp"

namespace simulator::runtime {

/// A trace and the file that it goes to.
struct TraceFile {
  /// Throws std::runtime_error if the file cannot be written.
  explicit TraceFile(const std::string& path) : file(path), trace(file) {
    if (!file) throw std::runtime_error("cannot write '" + path + "'");
  }

  std::ofstream file;
  Trace trace;
};

}  // namespace simulator::runtime
