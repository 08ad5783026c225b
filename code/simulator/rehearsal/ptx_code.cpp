#include "simulator/rehearsal/ptx_code.hpp"

#include <algorithm>
#include <deque>
#include <iterator>

namespace simulator {
namespace {

bool is_one_of(const Token& token, std::initializer_list<std::string_view> texts) {
  return std::any_of(texts.begin(), texts.end(),
                     [&](std::string_view text) { return token.is(text); });
}

/// A directive that fills its line, and says nothing of what is computed.
bool is_about_the_file(const Token& token) {
  return is_one_of(token, {".version", ".target", ".address_size", ".file", ".loc"});
}

bool is_state_space(const Token& token) {
  return is_one_of(token, {".param", ".local", ".shared", ".const", ".global", ".reg"});
}

bool is_plain_name(const Token& token) {
  return token.kind == Token::Kind::name && token.text[0] != '%';
}

/// The names that tokens [first, last) declare for themselves: labels, and variables but for the
/// symbol that they are about.
std::set<std::string_view> local_names(const std::vector<Token>& tokens, std::size_t first,
                                       std::size_t last) {
  std::set<std::string_view> names;
  for (std::size_t i = first + 1; i < last; ++i) {
    if (is_plain_name(tokens[i]) && tokens[i + 1].is(":")) names.insert(tokens[i].text);
    if (!is_state_space(tokens[i]) || !is_one_of(tokens[i - 1], {";", "{", "}", "(", ",", ":"}))
      continue;
    while (i < last && tokens[i].kind != Token::Kind::name && !is_one_of(tokens[i], {";", ")"}))
      ++i;
    if (is_plain_name(tokens[i])) names.insert(tokens[i].text);
  }
  return names;
}

unsigned bytes_of(std::string_view type) {
  unsigned bits = 0;
  for (char c : type)
    if (c >= '0' && c <= '9') bits = bits * 10 + unsigned(c - '0');
  return bits / 8;
}

}  // namespace

PtxCode::PtxCode(std::string_view ptx) {
  const std::vector<Token> all = tokens_of(ptx);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!is_about_the_file(all[i])) {
      tokens_.push_back(all[i]);
      continue;
    }
    const unsigned line = all[i].line;
    while (i + 1 < all.size() && all[i + 1].line == line && all[i + 1].kind != Token::Kind::end)
      ++i;
  }
  int depth = 0;
  for (std::size_t first = 0, i = 0; i < tokens_.size(); ++i) {
    const Token& token = tokens_[i];
    if (token.is("{")) ++depth;
    if (token.is("}")) --depth;
    if (depth > 0 || !is_one_of(token, {"}", ";"})) continue;
    // The initial value of a variable has braces too, and goes on to a semicolon.
    if (token.is("}") && i + 1 < tokens_.size() && tokens_[i + 1].is(";")) continue;
    add(first, i + 1, token.is("}"));
    first = i + 1;
  }
}

void PtxCode::add(std::size_t first, std::size_t last, bool has_body) {
  if (tokens_[first].is(".section")) return;
  const std::string_view name = name_of(first, last);
  if (name.empty()) return;
  Item& item = items_[name];
  if (item.last > 0 && !has_body) return;  // declared again
  const auto is_code = [](const Token& token) { return is_one_of(token, {".func", ".entry"}); };
  item = {first, last, has_body,
          std::any_of(tokens_.begin() + std::ptrdiff_t(first),
                      tokens_.begin() + std::ptrdiff_t(std::min(last, first + 4)), is_code)};
}

std::string_view PtxCode::name_of(std::size_t first, std::size_t last) const {
  for (std::size_t i = first; i < last; ++i) {
    // A function's result stands before its name.
    if (tokens_[i].is("("))
      while (i < last && !tokens_[i].is(")")) ++i;
    if (tokens_[i].kind == Token::Kind::name) return tokens_[i].text;
  }
  return {};
}

std::vector<std::string_view> PtxCode::parameters(const Item& item) const {
  std::vector<std::string_view> names;
  for (std::size_t i = item.first; i < item.last && !is_one_of(tokens_[i], {")", "{"}); ++i)
    if (tokens_[i].is(".param"))
      for (; i < item.last && !is_one_of(tokens_[i], {",", ")"}); ++i)
        if (tokens_[i].kind == Token::Kind::name) {
          names.push_back(tokens_[i].text);
          break;
        }
  return names;
}

