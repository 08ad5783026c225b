#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <utility>

#include "lexer.hpp"
#include "syntax.hpp"

namespace simulator {
namespace {

// No device has more; larger numbers are damaged text, and would overflow in sums.
constexpr std::uint64_t largest_alignment = 4096, largest_variable = std::uint64_t{1} << 31,
                        largest_frame = std::uint64_t{1} << 20;  // bytes
constexpr unsigned deepest_nesting = 64, most_registers = 1u << 20;

std::size_t round_up(std::size_t n, std::size_t alignment) {
  return (n + alignment - 1) / alignment * alignment;
}

/// What `.loc` says, and the position that the code was inlined at.
struct Location {
  unsigned file = 0, line = 0, column = 0;
  int outer = -1;  // index of the location it was inlined at
};

/// Names of one pair of braces.
struct Scope {
  struct Registers {
    unsigned first = 0, count = 0;
  };
  std::map<std::string_view, unsigned> registers;
  std::map<std::string_view, Registers> families;  // %r<10>: by "%r"
  std::map<std::string_view, Operand> variables;
  std::map<std::string_view, unsigned> labels;  // of inner braces only
  std::size_t param_top = 0;
  std::size_t first_statement = 0;
};

class Parser {
 public:
  explicit Parser(std::string_view ptx) : tokens_(tokens_of(ptx)) {}

  ModuleSyntax module() {
    while (!at_end()) item();
    place_everything();
    return std::move(module_);
  }

 private:
  struct Declaration {
    Type type = Type::b8;
    std::size_t alignment = 0;
    unsigned vector = 1;
  };

  // Tokens.
  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
  }
  const Token& take() {
    const Token& token = peek();
    if (next_ < tokens_.size() - 1) ++next_;
    return token;
  }
  bool at_end() const { return peek().kind == Token::Kind::end; }
  bool accept(std::string_view text) {
    if (!peek().is(text)) return false;
    take();
    return true;
  }
  void expect(std::string_view text) {
    if (!accept(text)) fail("expected '" + std::string(text) + "', found " + shown(peek()));
  }
  static std::string shown(const Token& token) {
    return token.kind == Token::Kind::end ? "the end" : "'" + std::string(token.text) + "'";
  }
  std::string_view name() {
    if (peek().kind != Token::Kind::name) fail("expected a name, found " + shown(peek()));
    return take().text;
  }
  std::uint64_t integer() {
    const bool negative = accept("-");
    if (peek().kind != Token::Kind::integer) fail("expected a number, found " + shown(peek()));
    const std::uint64_t value = take().value;
    return negative ? -value : value;
  }
  void skip_statement() {
    while (!at_end() && !accept(";")) take();
  }

  [[noreturn]] void fail(const std::string& what) const {
    std::string where = "PTX line " + std::to_string(peek().line);
    if (function_) where += ", in " + std::string(function_->name);
    throw UnsupportedError(where + ": " + what);
  }

  /// Lives while something that may hold others of its kind is read.
  class Nested {
   public:
    explicit Nested(Parser& parser) : parser_(parser) {
      if (++parser_.nesting_ > deepest_nesting) parser_.fail("too deep a nesting");
    }
    ~Nested() { --parser_.nesting_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

   private:
    Parser& parser_;
  };

  // Module scope.
  void item() {
    const Token& token = peek();
    if (token.kind != Token::Kind::directive) fail("expected a directive, found " + shown(token));
    if (token.is(".version")) {
      take();
      take();  // a decimal number
    } else if (token.is(".target")) {
      take();
      do name();
      while (accept(","));
    } else if (token.is(".address_size")) {
      take();
      if (integer() != 64) fail(".address_size other than 64");
    } else if (token.is(".file")) {
      file();
    } else if (token.is(".loc")) {
      location();
    } else if (token.is(".pragma") || token.is(".alias")) {
      skip_statement();
    } else if (token.is(".section")) {
      while (!at_end() && !accept("{")) take();
      while (!at_end() && !accept("}")) take();
    } else {
      declaration();
    }
  }

  void file() {
    expect(".file");
    const unsigned number = unsigned(integer());
    if (peek().kind != Token::Kind::text) fail("expected a file name");
    module_.files[number] = std::string(take().text);
    while (accept(",")) integer();
  }

