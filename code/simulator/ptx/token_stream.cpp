#include "simulator/ptx/token_stream.hpp"

#include "simulator/ptx/unsupported.hpp"

namespace simulator {
namespace {

constexpr unsigned deepest_nesting = 64;

}  // namespace

void TokenStream::expect(std::string_view text) {
  if (!accept(text)) fail_at("expected '" + std::string(text) + "', found", peek());
}

std::string_view TokenStream::name() {
  if (peek().kind != Token::Kind::name) fail_at("expected a name, found", peek());
  return take().text;
}

std::uint64_t TokenStream::integer() {
  const bool negative = accept("-");
  if (peek().kind != Token::Kind::integer) fail_at("expected a number, found", peek());
  const std::uint64_t value = take().value;
  return negative ? -value : value;
}

void TokenStream::skip_statement() {
  while (!at_end() && !accept(";")) take();
}

void TokenStream::fail(const std::string& what) const {
  std::string where = "PTX line " + std::to_string(peek().line);
  if (!function.empty()) where += ", in " + std::string(function);
  throw UnsupportedError(where + ": " + what);
}

void TokenStream::fail_at(const std::string& what, const Token& token) const {
  fail(what + (token.kind == Token::Kind::end ? " the end" : " '" + std::string(token.text) + "'"));
}

TokenStream::Nested::Nested(TokenStream& tokens) : tokens_(tokens) {
  if (++tokens_.nesting_ > deepest_nesting) tokens_.fail("too deep a nesting");
}

}  // namespace simulator