std::string PtxCode::of(std::string_view kernel) const {
  if (!items_.contains(kernel)) return {};
  std::string text;
  std::map<std::string_view, std::size_t> numbers{{kernel, 0}};
  for (std::deque<std::string_view> next{kernel}; !next.empty(); next.pop_front()) {
    const Item& item = items_.at(next.front());
    const std::set<std::string_view> local = local_names(tokens_, item.first, item.last);
    std::map<std::string_view, std::size_t> local_numbers;
    for (std::size_t i = item.first; i < item.last; ++i) {
      const Token& token = tokens_[i];
      const auto symbol = items_.find(token.text);
      if (token.kind == Token::Kind::text) {
        text.append(1, '"').append(token.text).append(1, '"');
      } else if (!is_plain_name(token)) {
        text += token.text;
      } else if (local.contains(token.text)) {
        const auto number = local_numbers.try_emplace(token.text, local_numbers.size()).first;
        text.append(1, 'v').append(std::to_string(number->second));
      } else if (symbol == items_.end() ||
                 (symbol->second.is_function && !symbol->second.has_body)) {
        text += token.text;
      } else {
        const auto [number, is_new] = numbers.try_emplace(token.text, numbers.size());
        if (is_new) next.push_back(symbol->first);
        text.append(1, 's').append(std::to_string(number->second));
      }
      text += is_one_of(token, {";", "{", "}"}) ? '\n' : ' ';
    }
  }
  return text;
}

bool PtxCode::is_address_alone(const Item& item, std::size_t copy) const {
  const Token& address = tokens_[copy - 2];
  for (std::size_t i = item.first; i < item.last; ++i)
    if (i != copy - 2 && tokens_[i].is(address.text) && !tokens_[i - 1].is("[")) return false;
  return true;
}

std::set<PtxCode::Range> PtxCode::reads(std::string_view kernel) const {
  const auto found = items_.find(kernel);
  if (found == items_.end()) return {};
  const Item& item = found->second;
  std::map<std::string_view, std::size_t> numbers;  // by a parameter's name, or what is its address
  for (const std::string_view name : parameters(item)) numbers.emplace(name, numbers.size());
  std::size_t i = item.first;
  while (i < item.last && !tokens_[i].is("{")) ++i;
  std::set<Range> ranges;
  std::size_t opcode = i + 1;
  for (; i < item.last; ++i) {
    // A vector's braces stand inside of an instruction.
    const bool is_block =
        is_one_of(tokens_[i], {"{", "}"}) && is_one_of(tokens_[i - 1], {";", "{", "}", ")", ":"});
    if (is_block || is_one_of(tokens_[i], {";", ":"})) opcode = i + 1;
    const auto parameter = numbers.find(tokens_[i].text);
    if (tokens_[i].kind != Token::Kind::name || parameter == numbers.end()) continue;
    if (tokens_[opcode].is("@")) opcode += tokens_[opcode + 1].is("!") ? 3 : 2;
    if (tokens_[opcode].is("mov") && tokens_[i - 1].is(",") && is_address_alone(item, i)) {
      numbers.emplace(tokens_[i - 2].text, parameter->second);
      continue;
    }
    if (!tokens_[opcode].is("ld") || !tokens_[i - 1].is("[")) {
      ranges.insert({parameter->second, 0, 0});
      continue;
    }
    std::size_t elements = 1, size = 0, offset = 0;
    for (std::size_t k = opcode + 1; tokens_[k].kind == Token::Kind::directive; ++k) {
      if (tokens_[k].is(".v2")) elements = 2;
      if (tokens_[k].is(".v4")) elements = 4;
      size = bytes_of(tokens_[k].text);  // the type comes last
    }
    if (tokens_[i + 1].is("+")) offset = tokens_[i + 2].value;
    for (std::size_t k = 0; k < elements; ++k)
      ranges.insert({parameter->second, offset + k * size, size});
  }
  return ranges;
}

}  // namespace simulator