  void declaration() {
    bool external = false;
    for (;;) {
      if (accept(".extern"))
        external = true;
      else if (!accept(".visible") && !accept(".weak") && !accept(".common"))
        break;
    }
    const Token& token = peek();
    if (token.is(".entry") || token.is(".func")) {
      function();
    } else if (accept(".global")) {
      variables(Variable::Space::global, external);
    } else if (accept(".const")) {
      variables(Variable::Space::constant, external);
    } else if (accept(".shared")) {
      module_shared(external);
    } else {
      fail("unknown directive " + shown(token));
    }
  }

  Declaration declared_type() {
    Declaration result;
    for (;;) {
      if (accept(".align")) {
        result.alignment = integer();
        if (result.alignment > largest_alignment) fail("too large an alignment");
      } else if (accept(".v2")) {
        result.vector = 2;
      } else if (accept(".v4")) {
        result.vector = 4;
      } else if (accept(".ptr")) {  // .param .u64 .ptr .global .align 8 p
        for (std::string_view space : {".global", ".shared", ".local", ".const"}) accept(space);
        if (accept(".align")) integer();
      } else if (!accept(".attribute")) {
        const Token& token = peek();
        if (token.kind != Token::Kind::directive) break;
        const std::optional<Type> type = type_named(token.text.substr(1));
        if (!type) fail("unknown type " + shown(token));
        take();
        result.type = *type;
      } else {
        while (!accept(")")) {
          if (at_end()) fail("an attribute without end");
          take();
        }
      }
    }
    const std::size_t natural = size_of(result.type) * result.vector;
    result.alignment = std::max(result.alignment, natural);
    return result;
  }

  void check_size(std::uint64_t size, std::uint64_t largest) const {
    if (size > largest) fail("too large a size");
  }

  /// Reads "[4][2]"; nullopt for an array whose length is left open.
  std::optional<std::size_t> array_length() {
    std::size_t length = 1;
    bool open = false;
    while (accept("[")) {
      if (accept("]")) {
        open = true;
        continue;
      }
      const std::uint64_t extent = integer();
      check_size(extent, largest_variable);
      length *= extent;
      check_size(length, largest_variable);
      expect("]");
    }
    if (open) return std::nullopt;
    return length;
  }

  void variables(Variable::Space space, bool external) {
    const Declaration declared = declared_type();
    const std::size_t element = size_of(declared.type) * declared.vector;
    do {
      Variable variable;
      variable.name = std::string(name());
      variable.space = space;
      variable.alignment = declared.alignment;
      variable.external = external;
      const std::optional<std::size_t> length = array_length();
      check_size(length.value_or(0) * element, largest_variable);
      if (accept("=")) {
        initializer(variable, size_of(declared.type));
        if (length) variable.initial.resize(*length * element);
      }
      variable.size = length ? *length * element : variable.initial.size();
      Variable& known = module_.variables[variable.name];
      if (known.name.empty() || known.external) known = std::move(variable);
    } while (accept(","));
    expect(";");
  }

