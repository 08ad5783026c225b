#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace simulator {

/// One word of PTX. `text` points into the source.
struct Token {
  enum class Kind {
    name,         // label, register, variable; %tid.x is one name
    directive,    // .global, .f32, .L2::128B: with its dot
    integer,      // `value`
    real,         // `value` holds the bits; 4 or 8 bytes by `real_size`
    text,         // "…", without the quotes
    punctuation,  // one character
    end,
  };

  Kind kind = Kind::end;
  std::string_view text;
  std::uint64_t value = 0;
  unsigned real_size = 0;
  unsigned line = 0;

  bool is(std::string_view expected) const {
    return (kind == Kind::punctuation || kind == Kind::name || kind == Kind::directive) &&
           text == expected;
  }
};

/// Splits PTX into tokens, the last one of kind `end`. Throws UnsupportedError.
std::vector<Token> tokens_of(std::string_view ptx);

}  // namespace simulator
