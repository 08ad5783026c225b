#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/ptx/lexer.hpp"

namespace simulator {

/// The words of a PTX text, taken one after the other.
class TokenStream {
 public:
  explicit TokenStream(std::string_view ptx) : tokens_(tokens_of(ptx)) {}

  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
  }
  const Token& take() {
    const Token& token = peek();
    if (next_ < tokens_.size() - 1) ++next_;
    return token;
  }
  bool at_end() const { return peek().kind == Token::Kind::end; }
  bool accept(std::string_view text) {
    if (!peek().is(text)) return false;
    take();
    return true;
  }
  void expect(std::string_view text);
  std::string_view name();
  std::uint64_t integer();
  void skip_statement();

  /// Throws UnsupportedError, with the line and the function.
  [[noreturn]] void fail(const std::string& what) const;
  [[noreturn]] void fail_at(const std::string& what, const Token& token) const;  // … '…'

  std::string_view function;  // that is being read, if any

  /// Lives while something that may hold others of its kind is read.
  class Nested {
   public:
    explicit Nested(TokenStream& tokens);
    ~Nested() { --tokens_.nesting_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

   private:
    TokenStream& tokens_;
  };

 private:
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  unsigned nesting_ = 0;
};

}  // namespace simulator
