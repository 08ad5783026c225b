#include "reference.hpp"

#include <algorithm>
#include <optional>

namespace tangle {
namespace {

using Kind = Mention::Kind;

constexpr std::string_view blanks = " \t\f\v";

bool is_blank(char c) {
  return blanks.find(c) != std::string_view::npos;
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_word(char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

/// True for words set apart by spaces, the first starting with a letter and none at the edges.
bool is_phrase(std::string_view text) {
  return !text.empty() && is_letter(text.front()) && is_word(text.back()) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_word(c) || c == ' '; });
}

/// A line whose text starts with `<<`, but not with `<<<`.
Mention at_start(std::string_view text) {
  const std::size_t close = text.find(">>", 2);
  if (close == std::string_view::npos) {
    const std::string_view inner = text.ends_with('>') ? text.substr(2, text.size() - 3) : "";
    return is_chunk_name(inner) ? Mention{Kind::doubt, 0, inner} : Mention{};
  }
  const std::string_view inner = text.substr(2, close - 2);
  const std::string_view after = text.substr(close + 2);
  const std::string_view name = trim(inner);
  if (inner.find_first_of("<>") != std::string_view::npos) return {};
  if (after.empty()) return {is_chunk_name(inner) ? Kind::reference : Kind::mistake, 0, name};
  if (after.front() == '>') {
    return after.size() == 1 && is_chunk_name(inner) ? Mention{Kind::doubt, 0, name} : Mention{};
  }
  if (is_phrase(inner)) return {Kind::mistake, 0, name};
  const bool operand = is_blank(after.front()) || is_word(after.front()) || after.front() == '(';
  return operand ? Mention{} : Mention{Kind::doubt, 0, name};
}

/// A line whose text starts with one `<` or with three.
std::optional<Mention> with_other_brackets(std::string_view text) {
  const auto between = [&](std::size_t left, std::size_t right) -> std::optional<Mention> {
    if (text.size() <= left + right) return {};
    const std::string_view inner = text.substr(left, text.size() - left - right);
    if (!is_chunk_name(trim(inner))) return {};
    return Mention{Kind::doubt, 0, trim(inner)};
  };
  if (text.starts_with("<<<")) return text.ends_with(">>>") ? between(3, 3) : std::nullopt;
  return text.ends_with(">>") ? between(1, 2) : std::nullopt;
}

/// `<<name>>` with other text before it.
Mention inside(std::string_view text) {
  std::size_t open = 0;
  while ((open = text.find("<<", open + 1)) != std::string_view::npos) {
    if (open == 0) continue;
    const char before = text[open - 1];
    if (before == '<' || text.substr(open).starts_with("<<<")) {
      open = text.find_first_not_of('<', open);
      if (open == std::string_view::npos) break;
      continue;
    }
    const std::size_t close = text.find(">>", open);
    if (close == std::string_view::npos) break;
    const std::string_view name = text.substr(open + 2, close - open - 2);
    const std::string_view after = text.substr(close + 2);
    if (!is_chunk_name(name) || after.starts_with('>')) continue;
    if (is_word(before) || before == ')' || before == ']') continue;  // a shift: x<<n>>n
    const std::string_view start = text.substr(0, open);
    const bool in_code = start.find("//") == std::string_view::npos &&
                         start.find("/*") == std::string_view::npos && start.front() != '*' &&
                         start.front() != '#' && start.find('"') == std::string_view::npos;
    if (after.empty() && is_blank(before) && in_code) return {Kind::mistake, open, name};
    if (after.empty() || !(is_word(after.front()) || after.front() == '(')) {
      return {Kind::doubt, open, name};
    }
  }
  return {};
}

}  // namespace

bool is_chunk_name(std::string_view text) {
  return !text.empty() && is_letter(text.front()) && std::all_of(text.begin(), text.end(), is_word);
}

Mention find_mention(std::string_view line) {
  if (line.find('<') == std::string_view::npos) return {};
  const std::size_t start = line.find_first_not_of(blanks);
  const std::string_view text = trim(line);
  Mention mention;
  if (text.starts_with("<<") && !text.starts_with("<<<")) mention = at_start(text);
  if (mention.kind == Kind::plain && text.starts_with('<')) {
    mention = with_other_brackets(text).value_or(Mention{});
  }
  if (mention.kind == Kind::plain) mention = inside(text);
  mention.offset += start;
  return mention;
}

}  // namespace tangle
