#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "machine.hpp"
#include "program.hpp"
#include "syntax.hpp"

namespace simulator {

/// A function on its way from statements to instructions: where its registers, constants and
/// specials are.
class FrameLayout {
 public:
  FrameLayout(const ModuleSyntax& module, const FunctionSyntax& syntax, Routine& function);

  Slot reg(unsigned index) const { return registers_[index]; }
  Slot constant(std::uint64_t bits, unsigned size, const std::string& symbol = {});
  Slot special(Special what, unsigned size, std::uint64_t addend = 0);
  Slot scratch();
  Slot carry();  // the flags of add.cc and its kin, one bit a lane

  const ModuleSyntax& module;
  const FunctionSyntax& syntax;
  Routine& function;

 private:
  Slot allocate(unsigned size);

  std::vector<Slot> registers_;
  std::map<std::tuple<std::uint64_t, unsigned, std::string>, Slot> constants_;
  std::map<std::tuple<Special, unsigned, std::uint64_t>, Slot> specials_;
  Slot scratch_ = no_slot, carry_ = no_slot;
};

/// One statement on its way to an instruction. A decoder takes the modifiers and operands that it
/// knows; what it leaves over is an error.
class Decoding {
 public:
  Decoding(FrameLayout& frame, const Statement& statement);

  Instruction instruction;

  // Modifiers.
  bool take(std::string_view modifier);
  /// Drops modifiers that change nothing here (cache hints and the like).
  void ignore(std::initializer_list<std::string_view> modifiers);
  Type take_type();
  std::optional<Type> maybe_type();

  // Operands.
  std::size_t operands() const { return statement_.operands.size(); }
  const Operand& operand(std::size_t i) const;
  const Operand& operand_or_fail(std::size_t i, Operand::Kind kind, const char* what) const;
  /// A register as wide as the type, or a scratch slot for `_`.
  Slot destination(const Operand& operand, Type type);
  Slot destination(std::size_t i, Type type) { return destination(operand(i), type); }
  /// A register as wide as the type, or a constant.
  Slot source(const Operand& operand, Type type);
  Slot source(std::size_t i, Type type) { return source(operand(i), type); }
  /// A register of any width, which is stored in `width`, or a constant of the type's width.
  Slot wide(const Operand& operand, Type type, std::uint8_t& width, bool destination = false);
  /// A predicate to read; `negated` says how.
  Slot predicate(const Operand& operand, bool& negated);
  Slot predicate_destination(const Operand& operand);
  /// Sets a, width (4 or 8), offset.
  void address(const Operand& operand);
  std::uint32_t label(const Operand& operand) const;
  std::uint64_t literal(const Operand& operand) const;
  std::optional<Type> register_type(const Operand& operand) const;

  FrameLayout& frame() { return frame_; }
  const Statement& statement() const { return statement_; }

  void finish();                                          // throws if something is left over
  [[noreturn]] void fail(const std::string& what) const;  // throws UnsupportedError

 private:
  Slot value(const Operand& operand, unsigned size);

  FrameLayout& frame_;
  const Statement& statement_;
  std::vector<std::string_view> modifiers_;
};

using Decoder = void (*)(Decoding&);
using Opcodes = std::unordered_map<std::string_view, Decoder>;

// Families of instructions, each in its own file.
void add_integer(Opcodes&);          // arithmetic
void add_bits(Opcodes&);             // logic, shifts, fields
void add_simd(Opcodes&);             // bytes and halves of a register
void add_floating(Opcodes&);         // f32, f64, f16, bf16
void add_comparison(Opcodes&);       // setp, set, selp, slct
void add_conversion(Opcodes&);       // mov, cvt, cvta, isspacep
void add_access(Opcodes&);           // ld, st, prefetch
void add_atomics(Opcodes&);          // atom, red
void add_phase_barriers(Opcodes&);   // mbarrier
void add_control(Opcodes&);          // bra, call, ret, exit, trap
void add_exchange(Opcodes&);         // shfl, vote, match, redux, activemask
void add_synchronisation(Opcodes&);  // bar, fence, nanosleep

// The floating-point side of opcodes that integers share.
void decode_float_add(Decoding&);
void decode_float_subtract(Decoding&);
void decode_float_multiply(Decoding&);
void decode_float_fma(Decoding&);
void decode_float_divide(Decoding&);
void decode_float_minimum(Decoding&);
void decode_float_maximum(Decoding&);
void decode_float_absolute(Decoding&);
void decode_float_negate(Decoding&);

/// Every opcode that is known: those of instructions that only compute, and the others.
struct AllOpcodes {
  Opcodes computing, others;
};
const AllOpcodes& opcodes();

}  // namespace simulator
