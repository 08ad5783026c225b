#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace harness {

enum class Mode { check, measure, count, rehearse, profile, list };

/// What the command line of a chapter's program asks for.
struct Options {
  Mode mode = Mode::check;
  std::filesystem::path output = ".";
  std::vector<std::string> only;  // checks or experiments; empty: all
  std::uint64_t seed = 0;         // of the checks' random data
  int device = 0;

  /// Ends the process where the command line is wrong (2) or asks for help (0).
  static Options parse(int argc, char** argv);

  bool chooses(const std::string& name) const;
};

}  // namespace harness
