#include "simulator/ptx/function_parser.hpp"

#include <algorithm>
#include <utility>

#include "simulator/ptx/declarations.hpp"
#include "simulator/ptx/operands.hpp"
#include "simulator/ptx/scopes.hpp"

namespace simulator {
namespace {

constexpr unsigned most_registers = 1u << 20;

class FunctionParser {
 public:
  FunctionParser(TokenStream& tokens, LineTable& lines, ModuleSyntax& module)
      : tokens_(tokens), lines_(lines), module_(module) {}

  FunctionSyntax function() {
    function_.line = tokens_.peek().line;
    function_.entry = tokens_.take().is(".entry");
    scopes_.emplace_back();
    if (tokens_.accept("(")) parameters(function_.results);
    function_.name = tokens_.function = tokens_.name();
    if (tokens_.accept("(")) parameters(function_.parameters);
    if (function_.entry) function_.parameter_bytes = scopes_.back().param_top;
    while (!tokens_.peek().is("{") && !tokens_.peek().is(";")) performance_directive();
    if (!tokens_.accept(";")) {
      function_.defined = true;
      tokens_.expect("{");
      body();
    }
    tokens_.function = {};
    return std::move(function_);
  }

 private:
  void parameters(std::vector<Parameter>& result) {
    if (tokens_.accept(")")) return;
    do {
      if (!tokens_.accept(".param") && !tokens_.accept(".reg")) tokens_.fail("expected .param");
      const Declaration declared = declared_type(tokens_);
      const std::string_view named = tokens_.name();
      const std::size_t length = array_length(tokens_).value_or(0);
      const Operand variable = allocate_param(named, declared, length);
      result.push_back(
          {std::string(named), std::size_t(variable.bits), variable.size, declared.alignment});
    } while (tokens_.accept(","));
    tokens_.expect(")");
  }

  Operand allocate_param(std::string_view named, const Declaration& declared, std::size_t length) {
    Scope& scope = scopes_.back();
    const LocalVariable place =
        place_behind(tokens_, scope.param_top, StateSpace::param, declared, length, largest_frame);
    function_.param_bytes = std::max(function_.param_bytes, scope.param_top);
    Operand& variable = declare(named, place);
    variable.size = unsigned(place.size);
    return variable;
  }

  Operand& declare(std::string_view named, const LocalVariable& place) {
    Operand& variable = scopes_.back().variables[named];
    variable = {};
    variable.kind = Operand::Kind::variable;
    variable.space = place.space;
    variable.name = named;
    variable.bits = place.offset;
    return variable;
  }

  void performance_directive() {
    const Token& token = tokens_.peek();
    if (tokens_.accept(".maxntid") || tokens_.accept(".reqntid")) {
      function_.max_threads = unsigned(product());
    } else if (tokens_.accept(".minnctapersm") || tokens_.accept(".maxnreg") ||
               tokens_.accept(".maxnctapersm")) {
      tokens_.integer();
    } else if (tokens_.accept(".maxclusterrank")) {
      function_.max_cluster_rank = unsigned(tokens_.integer());
    } else if (tokens_.accept(".reqnctapercluster")) {
      function_.cluster = extent();
    } else if (tokens_.accept(".explicitcluster")) {
      function_.explicit_cluster = true;
    } else if (tokens_.accept(".blocksareclusters")) {
      counts_clusters_ = true;
    } else if (tokens_.accept(".abi_preserve") || tokens_.accept(".abi_preserve_control")) {
      product();
    } else if (tokens_.accept(".noreturn")) {
      // say nothing about what the code does
    } else if (tokens_.accept(".pragma")) {
      tokens_.skip_statement();
    } else {
      tokens_.fail_at("unknown directive", token);
    }
  }

  /// Of up to three numbers.
  Dim3 extent() {
    Dim3 result{unsigned(tokens_.integer()), 1, 1};
    if (tokens_.accept(",")) result.y = unsigned(tokens_.integer());
    if (tokens_.accept(",")) result.z = unsigned(tokens_.integer());
    return result;
  }

