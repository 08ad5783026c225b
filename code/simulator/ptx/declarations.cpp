#include "simulator/ptx/declarations.hpp"

#include <algorithm>

#include "simulator/round_up.hpp"

namespace simulator {
namespace {

constexpr std::uint64_t largest_alignment = 4096;

}  // namespace

Declaration declared_type(TokenStream& tokens) {
  Declaration result;
  for (;;) {
    if (tokens.accept(".align")) {
      result.alignment = tokens.integer();
      if (result.alignment > largest_alignment) tokens.fail("too large an alignment");
    } else if (tokens.accept(".v2")) {
      result.vector = 2;
    } else if (tokens.accept(".v4")) {
      result.vector = 4;
    } else if (tokens.accept(".ptr")) {  // .param .u64 .ptr .global .align 8 p
      for (std::string_view space : {".global", ".shared", ".local", ".const"})
        tokens.accept(space);
      if (tokens.accept(".align")) tokens.integer();
    } else if (!tokens.accept(".attribute")) {
      const Token& token = tokens.peek();
      if (token.kind != Token::Kind::directive) break;
      const std::optional<Type> type = type_named(token.text.substr(1));
      if (!type) tokens.fail_at("unknown type", token);
      tokens.take();
      result.type = *type;
    } else {
      while (!tokens.accept(")")) {
        if (tokens.at_end()) tokens.fail("an attribute without end");
        if (tokens.accept(".managed"))
          result.managed = true;
        else
          tokens.take();
      }
    }
  }
  result.alignment = std::max(result.alignment, result.bytes());
  return result;
}

std::optional<std::size_t> array_length(TokenStream& tokens) {
  std::size_t length = 1;
  bool open = false;
  while (tokens.accept("[")) {
    if (tokens.accept("]")) {
      open = true;
      continue;
    }
    const std::uint64_t extent = tokens.integer();
    check_size(tokens, extent, largest_variable);
    length *= extent;
    check_size(tokens, length, largest_variable);
    tokens.expect("]");
  }
  if (open) return std::nullopt;
  return length;
}

void check_size(const TokenStream& tokens, std::uint64_t size, std::uint64_t largest) {
  if (size > largest) tokens.fail("too large a size");
}

LocalVariable place_behind(const TokenStream& tokens, std::size_t& bytes, StateSpace space,
                           const Declaration& declared, std::size_t length, std::uint64_t largest) {
  check_size(tokens, length, largest);
  LocalVariable variable;
  variable.space = space;
  variable.alignment = declared.alignment;
  variable.size = declared.bytes() * length;
  variable.offset = round_up(bytes, declared.alignment);
  bytes = variable.offset + variable.size;
  check_size(tokens, bytes, largest);
  return variable;
}

}  // namespace simulator
