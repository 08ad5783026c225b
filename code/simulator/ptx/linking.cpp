#include "simulator/ptx/linking.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "simulator/ptx/lexer.hpp"
#include "simulator/ptx/unsupported.hpp"

namespace simulator {
namespace {

/// How a text declares a name at module scope.
enum class Linkage { local, external, weak, strong };

struct Unit {
  std::vector<Token> tokens;
  std::map<std::string_view, Linkage> names;
  std::set<std::string_view> wanted;       // variables that another text is to define
  std::vector<const Token*> file_numbers;  // in .file and .loc
  std::uint64_t files = 0;                 // the largest of them
};

class Reader {
 public:
  explicit Reader(const std::string& text) { unit_.tokens = tokens_of(text); }

  Unit read() {
    while (!at_end()) item();
    note_file_numbers();
    return std::move(unit_);
  }

 private:
  bool at_end() const { return unit_.tokens[place_].kind == Token::Kind::end; }
  const Token& peek() const { return unit_.tokens[place_]; }
  void take() {
    if (!at_end()) ++place_;
  }
  bool accept(std::string_view text) {
    const bool found = peek().is(text);
    if (found) take();
    return found;
  }

  /// Up to what closes that which the next token opens.
  void skip_nested() {
    int depth = 0;
    do {
      depth += peek().is("{") || peek().is("(");
      depth -= peek().is("}") || peek().is(")");
      take();
    } while (depth > 0 && !at_end());
  }

  void item() {
    if (accept(".visible")) {
      linkage_ = Linkage::strong;
    } else if (accept(".weak") || accept(".common")) {
      linkage_ = Linkage::weak;
    } else if (accept(".extern")) {
      linkage_ = Linkage::external;
    } else if (accept(".entry") || accept(".func")) {
      function();
      linkage_ = Linkage::local;
    } else if (peek().is(".global") || peek().is(".const") || peek().is(".shared")) {
      variables(peek().is(".shared"));
      linkage_ = Linkage::local;
    } else if (peek().is("{")) {
      skip_nested();  // of a section
    } else {
      take();
    }
  }

  void function() {
    if (peek().is("(")) skip_nested();
    const std::string_view name = peek().text;
    while (!at_end() && !peek().is("{") && !peek().is(";")) take();
    if (peek().is("{")) {
      skip_nested();
      note(name, linkage_);
    } else {
      note(name, linkage_ == Linkage::local ? Linkage::local : Linkage::external);
    }
  }

  void variables(bool shared) {
    bool expected = true;
    while (!at_end() && !peek().is(";")) {
      if (peek().is("(") || peek().is("{")) {
        skip_nested();
        continue;
      }
      if (expected && peek().kind == Token::Kind::name) {
        expected = false;
        // Memory whose size a launch gives belongs to no text.
        if (linkage_ == Linkage::external && !shared) unit_.wanted.insert(peek().text);
        note(peek().text, linkage_);
      }
      expected = expected || peek().is(",");
      take();
    }
  }

  void note(std::string_view name, Linkage linkage) {
    Linkage& known = unit_.names.try_emplace(name, linkage).first->second;
    known = std::max(known, linkage);
  }

  void note_file_numbers() {
    for (std::size_t k = 0; k + 1 < unit_.tokens.size(); ++k) {
      const Token &before = unit_.tokens[k], &token = unit_.tokens[k + 1];
      if (token.kind != Token::Kind::integer ||
          !(before.is(".file") || before.is(".loc") || before.is("inlined_at")))
        continue;
      unit_.file_numbers.push_back(&token);
      unit_.files = std::max(unit_.files, token.value);
    }
  }

  Unit unit_;
  std::size_t place_ = 0;
  Linkage linkage_ = Linkage::local;
};

/// Its text with other file numbers, and other names where a name in `taken` is its own.
std::string rewritten(const std::string& text, const Unit& unit, std::uint64_t first_file,
                      const std::map<std::string_view, std::size_t>& uses,
                      const std::string& suffix) {
  std::string result;
  std::string_view rest = text;
  const auto replace = [&](const Token& token, const std::string& with) {
    const auto before = std::size_t(token.text.data() - rest.data());
    result.append(rest.substr(0, before)).append(with);
    rest.remove_prefix(before + token.text.size());
  };
  auto number = unit.file_numbers.begin();
  for (const Token& token : unit.tokens) {
    if (number != unit.file_numbers.end() && *number == &token) {
      replace(token, std::to_string(token.value + first_file));
      ++number;
    } else if (token.kind == Token::Kind::name) {
      const auto known = unit.names.find(token.text);
      if (known != unit.names.end() && known->second == Linkage::local && uses.at(token.text) > 1)
        replace(token, std::string(token.text) + suffix);
    }
  }
  return result.append(rest);
}

}  // namespace

std::string linked_ptx(const std::vector<std::string>& texts) {
  std::vector<Unit> units;
  for (const std::string& text : texts) units.push_back(Reader(text).read());

  std::map<std::string_view, std::size_t> uses;
  std::set<std::string_view> strong, defined;
  for (const Unit& unit : units)
    for (const auto& [name, linkage] : unit.names) {
      ++uses[name];
      if (linkage == Linkage::strong && !strong.insert(name).second)
        throw UnsupportedError("two linked files define '" + std::string(name) + "'");
      if (linkage == Linkage::strong || linkage == Linkage::weak) defined.insert(name);
    }
  for (const Unit& unit : units)
    for (const std::string_view name : unit.wanted)
      if (!defined.contains(name))
        throw UnsupportedError("no linked file defines the variable '" + std::string(name) + "'");

  std::string result;
  std::uint64_t first_file = 0;
  for (std::size_t k = 0; k < units.size(); ++k) {
    result += rewritten(texts[k], units[k], first_file, uses, "$file" + std::to_string(k)) + '\n';
    first_file += units[k].files;
  }
  return result;
}

}  // namespace simulator