  void initializer(Variable& variable, std::size_t size) {
    const Nested nested(*this);
    if (accept("{")) {
      if (accept("}")) return;
      do initializer(variable, size);
      while (accept(","));
      expect("}");
      return;
    }
    std::uint64_t bits = 0;
    if (peek().kind == Token::Kind::name) {
      Relocation relocation;
      relocation.variable = variable.name;
      relocation.offset = variable.initial.size();
      if (accept("generic")) {
        expect("(");
        relocation.symbol = std::string(name());
        expect(")");
      } else {
        relocation.symbol = std::string(name());
      }
      if (accept("+")) relocation.addend = std::int64_t(integer());
      module_.relocations.push_back(std::move(relocation));
    } else if (peek().kind == Token::Kind::real) {
      bits = real_bits(take(), size);
    } else {
      bits = integer();
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

  void module_shared(bool external) {
    const Declaration declared = declared_type();
    do {
      const std::string_view named = name();
      const std::optional<std::size_t> length = array_length();
      if (!length || external) {
        module_.dynamic_shared[named] = declared.alignment;
        continue;
      }
      module_.shared[named] = allocate(module_.shared_bytes, declared, *length, largest_variable);
    } while (accept(","));
    expect(";");
  }

  LocalVariable allocate(std::size_t& bytes, const Declaration& declared, std::size_t length,
                         std::uint64_t largest) const {
    LocalVariable variable;
    variable.space = Space::shared;
    variable.alignment = declared.alignment;
    variable.size = size_of(declared.type) * declared.vector * length;
    variable.offset = round_up(bytes, declared.alignment);
    bytes = variable.offset + variable.size;
    check_size(bytes, largest);
    return variable;
  }

  // Functions.
  void function() {
    FunctionSyntax syntax;
    function_ = &syntax;
    syntax.line = peek().line;
    syntax.entry = take().is(".entry");
    scopes_.clear();
    scopes_.emplace_back();
    if (accept("(")) parameters(syntax.results);
    syntax.name = name();
    if (accept("(")) parameters(syntax.parameters);
    if (syntax.entry) syntax.parameter_bytes = scopes_.back().param_top;
    while (!peek().is("{") && !peek().is(";")) performance_directive();
    if (accept(";")) {
      // a declaration
    } else {
      syntax.defined = true;
      expect("{");
      body();
    }
    if (std::exchange(in_clusters_, false) && !syntax.statements.empty()) {
      // No opcode: whoever comes here is told so, and stopped.
      Statement refused;
      refused.opcode = "a launch in clusters";
      refused.line = syntax.line;
      refused.place = syntax.statements[0].place;
      syntax.statements[0] = std::move(refused);
    }
    function_ = nullptr;
    const auto known =
        std::find_if(module_.functions.begin(), module_.functions.end(),
                     [&](const FunctionSyntax& other) { return other.name == syntax.name; });
    if (known == module_.functions.end())
      module_.functions.push_back(std::move(syntax));
    else if (!known->defined)
      *known = std::move(syntax);
  }

  void parameters(std::vector<Parameter>& result) {
    if (accept(")")) return;
    do {
      if (!accept(".param") && !accept(".reg")) fail("expected .param");
      const Declaration declared = declared_type();
      const std::string_view named = name();
      const std::size_t length = array_length().value_or(0);
      const Operand variable = allocate_param(named, declared, length);
      result.push_back(
          {std::string(named), std::size_t(variable.bits), variable.size, declared.alignment});
    } while (accept(","));
    expect(")");
  }

  Operand allocate_param(std::string_view named, const Declaration& declared, std::size_t length) {
    Scope& scope = scopes_.back();
    Operand variable;
    variable.kind = Operand::Kind::variable;
    variable.space = Space::param;
    variable.name = named;
    check_size(length, largest_frame);
    variable.size = unsigned(size_of(declared.type) * declared.vector * length);
    variable.bits = round_up(scope.param_top, declared.alignment);
    scope.param_top = variable.bits + variable.size;
    check_size(scope.param_top, largest_frame);
    function_->param_bytes = std::max(function_->param_bytes, scope.param_top);
    scope.variables[named] = variable;
    return variable;
  }

  void performance_directive() {
    const Token& token = peek();
    if (accept(".maxntid") || accept(".reqntid")) {
      unsigned threads = unsigned(integer());
      while (accept(",")) threads *= unsigned(integer());
      function_->max_threads = threads;
    } else if (accept(".minnctapersm") || accept(".maxnreg") || accept(".maxnctapersm") ||
               accept(".maxclusterrank")) {
      integer();
    } else if (accept(".reqnctapercluster")) {
      std::uint64_t blocks = integer();
      while (accept(",")) blocks *= integer();
      in_clusters_ = blocks > 1;
    } else if (accept(".abi_preserve") || accept(".abi_preserve_control")) {
      integer();
      while (accept(",")) integer();
    } else if (accept(".noreturn") || accept(".explicitcluster") || accept(".blocksareclusters")) {
      // say nothing about what the code does
    } else if (accept(".pragma")) {
      skip_statement();
    } else {
      fail("unknown directive " + shown(token));
    }
  }

  void body() {
    location_ = -1;
    unsigned depth = 1;
    while (depth > 0) {
      if (at_end()) fail("a function without end");
      if (accept("{")) {
        ++depth;
        const std::size_t top = scopes_.back().param_top;
        scopes_.emplace_back();
        scopes_.back().param_top = top;
        scopes_.back().first_statement = function_->statements.size();
      } else if (accept("}")) {
        if (--depth > 0) close_labels(scopes_.back());
        scopes_.pop_back();
      } else if (accept(";")) {
        // empty
      } else {
        body_item();
      }
    }
  }

  void body_item() {
    const Token& token = peek();
    if (token.kind == Token::Kind::name && peek(1).is(":")) {
      label();
    } else if (token.kind == Token::Kind::name || token.is("@")) {
      statement();
    } else if (token.is(".loc")) {
      location();
    } else if (token.is(".reg")) {
      registers();
    } else if (token.is(".local") || token.is(".shared") || token.is(".param")) {
      function_variables();
    } else if (token.is(".pragma")) {
      skip_statement();
    } else if (token.is(".file")) {
      file();
    } else {
      fail("unknown directive " + shown(token));
    }
  }

  void label() {
    const std::string_view named = name();
    expect(":");
    if (accept(".branchtargets")) {
      auto& list = function_->label_lists[named];
      do list.push_back(name());
      while (accept(","));
      expect(";");
    } else if (peek().is(".callprototype") || peek().is(".calltargets")) {
      skip_statement();
    } else {
      // The outermost scope holds the parameters, the next one the body.
      auto& labels = scopes_.size() > 1 ? scopes_.back().labels : function_->labels;
      if (!labels.emplace(named, unsigned(function_->statements.size())).second)
        fail("label '" + std::string(named) + "' twice");
    }
  }

  /// Labels in inner braces are known there alone: they get names that no others have.
  void close_labels(const Scope& scope) {
    for (const auto& [named, at] : scope.labels) {
      module_.made_names.push_back(std::string(named) + " of " + std::to_string(made_++));
      const std::string_view made = module_.made_names.back();
      function_->labels[made] = at;
      for (std::size_t k = scope.first_statement; k < function_->statements.size(); ++k)
        for (Operand& operand : function_->statements[k].operands)
          if (operand.kind == Operand::Kind::name && operand.name == named) operand.name = made;
    }
  }

  void registers() {
    expect(".reg");
    const Declaration declared = declared_type();
    do {
      const std::string_view named = name();
      Scope& scope = scopes_.back();
      const unsigned first = unsigned(function_->registers.size());
      unsigned count = 1;
      if (accept("<")) {
        const std::uint64_t wanted = integer();
        if (wanted > most_registers - first) fail("too many registers");
        count = unsigned(wanted);
        expect(">");
        scope.families[named] = {first, count};
      } else {
        scope.registers[named] = first;
      }
      function_->registers.insert(function_->registers.end(), count, declared.type);
    } while (accept(","));
    expect(";");
  }

  void function_variables() {
    const Token& space = take();
    const Declaration declared = declared_type();
    do {
      const std::string_view named = name();
      const std::optional<std::size_t> length = array_length();
      if (space.is(".param")) {
        allocate_param(named, declared, length.value_or(0));
        continue;
      }
      Operand variable;
      variable.kind = Operand::Kind::variable;
      variable.name = named;
      if (space.is(".shared")) {
        // Statics of a device function lie in the part that all kernels share.
        variable.space = Space::shared;
        variable.index = function_->entry;
        std::size_t& bytes = function_->entry ? function_->shared_bytes : module_.shared_bytes;
        variable.bits = allocate(bytes, declared, length.value_or(0), largest_variable).offset;
      } else {
        variable.space = Space::local;
        variable.bits =
            allocate(function_->local_bytes, declared, length.value_or(0), largest_frame).offset;
      }
      scopes_.back().variables[named] = variable;
    } while (accept(","));
    expect(";");
  }

  void statement() {
    Statement result;
    if (accept("@")) {
      const bool negated = accept("!");
      result.guard = named_operand(name());
      if (result.guard.kind != Operand::Kind::reg) fail("a guard that is no predicate");
      result.guard.negated = negated;
    }
    result.line = peek().line;
    result.opcode = name();
    while (peek().kind == Token::Kind::directive) result.modifiers.push_back(take().text.substr(1));
    if (!accept(";")) {
      do result.operands.push_back(operand());
      while (accept(","));
      expect(";");
    }
    result.place.line = unsigned(location_ + 1);  // index until the files are known
    function_->statements.push_back(std::move(result));
  }

  Operand operand() {
    Operand result = single_operand();
    if (!accept("|")) return result;
    Operand pair;
    pair.kind = Operand::Kind::pair;
    pair.elements.push_back(std::move(result));
    pair.elements.push_back(single_operand());
    return pair;
  }

  Operand single_operand() {
    const Nested nested(*this);
    const Token& token = peek();
    Operand result;
    if (accept("[")) {
      result.kind = Operand::Kind::address;
      result.elements.push_back(single_operand());
      result.offset = result.elements.front().offset;
      result.elements.front().offset = 0;
      if (accept(",")) result.elements.push_back(single_operand());  // [map, {x, y}]
      expect("]");
    } else if (token.is("{") || token.is("(")) {
      const std::string_view close = take().is("{") ? "}" : ")";
      result.kind = Operand::Kind::list;
      if (!accept(close)) {
        do result.elements.push_back(operand());
        while (accept(","));
        expect(close);
      }
    } else if (accept("!")) {
      result = named_operand(name());
      result.negated = true;
    } else if (token.kind == Token::Kind::integer || token.is("-")) {
      if (token.is("-") && peek(1).kind == Token::Kind::name) fail("a negated name");
      if (token.is("-") && peek(1).kind == Token::Kind::real) {
        take();
        const Token& real = take();
        result.kind = Operand::Kind::real;
        result.size = real.real_size;
        result.bits = real.value ^ (real.real_size == 4 ? 1ull << 31 : 1ull << 63);
      } else {
        result.kind = Operand::Kind::integer;
        result.bits = integer();
      }
    } else if (token.kind == Token::Kind::real) {
      result.kind = Operand::Kind::real;
      result.size = token.real_size;
      result.bits = take().value;
    } else if (token.kind == Token::Kind::name) {
      result = token.is("_") ? discard() : named_operand(name());
      if (accept("+"))
        result.offset = std::int64_t(integer());
      else if (peek().is("-"))
        result.offset = std::int64_t(integer());
    } else {
      fail("expected an operand, found " + shown(token));
    }
    return result;
  }

  Operand discard() {
    take();
    Operand result;
    result.kind = Operand::Kind::discard;
    return result;
  }

  Operand named_operand(std::string_view named) {
    std::string_view family = named;
    while (!family.empty() && family.back() >= '0' && family.back() <= '9') family.remove_suffix(1);
    const std::string_view digits = named.substr(family.size());
    Operand result;
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      if (const auto found = scope->registers.find(named); found != scope->registers.end()) {
        result.kind = Operand::Kind::reg;
        result.index = found->second;
        return result;
      }
      if (const auto found = scope->families.find(family);
          found != scope->families.end() && !digits.empty() && digits.size() < 8) {
        unsigned number = 0;
        for (char c : digits) number = number * 10 + unsigned(c - '0');
        if (number < found->second.count) {
          result.kind = Operand::Kind::reg;
          result.index = found->second.first + number;
          return result;
        }
      }
      if (const auto found = scope->variables.find(named); found != scope->variables.end())
        return found->second;
    }
    result.kind = Operand::Kind::name;
    result.name = named;
    return result;
  }

  // Places in the source.
  void location() {
    expect(".loc");
    Location result;
    result.file = unsigned(integer());
    result.line = unsigned(integer());
    result.column = unsigned(integer());
    while (accept(",")) {
      if (accept("function_name")) {
        name();
        if (accept("+")) integer();
      } else if (accept("inlined_at")) {
        Location outer;
        outer.file = unsigned(integer());
        outer.line = unsigned(integer());
        outer.column = unsigned(integer());
        result.outer = index_of(outer);
      } else {
        fail("unknown part of .loc " + shown(peek()));
      }
    }
    if (function_) {
      // The function opens with its own line.
      if (location_ < 0 && function_->statements.empty() && function_->place.line == 0)
        function_->place = {result.file, result.line};
    }
    if (result.line == 0) return;  // made by the compiler: counts to what stands before it
    location_ = int(locations_.size());
    locations_.push_back(result);
  }

  int index_of(const Location& position) {
    for (std::size_t i = locations_.size(); i-- > 0;) {
      const Location& known = locations_[i];
      if (known.file == position.file && known.line == position.line &&
          known.column == position.column)
        return int(i);
    }
    locations_.push_back(position);
    return int(locations_.size()) - 1;
  }

  /// The user's line: out of the toolkit's headers into the code that called them.
  SourceLine place_of(int index) const {
    const Location* location = &locations_[std::size_t(index)];
    while (location->outer >= 0) {
      const auto file = module_.files.find(location->file);
      const bool library =
          file != module_.files.end() && file->second.find("/include/") != std::string::npos;
      if (!library) break;
      location = &locations_[std::size_t(location->outer)];
    }
    return {location->file, location->line};
  }

  void place_everything() {
    for (FunctionSyntax& function : module_.functions)
      for (Statement& statement : function.statements)
        if (statement.place.line > 0) statement.place = place_of(int(statement.place.line) - 1);
  }

  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  ModuleSyntax module_;
  FunctionSyntax* function_ = nullptr;
  unsigned nesting_ = 0;
  std::vector<Scope> scopes_;
  std::vector<Location> locations_;
  unsigned made_ = 0;
  bool in_clusters_ = false;
  int location_ = -1;  // of the next statement, among locations_
};

}  // namespace

ModuleSyntax syntax_of(std::string_view ptx) {
  return Parser(ptx).module();
}

}  // namespace simulator
