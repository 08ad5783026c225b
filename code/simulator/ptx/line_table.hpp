#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/ptx/syntax.hpp"
#include "simulator/ptx/token_stream.hpp"

namespace simulator {

/// Is it a header that a program includes and whose author did not write the program?
bool is_of_library(std::string_view file);

/// What the `.loc` directives of a PTX text say of the statements behind them.
class LineTable {
 public:
  /// Reads a `.loc`. Its own place, line 0 where the compiler made the code.
  SourceLine read(TokenStream& tokens);
  /// What follows has no place yet.
  void forget() { current_ = -1; }
  /// Stands for the place of a statement that follows; 0: none.
  unsigned mark() const { return unsigned(current_ + 1); }
  /// The user's line: out of the toolkit's headers into the code that called them.
  SourceLine place_of(unsigned mark, const std::map<unsigned, std::string>& files) const;

 private:
  /// What `.loc` says, and the position that the code was inlined at.
  struct Location {
    unsigned file = 0, line = 0, column = 0;
    int outer = -1;  // index of the location it was inlined at
  };

  static Location position(TokenStream& tokens);
  int index_of(const Location& position);

  std::vector<Location> locations_;
  int current_ = -1;  // among locations_
};

}  // namespace simulator