  /// Of the numbers of a list.
  std::uint64_t product() {
    std::uint64_t result = tokens_.integer();
    while (tokens_.accept(",")) result *= tokens_.integer();
    return result;
  }

  void body() {
    lines_.forget();
    unsigned depth = 1;
    while (depth > 0) {
      if (tokens_.at_end()) tokens_.fail("a function without end");
      if (tokens_.accept("{")) {
        ++depth;
        const std::size_t top = scopes_.back().param_top;
        scopes_.emplace_back();
        scopes_.back().param_top = top;
        scopes_.back().first_statement = function_.statements.size();
        scopes_.back().first_inner_list = inner_lists_.size();
      } else if (tokens_.accept("}")) {
        if (--depth > 0) close_names(scopes_.back());
        scopes_.pop_back();
      } else if (!tokens_.accept(";")) {
        body_item();
      }
    }
    if (counts_clusters_ && function_.cluster.volume() > 1 && !function_.statements.empty())
      refuse_clusters();
    function_.statements.emplace_back().opcode = "ret";
  }

  /// No opcode: whoever comes here is told so, and stopped.
  void refuse_clusters() {
    Statement refused;
    refused.opcode = "a launch whose grid counts clusters";
    refused.line = function_.line;
    refused.place = function_.statements[0].place;
    function_.statements[0] = std::move(refused);
  }

  void body_item() {
    const Token& token = tokens_.peek();
    if (token.kind == Token::Kind::name && tokens_.peek(1).is(":")) {
      label();
    } else if (token.kind == Token::Kind::name || token.is("@")) {
      statement();
    } else if (token.is(".loc")) {
      location();
    } else if (token.is(".reg")) {
      registers();
    } else if (token.is(".local") || token.is(".shared") || token.is(".param")) {
      variables();
    } else if (token.is(".pragma")) {
      tokens_.skip_statement();
    } else if (token.is(".file")) {
      read_file(tokens_, module_);
    } else {
      tokens_.fail_at("unknown directive", token);
    }
  }

  void label() {
    const std::string_view named = tokens_.name();
    tokens_.expect(":");
    if (tokens_.accept(".branchtargets")) {
      label_list(named);
    } else if (tokens_.peek().is(".callprototype") || tokens_.peek().is(".calltargets")) {
      tokens_.skip_statement();
    } else {
      auto& labels = scopes_.size() > 1 ? scopes_.back().labels : function_.labels;
      if (!labels.emplace(named, unsigned(function_.statements.size())).second)
        tokens_.fail("label '" + std::string(named) + "' twice");
    }
  }

  void label_list(std::string_view named) {
    std::vector<std::string_view> list;
    do list.push_back(tokens_.name());
    while (tokens_.accept(","));
    tokens_.expect(";");
    auto& lists = scopes_.size() > 1 ? scopes_.back().label_lists : function_.label_lists;
    if (!lists.emplace(named, std::move(list)).second)
      tokens_.fail("list of labels '" + std::string(named) + "' twice");
  }

  /// Labels in inner braces, and lists of them, are known there alone: they get names that no
  /// others have.
  void close_names(Scope& scope) {
    for (auto& [named, list] : scope.label_lists) {
      const std::string_view made = make_name(named);
      rename_in_statements(scope, named, made);
      inner_lists_.push_back(&(function_.label_lists[made] = std::move(list)));
    }
    for (const auto& [named, at] : scope.labels) {
      const std::string_view made = make_name(named);
      function_.labels[made] = at;
      rename_in_statements(scope, named, made);
      for (std::size_t k = scope.first_inner_list; k < inner_lists_.size(); ++k)
        std::replace(inner_lists_[k]->begin(), inner_lists_[k]->end(), named, made);
    }
  }

  std::string_view make_name(std::string_view named) {
    return module_.made_names.emplace_back(std::string(named) + " of " +
                                           std::to_string(module_.made_names.size()));
  }

