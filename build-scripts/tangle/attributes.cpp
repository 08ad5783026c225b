#include "attributes.hpp"

#include <algorithm>
#include <cctype>

namespace tangle {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t';
}

bool is_punctuation(char c) {
  return std::ispunct(static_cast<unsigned char>(c)) != 0;
}

/// A class, id or key: everything up to white space or a character with a meaning of its own.
bool is_word(char c) {
  return !is_space(c) && std::string_view("{}=\"'#").find(c) == std::string_view::npos;
}

class Parser {
 public:
  Parser(std::string_view info, Attributes& attributes) : info_(info), attributes_(attributes) {}

  std::optional<AttributeError> parse() {
    const std::size_t brace = info_.find('{');
    at_ = std::min(brace, info_.size());
    std::string_view language = info_.substr(0, at_);
    while (!language.empty() && is_space(language.back())) language.remove_suffix(1);
    if (brace == std::string_view::npos) {
      // Only the first word names the language; the rest is for other programs.
      language = language.substr(0, language.find_first_of(" \t"));
    } else if (language.find_first_of(" \t") != std::string_view::npos) {
      return fail("attributes follow the fence or one word that names the language");
    }
    if (!language.empty()) attributes_.classes.emplace_back(language);
    if (brace == std::string_view::npos) return {};
    ++at_;
    return parse_braces();
  }

 private:
  std::optional<AttributeError> parse_braces() {
    for (bool spaced = true;; spaced = false) {
      while (at_ < info_.size() && is_space(info_[at_])) {
        ++at_;
        spaced = true;
      }
      if (at_ == info_.size()) return fail("these attributes lack their closing brace");
      if (info_[at_] == '}') break;
      if (!spaced) return fail("a space is missing between two attributes");
      if (std::optional<AttributeError> error = parse_attribute()) return error;
    }
    const std::size_t after = info_.find_first_not_of(" \t", at_ + 1);
    if (after == std::string_view::npos) return {};
    at_ = after;
    return fail("nothing may follow the attributes' closing brace");
  }

  std::optional<AttributeError> parse_attribute() {
    const std::size_t start = at_;
    const char mark = info_[at_];
    if (mark == '.' || mark == '#' || mark == '=') ++at_;
    const std::string_view word = take_word();
    if (mark == '-' && word == "-") {
      attributes_.classes.emplace_back("unnumbered");
      return {};
    }
    if (word.empty()) return fail("this is no attribute; write .class, #name or key=value");
    if (mark == '.') {
      attributes_.classes.emplace_back(word);
    } else if (mark == '#') {
      attributes_.ids.emplace_back(word);
    } else if (mark != '=') {  // {=html} marks raw text and makes no chunk
      if (at_ == info_.size() || info_[at_] != '=') {
        at_ = start;
        return fail("'" + std::string(word) + "' is no attribute; write ." + std::string(word) +
                    ", #" + std::string(word) + " or " + std::string(word) + "=value");
      }
      ++at_;
      std::string value;
      if (std::optional<AttributeError> error = parse_value(value)) return error;
      attributes_.values.emplace_back(word, std::move(value));
    }
    return {};
  }

  std::optional<AttributeError> parse_value(std::string& value) {
    const std::size_t start = at_;
    const char first = at_ < info_.size() ? info_[at_] : '\0';
    const char quote = first == '"' || first == '\'' ? first : '\0';
    if (quote != 0) ++at_;
    for (; at_ < info_.size(); ++at_) {
      char c = info_[at_];
      if (quote != 0 ? c == quote : is_space(c) || c == '}') break;
      if (c == '\\' && at_ + 1 < info_.size() && is_punctuation(info_[at_ + 1])) c = info_[++at_];
      value += c;
    }
    if (quote != 0) {
      if (at_ == info_.size()) {
        at_ = start;
        return fail("this value lacks its closing quotation mark");
      }
      ++at_;
    } else if (value.empty()) {
      return fail("a value is missing here");
    }
    return {};
  }

  std::string_view take_word() {
    const std::size_t start = at_;
    while (at_ < info_.size() && is_word(info_[at_])) ++at_;
    return info_.substr(start, at_ - start);
  }

  std::optional<AttributeError> fail(std::string message) const {
    return AttributeError{at_, std::move(message)};
  }

  std::string_view info_;
  Attributes& attributes_;
  std::size_t at_ = 0;
};

}  // namespace

bool Attributes::has_class(std::string_view name) const {
  return std::find(classes.begin(), classes.end(), name) != classes.end();
}

std::optional<AttributeError> parse_attributes(std::string_view info, Attributes& attributes) {
  return Parser(info, attributes).parse();
}

}  // namespace tangle
