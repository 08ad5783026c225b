#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "simulator/ptx/syntax.hpp"

namespace simulator {

/// A value as the text of a function has it: a register or a variable, perhaps a second register,
/// and a constant, added up. Equal forms are equal values as long as no statement writes the
/// registers.
struct AddressForm {
  static constexpr unsigned none = ~0u;

  Operand::Kind kind = Operand::Kind::none;
  unsigned index = none, second = none;  // of registers
  std::uint64_t bits = 0;                // of a variable
  StateSpace space = StateSpace::generic;
  std::string_view name = {};
  std::uint64_t offset = 0;

  bool has(unsigned number) const { return index == number || second == number; }
  friend bool operator==(const AddressForm&, const AddressForm&) = default;
};

/// Looks through the moves, conversions of address spaces and additions by which registers get
/// their only value.
class AddressForms {
 public:
  explicit AddressForms(const FunctionSyntax& function);
  /// Of a register, a variable, or an address.
  AddressForm of(const Operand& operand) const;

 private:
  const Operand& unmoved(const Operand& operand) const;
  const Operand* source(const Operand& operand, AddressForm& form) const;
  bool is_fixed(const Operand& operand) const;

  std::vector<const Statement*> only_;  // the one statement that writes a register, or null
};

}  // namespace simulator