  void rename_in_statements(const Scope& scope, std::string_view named, std::string_view made) {
    for (std::size_t k = scope.first_statement; k < function_.statements.size(); ++k)
      for (Operand& operand : function_.statements[k].operands)
        if (operand.kind == Operand::Kind::name && operand.name == named) operand.name = made;
  }

  void registers() {
    tokens_.expect(".reg");
    const Declaration declared = declared_type(tokens_);
    do {
      const std::string_view named = tokens_.name();
      Scope& scope = scopes_.back();
      const unsigned first = unsigned(function_.registers.size());
      unsigned count = 1;
      if (tokens_.accept("<")) {
        const std::uint64_t wanted = tokens_.integer();
        if (wanted > most_registers - first) tokens_.fail("too many registers");
        count = unsigned(wanted);
        tokens_.expect(">");
        scope.families[named] = {first, count};
      } else {
        scope.registers[named] = first;
      }
      function_.registers.insert(function_.registers.end(), count, declared.type);
    } while (tokens_.accept(","));
    tokens_.expect(";");
  }

  void variables() {
    const Token& space = tokens_.take();
    const Declaration declared = declared_type(tokens_);
    do {
      const std::string_view named = tokens_.name();
      const std::size_t length = array_length(tokens_).value_or(0);
      if (space.is(".param")) {
        allocate_param(named, declared, length);
      } else if (space.is(".shared")) {
        // Statics of a device function lie in the part that all kernels share.
        std::size_t& bytes = function_.entry ? function_.shared_bytes : module_.shared_bytes;
        const LocalVariable placed =
            place_behind(tokens_, bytes, StateSpace::shared, declared, length, largest_variable);
        if (!function_.entry) function_.module_shared.push_back(placed);
        Operand& variable = declare(named, placed);
        variable.index = function_.entry;
        variable.size = unsigned(placed.size);
      } else {
        declare(named, place_behind(tokens_, function_.local_bytes, StateSpace::local, declared,
                                    length, largest_frame));
      }
    } while (tokens_.accept(","));
    tokens_.expect(";");
  }

  void statement() {
    Statement result;
    if (tokens_.accept("@")) {
      const bool negated = tokens_.accept("!");
      result.guard = scopes_.named(tokens_.name());
      if (result.guard.kind != Operand::Kind::reg) tokens_.fail("a guard that is no predicate");
      result.guard.negated = negated;
    }
    result.line = tokens_.peek().line;
    result.opcode = tokens_.name();
    while (tokens_.peek().kind == Token::Kind::directive)
      result.modifiers.push_back(tokens_.take().text.substr(1));
    if (!tokens_.accept(";")) {
      do result.operands.push_back(read_operand(tokens_, scopes_));
      while (tokens_.accept(","));
      tokens_.expect(";");
    }
    result.place.line = lines_.mark();
    function_.statements.push_back(std::move(result));
  }

  void location() {
    const bool opens =
        lines_.mark() == 0 && function_.statements.empty() && function_.place.line == 0;
    const SourceLine place = lines_.read(tokens_);
    if (opens) function_.place = place;  // the function's own line
  }

  TokenStream& tokens_;
  LineTable& lines_;
  ModuleSyntax& module_;
  FunctionSyntax function_;
  Scopes scopes_;
  std::vector<std::vector<std::string_view>*> inner_lists_;  // of braces that are closed
  bool counts_clusters_ = false;  // its launches give the grid in clusters
};

}  // namespace

FunctionSyntax read_function(TokenStream& tokens, LineTable& lines, ModuleSyntax& module) {
  return FunctionParser(tokens, lines, module).function();
}

void read_file(TokenStream& tokens, ModuleSyntax& module) {
  tokens.expect(".file");
  const unsigned number = unsigned(tokens.integer());
  if (tokens.peek().kind != Token::Kind::text) tokens.fail("expected a file name");
  module.files[number] = std::string(tokens.take().text);
  while (tokens.accept(",")) tokens.integer();
}

}  // namespace simulator
