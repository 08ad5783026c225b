#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/ptx/lexer.hpp"

namespace simulator {

/// A PTX text seen as code alone: without line information, comments, debug sections, and without
/// the names that a compiler makes up.
class PtxCode {
 public:
  /// `ptx` has to outlive this. Throws UnsupportedError.
  explicit PtxCode(std::string_view ptx);

  /// The code of a kernel, and of the functions and variables that it reaches, in the order in
  /// which it does. Symbols are numbered, but for functions without a body. Empty where there is no
  /// such kernel.
  std::string of(std::string_view kernel) const;

  /// Bytes of a parameter block.
  struct Range {
    std::size_t parameter, offset, size;  // offset within the parameter
    auto operator<=>(const Range&) const = default;
  };

  /// What a kernel reads of its parameters; of one whose address it computes with, everything, with
  /// size 0. The rest may be anything: padding, an empty function object.
  std::set<Range> reads(std::string_view kernel) const;

 private:
  struct Item {
    std::size_t first = 0, last = 0;  // tokens
    bool has_body = false, is_function = false;
  };

  void add(std::size_t first, std::size_t last, bool has_body);
  std::string_view name_of(std::size_t first, std::size_t last) const;
  std::vector<std::string_view> parameters(const Item& item) const;
  /// Is the register to which token `copy` is copied used for nothing but addresses?
  bool is_address_alone(const Item& item, std::size_t copy) const;

  std::vector<Token> tokens_;
  std::map<std::string_view, Item> items_;
};

}  // namespace simulator
