#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace tangle {

/// What the command line asks for.
struct Arguments {
  enum class Mode { write, list, check, help };

  Mode mode = Mode::write;
  std::string output;  ///< folder of the sources
  std::string index;   ///< folder of the indexes; empty for none
  std::string root;    ///< folder that `#line`s are relative to; empty for none
  std::string stamp;   ///< file to touch; empty for none
  bool number_lines = true;
  /// The chapters that make a program, as those who build it know; nothing where nobody says.
  std::optional<std::vector<std::string>> programs;
  std::vector<std::string> chapters;
};

/// Reads the command line; writes what is wrong with it to `errors`.
std::optional<Arguments> parse_arguments(int count, char** values, std::ostream& errors);

/// Writes how to use the program, and the rules that chapters follow.
void print_help(std::ostream& out);

}  // namespace tangle
