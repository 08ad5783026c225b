#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "simulator/ptx/syntax.hpp"

namespace simulator {

/// Names of one pair of braces of a function.
struct Scope {
  struct Registers {
    unsigned first = 0, count = 0;
  };
  std::map<std::string_view, unsigned> registers;
  std::map<std::string_view, Registers> families;  // %r<10>: by "%r"
  std::map<std::string_view, Operand> variables;
  std::map<std::string_view, unsigned> labels;                            // of inner braces only
  std::map<std::string_view, std::vector<std::string_view>> label_lists;  // the same
  std::size_t param_top = 0;
  std::size_t first_statement = 0, first_inner_list = 0;
};

/// From the outermost braces, which hold the parameters and the body, to the innermost.
class Scopes : public std::vector<Scope> {
 public:
  /// What a name stands for: a register, a variable, or else the name itself.
  Operand named(std::string_view name) const;
};

}  // namespace simulator
