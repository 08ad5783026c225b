#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "simulator/program/control_flow.hpp"
#include "simulator/program/dataflow.hpp"
#include "simulator/program/guesses.hpp"
#include "simulator/program/opcodes.hpp"
#include "simulator/program/program.hpp"
#include "simulator/program/selected_loads.hpp"
#include "simulator/program/shared_addresses.hpp"
#include "simulator/ptx/syntax.hpp"

namespace simulator {

/// A function on its way from statements to instructions: where its registers, constants and
/// specials are, and where its branches lead.
class FrameLayout {
 public:
  FrameLayout(const ModuleSyntax& module, const FunctionSyntax& syntax, Routine& function);

  Slot reg(unsigned index) const { return registers_[index]; }
  /// By any statement.
  bool is_read(unsigned index) const { return read_[index]; }
  Slot constant(std::uint64_t bits, unsigned size, const std::string& symbol = {});
  Slot special(const SpecialRegister& what, unsigned size, std::uint64_t addend = 0);
  Slot scratch();
  Slot carry();  // the flags of add.cc and its kin, one bit a lane
  void make_room_to_gather();
  /// The instruction where the lanes that one parts meet again.
  std::uint32_t reconvergence(const Statement& statement) const;
  /// Is it a load that only guesses, and what, or what such a load weighs?
  Guess guesses(const Statement& statement) const { return guesses_[number_of(statement)]; }
  /// The loads whose value a selection takes or drops, and the number of such a load among them, or
  /// no_selection.
  const std::map<std::uint32_t, SelectedLoad>& selected_loads() const { return selected_loads_; }
  std::uint16_t selection(const Statement& statement) const;
  /// Puts a register elsewhere, for the statements that are decoded from here on. Returns where it
  /// was.
  Slot move(unsigned index, Slot to) { return std::exchange(registers_[index], to); }
  /// A place for a register of that type, of its own.
  Slot place_for(Type type) { return allocate(type == Type::pred ? 0 : size_of(type)); }
  /// Is the address that of a word in which something smaller is meant?
  bool is_of_word(const Operand& address) const;
  /// The variable that an address belongs to, or no_shared_variable.
  std::uint16_t shared_variable(const Operand& address) const {
    return shared_addresses_->variable_of(address);
  }

  const ModuleSyntax& module;
  const FunctionSyntax& syntax;
  Routine& function;

 private:
  Slot allocate(unsigned size);
  std::size_t number_of(const Statement& statement) const {
    return std::size_t(&statement - syntax.statements.data());
  }

  std::vector<Slot> registers_;
  std::vector<bool> read_;
  std::map<std::tuple<std::uint64_t, unsigned, std::string>, Slot> constants_;
  std::map<std::tuple<const SpecialRegister*, unsigned, std::uint64_t>, Slot> specials_;
  Slot scratch_ = no_slot, carry_ = no_slot;
  ControlFlow flow_;
  std::vector<std::uint32_t> postdominators_;  // of its blocks
  std::vector<Guess> guesses_;                 // of each statement
  std::map<std::uint32_t, SelectedLoad> selected_loads_;
  std::vector<bool> word_addresses_;  // of each register
  std::optional<SharedAddresses> shared_addresses_;
};

/// One statement on its way to an instruction. A decoder takes the modifiers and operands that it
/// knows; what it leaves over is an error, and so is a register that it reads or writes where the
/// opcode's roles say otherwise: those decide which registers share a place.
class Decoding {
 public:
  Decoding(FrameLayout& frame, const Statement& statement);

  /// The instruction; throws UnsupportedError.
  Instruction decoded();

  Instruction instruction;
  std::vector<RegisterOperand> registers;  // that it names, but for the guard

  // Modifiers.
  bool take(std::string_view modifier);
  /// Drops modifiers that change nothing here (cache hints and the like).
  void ignore(std::initializer_list<std::string_view> modifiers);
  Type take_type();
  std::optional<Type> maybe_type();

  // Operands.
  std::size_t operands() const { return statement_.operands.size(); }
  const Operand& operand(std::size_t i) const;
  const Operand& list(std::size_t i, std::size_t length) const;  // a vector
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
  /// In a state space; where it is generic, that need not be told.
  Address address(const Operand& operand, StateSpace space = StateSpace::generic);
  /// The flags of add.cc and its kin.
  Slot carry(bool read, bool written);
  std::uint32_t label(const Operand& operand) const;
  std::uint32_t reconvergence() const { return frame_.reconvergence(statement_); }
  Guess guesses() const { return frame_.guesses(statement_); }
  std::uint64_t literal(const Operand& operand) const;
  std::optional<Type> register_type(const Operand& operand) const;

  FrameLayout& frame() { return frame_; }
  const Statement& statement() const { return statement_; }

  [[noreturn]] void fail(const std::string& what) const;  // throws UnsupportedError

 private:
  Slot value(const Operand& operand, unsigned size);
  Slot read(const Operand& operand) { return in_role(operand, Role::read); }
  Slot written(const Operand& operand) { return in_role(operand, Role::written); }
  Slot in_role(const Operand& operand, Role role);

  FrameLayout& frame_;
  const Statement& statement_;
  std::vector<std::string_view> modifiers_;
};

/// Of an instruction that computes with such numbers.
inline InstructionClass class_of(Type type) {
  if (type == Type::f64) return InstructionClass::fp64;
  return is_float(type) ? InstructionClass::fp32 : InstructionClass::integer;
}

/// Of an instruction that has no effect here.
inline void do_nothing(Warp&, const Instruction&, std::uint32_t) {}

/// barrier.cluster.
void decode_cluster_barrier(Decoding&);

void decode_integer_divide(Decoding&);
void decode_integer_remainder(Decoding&);

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

}  // namespace simulator
