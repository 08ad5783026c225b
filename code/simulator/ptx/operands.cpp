#include "simulator/ptx/operands.hpp"

namespace simulator {
namespace {

Operand single_operand(TokenStream& tokens, const Scopes& scopes);

/// [a], [a+8], [map, {x, y}]
Operand address(TokenStream& tokens, const Scopes& scopes) {
  Operand result;
  result.kind = Operand::Kind::address;
  result.elements.push_back(single_operand(tokens, scopes));
  result.offset = result.elements.front().offset;
  result.elements.front().offset = 0;
  if (tokens.accept(",")) result.elements.push_back(single_operand(tokens, scopes));
  tokens.expect("]");
  return result;
}

/// {a, b} or (a, b)
Operand list(TokenStream& tokens, const Scopes& scopes) {
  const std::string_view close = tokens.take().is("{") ? "}" : ")";
  Operand result;
  result.kind = Operand::Kind::list;
  if (tokens.accept(close)) return result;
  do result.elements.push_back(read_operand(tokens, scopes));
  while (tokens.accept(","));
  tokens.expect(close);
  return result;
}

Operand number(TokenStream& tokens) {
  const bool negative = tokens.peek().is("-");
  if (negative && tokens.peek(1).kind == Token::Kind::name) tokens.fail("a negated name");
  Operand result;
  if (tokens.peek(negative).kind != Token::Kind::real) {
    result.kind = Operand::Kind::integer;
    result.bits = tokens.integer();
    return result;
  }
  if (negative) tokens.take();
  const Token& real = tokens.take();
  result.kind = Operand::Kind::real;
  result.size = real.real_size;
  const std::uint64_t sign = real.real_size == 4 ? 1ull << 31 : 1ull << 63;
  result.bits = negative ? real.value ^ sign : real.value;
  return result;
}

/// a, a+8, a+-8, a-8 or _
Operand name(TokenStream& tokens, const Scopes& scopes) {
  Operand result;
  if (tokens.accept("_"))
    result.kind = Operand::Kind::discard;
  else
    result = scopes.named(tokens.name());
  if (tokens.accept("+") || tokens.peek().is("-")) result.offset = std::int64_t(tokens.integer());
  return result;
}

Operand single_operand(TokenStream& tokens, const Scopes& scopes) {
  const TokenStream::Nested nested(tokens);
  const Token& token = tokens.peek();
  if (tokens.accept("[")) return address(tokens, scopes);
  if (token.is("{") || token.is("(")) return list(tokens, scopes);
  if (tokens.accept("!")) {
    Operand result = scopes.named(tokens.name());
    result.negated = true;
    return result;
  }
  if (token.kind == Token::Kind::integer || token.kind == Token::Kind::real || token.is("-"))
    return number(tokens);
  if (token.kind != Token::Kind::name) tokens.fail_at("expected an operand, found", token);
  return name(tokens, scopes);
}

}  // namespace

Operand read_operand(TokenStream& tokens, const Scopes& scopes) {
  Operand result = single_operand(tokens, scopes);
  if (!tokens.accept("|")) return result;
  Operand pair;
  pair.kind = Operand::Kind::pair;
  pair.elements.push_back(std::move(result));
  pair.elements.push_back(single_operand(tokens, scopes));
  return pair;
}

}  // namespace simulator
