#include "simulator/program/shared_addresses.hpp"

#include <algorithm>

#include "simulator/ptx/names.hpp"
#include "simulator/round_up.hpp"

namespace simulator {

SharedAddresses::SharedAddresses(const ModuleSyntax& module, const FunctionSyntax& function,
                                 const std::vector<std::vector<RegisterUse>>& uses)
    : module_(module), registers_(function.registers.size(), Base::unset) {
  for (const Statement& statement : function.statements)
    for (const Operand& each : statement.operands) find_variables(each);
  if (variables_.empty()) return;
  for (bool more = true; more;) {
    more = false;
    for (std::size_t k = 0; k < uses.size(); ++k) {
      const Base base = base_of(function.statements[k]);
      for (const auto& [r, role] : uses[k]) {
        if (role == Role::read) continue;
        const Base before = registers_[r];
        registers_[r] = joined(before, base);
        more = more || registers_[r] != before;
      }
    }
  }
}

void SharedAddresses::find_variables(const Operand& operand) {
  for (const Operand& each : operand.elements) find_variables(each);
  SharedVariable variable = named(operand);
  if (variable.bytes == 0 || variables_.size() == no_shared_variable) return;
  if (at_.try_emplace(variable.first, Base(std::size_t(Base::first) + variables_.size())).second)
    variables_.push_back(std::move(variable));
}

SharedVariable SharedAddresses::named(const Operand& operand) const {
  if (operand.kind == Operand::Kind::variable && operand.space == StateSpace::shared) {
    // Statics of the kernel follow those that all kernels share.
    const std::uint64_t start = operand.index != 0 ? round_up(module_.shared_bytes, 16) : 0;
    return {variable_name(std::string(operand.name)), start + operand.bits, operand.size};
  }
  if (operand.kind != Operand::Kind::name) return {};
  const auto found = module_.shared.find(operand.name);
  if (found == module_.shared.end()) return {};
  return {variable_name(std::string(operand.name)), found->second.offset, found->second.size};
}

std::uint16_t SharedAddresses::variable_of(const Operand& address) const {
  if (variables_.empty()) return no_shared_variable;
  const Base base = base_of(address.elements.front());
  return base < Base::first ? no_shared_variable
                            : std::uint16_t(std::size_t(base) - std::size_t(Base::first));
}

/// Of a value that is either.
SharedAddresses::Base SharedAddresses::joined(Base a, Base b) {
  if (a == Base::unset || a == b) return b;
  return b == Base::unset ? a : Base::several;
}

SharedAddresses::Base SharedAddresses::sum(Base a, Base b) {
  if (a == Base::unset || b == Base::unset) return Base::unset;
  return a == Base::nothing ? b : b == Base::nothing ? a : Base::several;
}

SharedAddresses::Base SharedAddresses::base_of(const Operand& operand) const {
  if (operand.kind == Operand::Kind::reg) return registers_[operand.index];
  if (operand.kind == Operand::Kind::list) {
    const bool any =
        std::any_of(operand.elements.begin(), operand.elements.end(),
                    [&](const Operand& each) { return base_of(each) >= Base::several; });
    return any ? Base::several : Base::nothing;
  }
  if (operand.kind == Operand::Kind::name && module_.dynamic_shared.contains(operand.name))
    return Base::several;
  const SharedVariable variable = named(operand);
  return variable.bytes == 0 ? Base::nothing : at_.at(variable.first);
}

/// Of what is computed in another way from so many of the operands, behind the result.
SharedAddresses::Base SharedAddresses::any_of(const Statement& s, std::size_t operands) const {
  Base result = Base::nothing;
  for (std::size_t k = 1; k <= operands; ++k) {
    const Base base = base_of(s.operands[k]);
    if (base >= Base::several) return Base::several;
    if (base == Base::unset) result = base;
  }
  return result;
}

SharedAddresses::Base SharedAddresses::base_of(const Statement& s) const {
  const auto of = [&](std::size_t operand) { return base_of(s.operands[operand]); };
  const std::size_t count = s.operands.size();
  if (count == 0) return Base::nothing;
  if (count == 2 && (s.opcode == "mov" || s.opcode == "cvta" || s.opcode == "cvt")) return of(1);
  // Where no bits overlap, nvcc adds by `or`.
  if (count == 3 && (s.opcode == "add" || s.opcode == "or")) return sum(of(1), of(2));
  if (count == 3 && s.opcode == "sub" && of(2) == Base::nothing) return of(1);
  if (count == 4 && s.opcode == "mad") return sum(any_of(s, 2), of(3));
  if (count == 4 && s.opcode == "selp") return joined(of(1), of(2));
  return any_of(s, count - 1);
}

}  // namespace simulator
