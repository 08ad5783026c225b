#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

#include "simulator/ptx/declarations.hpp"
#include "simulator/ptx/function_parser.hpp"
#include "simulator/ptx/line_table.hpp"
#include "simulator/ptx/syntax.hpp"
#include "simulator/ptx/token_stream.hpp"

namespace simulator {
namespace {

class ModuleParser {
 public:
  explicit ModuleParser(std::string_view ptx) : tokens_(ptx) {}

  ModuleSyntax module() {
    while (!tokens_.at_end()) item();
    for (FunctionSyntax& function : module_.functions)
      for (Statement& statement : function.statements)
        statement.place = lines_.place_of(statement.place.line, module_.files);
    return std::move(module_);
  }

 private:
  void item() {
    const Token& token = tokens_.peek();
    if (token.kind != Token::Kind::directive) tokens_.fail_at("expected a directive, found", token);
    if (token.is(".version")) {
      tokens_.take();
      tokens_.take();  // a decimal number
    } else if (token.is(".target")) {
      tokens_.take();
      do
        if (const std::string_view target = tokens_.name(); target.starts_with("sm_"))
          std::from_chars(target.data() + 3, target.data() + target.size(), module_.target);
      while (tokens_.accept(","));
    } else if (token.is(".address_size")) {
      tokens_.take();
      if (tokens_.integer() != 64) tokens_.fail(".address_size other than 64");
    } else if (token.is(".file")) {
      read_file(tokens_, module_);
    } else if (token.is(".loc")) {
      lines_.read(tokens_);
    } else if (token.is(".pragma") || token.is(".alias")) {
      tokens_.skip_statement();
    } else if (token.is(".section")) {
      while (!tokens_.at_end() && !tokens_.accept("{")) tokens_.take();
      while (!tokens_.at_end() && !tokens_.accept("}")) tokens_.take();
    } else {
      declaration();
    }
  }

  void declaration() {
    bool external = false;
    for (;;) {
      if (tokens_.accept(".extern"))
        external = true;
      else if (!tokens_.accept(".visible") && !tokens_.accept(".weak") &&
               !tokens_.accept(".common"))
        break;
    }
    const Token& token = tokens_.peek();
    if (token.is(".entry") || token.is(".func")) {
      add(read_function(tokens_, lines_, module_));
    } else if (tokens_.accept(".global")) {
      variables(StateSpace::global, external);
    } else if (tokens_.accept(".const")) {
      variables(StateSpace::constant, external);
    } else if (tokens_.accept(".shared")) {
      shared(external);
    } else {
      tokens_.fail_at("unknown directive", token);
    }
  }

  /// A definition takes the place of a declaration.
  void add(FunctionSyntax function) {
    const auto known =
        std::find_if(module_.functions.begin(), module_.functions.end(),
                     [&](const FunctionSyntax& other) { return other.name == function.name; });
    if (known == module_.functions.end())
      module_.functions.push_back(std::move(function));
    else if (!known->defined)
      *known = std::move(function);
  }

  void variables(StateSpace space, bool external) {
    const Declaration declared = declared_type(tokens_);
    const std::size_t element = declared.bytes();
    do {
      Variable variable;
      variable.name = std::string(tokens_.name());
      variable.space = space;
      variable.alignment = declared.alignment;
      variable.external = external;
      variable.managed = declared.managed;
      const std::optional<std::size_t> length = array_length(tokens_);
      check_size(tokens_, length.value_or(0) * element, largest_variable);
      if (tokens_.accept("=")) {
        initializer(variable, size_of(declared.type));
        if (length) variable.initial.resize(*length * element);
      }
      variable.size = length ? *length * element : variable.initial.size();
      Variable& known = module_.variables[variable.name];
      if (known.name.empty() || known.external) known = std::move(variable);
    } while (tokens_.accept(","));
    tokens_.expect(";");
  }

  void initializer(Variable& variable, std::size_t size) {
    const TokenStream::Nested nested(tokens_);
    if (tokens_.accept("{")) {
      if (tokens_.accept("}")) return;
      do initializer(variable, size);
      while (tokens_.accept(","));
      tokens_.expect("}");
      return;
    }
    std::uint64_t bits = 0;
    if (tokens_.peek().kind == Token::Kind::name) {
      Relocation relocation;
      relocation.variable = variable.name;
      relocation.offset = variable.initial.size();
      if (tokens_.accept("generic")) {
        tokens_.expect("(");
        relocation.symbol = std::string(tokens_.name());
        tokens_.expect(")");
      } else {
        relocation.symbol = std::string(tokens_.name());
      }
      if (tokens_.accept("+")) relocation.addend = std::int64_t(tokens_.integer());
      module_.relocations.push_back(std::move(relocation));
    } else if (tokens_.peek().kind == Token::Kind::real) {
      bits = real_bits(tokens_.take(), size);
    } else {
      bits = tokens_.integer();
    }
    std::byte bytes[16] = {};
    std::memcpy(bytes, &bits, sizeof bits);
    variable.initial.insert(variable.initial.end(), bytes, bytes + size);
  }

  static std::uint64_t real_bits(const Token& token, std::size_t size) {
    if (token.real_size == size) return token.value;
    if (size == 4) return std::bit_cast<std::uint32_t>(float(std::bit_cast<double>(token.value)));
    return std::bit_cast<std::uint64_t>(double(std::bit_cast<float>(std::uint32_t(token.value))));
  }

  void shared(bool external) {
    const Declaration declared = declared_type(tokens_);
    do {
      const std::string_view named = tokens_.name();
      const std::optional<std::size_t> length = array_length(tokens_);
      if (!length || external)
        module_.dynamic_shared[named] = declared.alignment;
      else
        module_.shared[named] = place_behind(tokens_, module_.shared_bytes, StateSpace::shared,
                                             declared, *length, largest_variable);
    } while (tokens_.accept(","));
    tokens_.expect(";");
  }

  TokenStream tokens_;
  LineTable lines_;
  ModuleSyntax module_;
};

}  // namespace

ModuleSyntax syntax_of(std::string_view ptx) {
  return ModuleParser(ptx).module();
}

}  // namespace simulator
