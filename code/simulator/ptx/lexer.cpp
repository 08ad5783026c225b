#include "simulator/ptx/lexer.hpp"

#include <bit>
#include <charconv>
#include <locale>
#include <sstream>
#include <string>

#include "simulator/ptx/unsupported.hpp"

namespace simulator {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool starts_name(char c) {
  return is_letter(c) || c == '_' || c == '$' || c == '%';
}
bool continues_name(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == '$';
}

class Lexer {
 public:
  explicit Lexer(std::string_view source) : source_(source) {}

  std::vector<Token> tokens() {
    std::vector<Token> result;
    do result.push_back(next());
    while (result.back().kind != Token::Kind::end);
    return result;
  }

 private:
  char at(std::size_t i) const { return i < source_.size() ? source_[i] : '\0'; }

  [[noreturn]] void fail(const std::string& what) const {
    throw UnsupportedError("PTX line " + std::to_string(line_) + ": " + what);
  }

  void skip_blanks() {
    for (;;) {
      const char c = at(place_);
      if (c == '\n') ++line_;
      if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        ++place_;
      } else if (c == '/' && at(place_ + 1) == '/') {
        while (place_ < source_.size() && source_[place_] != '\n') ++place_;
      } else if (c == '/' && at(place_ + 1) == '*') {
        const std::size_t end = source_.find("*/", place_ + 2);
        if (end == std::string_view::npos) fail("comment without end");
        for (; place_ < end + 2; ++place_) line_ += source_[place_] == '\n';
      } else {
        return;
      }
    }
  }

  Token next() {
    skip_blanks();
    Token token;
    token.line = line_;
    // PTX that came out of a fat binary may be padded with zeros.
    if (place_ >= source_.size() || source_[place_] == '\0') return token;
    const std::size_t start = place_;
    const char c = source_[place_];
    if (starts_name(c)) {
      ++place_;
      while (continues_name(at(place_)) ||
             (c == '%' && at(place_) == '.' && is_letter(at(place_ + 1))))
        ++place_;
      token.kind = Token::Kind::name;
    } else if (c == '.' && (continues_name(at(place_ + 1)))) {
      ++place_;
      while (continues_name(at(place_)) ||
             (at(place_) == ':' && at(place_ + 1) == ':' && continues_name(at(place_ + 2)))) {
        place_ += at(place_) == ':' ? 2 : 1;
      }
      token.kind = Token::Kind::directive;
    } else if (is_digit(c)) {
      number(token);
    } else if (c == '"') {
      const std::size_t end = source_.find('"', place_ + 1);
      if (end == std::string_view::npos) fail("string without end");
      token.kind = Token::Kind::text;
      token.text = source_.substr(place_ + 1, end - place_ - 1);
      place_ = end + 1;
      return token;
    } else {
      ++place_;
      token.kind = Token::Kind::punctuation;
    }
    token.text = source_.substr(start, place_ - start);
    return token;
  }

  void number(Token& token) {
    const char second = at(place_ + 1);
    if (at(place_) == '0' && (second == 'f' || second == 'F' || second == 'd' || second == 'D')) {
      token.kind = Token::Kind::real;
      token.real_size = second == 'f' || second == 'F' ? 4 : 8;
      place_ += 2;
      digits(token, 16);
      return;
    }
    token.kind = Token::Kind::integer;
    if (at(place_) == '0' && (second == 'x' || second == 'X')) {
      place_ += 2;
      digits(token, 16);
    } else if (at(place_) == '0' && (second == 'b' || second == 'B')) {
      place_ += 2;
      digits(token, 2);
    } else {
      const std::size_t start = place_;
      digits(token, at(place_) == '0' && is_digit(second) ? 8 : 10);
      if (at(place_) == '.' || at(place_) == 'e' || at(place_) == 'E') decimal(token, start);
    }
    if (at(place_) == 'U') ++place_;
  }

  void digits(Token& token, int base) {
    const char* first = source_.data() + place_;
    const auto [end, error] =
        std::from_chars(first, source_.data() + source_.size(), token.value, base);
    if (error != std::errc()) fail("bad number");
    place_ += end - first;
  }

  void decimal(Token& token, std::size_t start) {
    // Not every library has std::from_chars for this.
    std::size_t end = start;
    const auto is_exponent = [&](std::size_t k) { return at(k) == 'e' || at(k) == 'E'; };
    while (is_digit(at(end)) || at(end) == '.' || is_exponent(end) ||
           ((at(end) == '+' || at(end) == '-') && is_exponent(end - 1)))
      ++end;
    std::istringstream text(std::string(source_.substr(start, end - start)));
    text.imbue(std::locale::classic());
    double value = 0;
    if (!(text >> value)) fail("bad number");
    place_ = text.eof() ? end : start + std::size_t(text.tellg());
    token.kind = Token::Kind::real;
    token.real_size = 8;
    token.value = std::bit_cast<std::uint64_t>(value);
  }

  std::string_view source_;
  std::size_t place_ = 0;
  unsigned line_ = 1;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view ptx) {
  return Lexer(ptx).tokens();
}

}  // namespace simulator
