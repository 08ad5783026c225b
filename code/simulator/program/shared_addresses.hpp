#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "simulator/program/register_allocation.hpp"
#include "simulator/program/shared_variable.hpp"
#include "simulator/ptx/syntax.hpp"

namespace simulator {

/// Which registers of a function hold addresses that come of such a variable's by moves and
/// additions. What is accessed there has to lie in the variable, though another one may follow it.
class SharedAddresses {
 public:
  SharedAddresses(const ModuleSyntax& module, const FunctionSyntax& function,
                  const std::vector<std::vector<RegisterUse>>& uses);
  /// The number of the variable that an address belongs to, or no_shared_variable where that is
  /// not known.
  std::uint16_t variable_of(const Operand& address) const;
  const std::vector<SharedVariable>& variables() const { return variables_; }

 private:
  /// What a value is the address of: from `first` on, a variable.
  enum class Base : std::uint32_t { unset, nothing, several, first };

  static Base joined(Base a, Base b);
  static Base sum(Base a, Base b);
  Base base_of(const Operand& operand) const;
  Base base_of(const Statement& statement) const;
  Base any_of(const Statement& statement, std::size_t operands) const;
  /// Of an operand that is a static variable of shared memory; empty if it is none.
  SharedVariable named(const Operand& operand) const;
  void find_variables(const Operand& operand);

  const ModuleSyntax& module_;
  std::vector<SharedVariable> variables_;
  std::map<std::uint64_t, Base> at_;  // by their first bytes
  std::vector<Base> registers_;
};

}  // namespace simulator
