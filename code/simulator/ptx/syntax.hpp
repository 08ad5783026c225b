#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/dim3.hpp"
#include "simulator/ptx/state_space.hpp"
#include "simulator/ptx/types.hpp"
#include "simulator/ptx/variables.hpp"

namespace simulator {

/// A place in the source that the PTX was made from; line 0 where it is unknown.
struct SourceLine {
  unsigned file = 0, line = 0;  // file: number of the `.file` directive

  friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

/// An operand as written, with names that belong to the function already resolved.
struct Operand {
  enum class Kind {
    none,
    discard,   // _
    reg,       // `index` among the function's registers
    integer,   // `bits`
    real,      // `bits`, `size` 4 or 8
    variable,  // in `space` (param, local, shared) of the function at `bits`
    name,      // of the module, or a special register, or a label
    address,   // [elements[0] + offset]
    list,      // {…} or (…): elements
    pair,      // a|b: elements
  };

  Kind kind = Kind::none;
  bool negated = false;  // !p, or -name
  unsigned index = 0, size = 0;
  std::uint64_t bits = 0;
  std::int64_t offset = 0;
  StateSpace space = StateSpace::generic;
  std::string_view name;
  std::vector<Operand> elements;
};

/// One instruction as written.
struct Statement {
  std::string_view opcode;                  // "add"
  std::vector<std::string_view> modifiers;  // "rn", "f32"
  Operand guard;                            // none, or a predicate
  std::vector<Operand> operands;
  unsigned line = 0;  // in the PTX
  SourceLine place;

  bool has(std::string_view modifier) const {
    return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
  }
  bool has_any(std::initializer_list<std::string_view> some) const {
    return std::any_of(some.begin(), some.end(), [&](auto each) { return has(each); });
  }
};

/// A variable of a function, or a parameter, in its own state space.
struct LocalVariable {
  StateSpace space = StateSpace::param;
  std::uint64_t offset = 0;
  std::size_t size = 0, alignment = 1;
};

/// A `.entry` or `.func` as written.
struct FunctionSyntax {
  std::string_view name;
  bool entry = false, defined = false;
  std::vector<Type> registers;
  std::vector<Statement> statements;  // behind those written, a ret for who falls off the end
  std::map<std::string_view, unsigned> labels;                            // to statements
  std::map<std::string_view, std::vector<std::string_view>> label_lists;  // .branchtargets
  std::vector<Parameter> results, parameters;                             // in its own param space
  std::size_t param_bytes = 0;      // with those for its callees
  std::size_t parameter_bytes = 0;  // of an entry
  std::size_t shared_bytes = 0, local_bytes = 0;
  std::vector<LocalVariable> module_shared;  // of a device function: its own, in the module's part
  unsigned max_threads = 1024;
  Dim3 cluster = {0, 0, 0};  // zeros: not said
  bool explicit_cluster = false;
  unsigned max_cluster_rank = 0;  // the same
  SourceLine place;
  unsigned line = 0;
};

/// Where the value of a symbol goes in a variable's initial bytes.
struct Relocation {
  std::string variable;
  std::size_t offset = 0;
  std::string symbol;
  std::int64_t addend = 0;
};

/// A PTX text as written.
struct ModuleSyntax {
  unsigned target = 0;  // 90 of sm_90
  std::map<unsigned, std::string> files;
  std::map<std::string, Variable, std::less<>> variables;
  std::map<std::string_view, LocalVariable> shared;        // at module scope
  std::map<std::string_view, std::size_t> dynamic_shared;  // extern .shared arrays: alignment
  std::size_t shared_bytes = 0;                            // of `shared`
  std::vector<Relocation> relocations;
  std::vector<FunctionSyntax> functions;
  std::deque<std::string> made_names;  // of labels that belong to a part of a function
};

/// Throws UnsupportedError. The result points into `ptx`.
ModuleSyntax syntax_of(std::string_view ptx);

}  // namespace simulator
