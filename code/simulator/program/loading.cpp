#include <algorithm>
#include <cstring>

#include "simulator/memory/memory.hpp"
#include "simulator/program/module.hpp"
#include "simulator/program/program.hpp"
#include "simulator/ptx/names.hpp"

// Part of Module: its variables come to lie in memory, and what refers to them learns where.

namespace simulator {

void Module::load(Memory& memory, const Module* twin) {
  const auto is_shared = [twin](const Variable& variable) { return variable.managed && twin; };
  for (auto& [name, variable] : variables) {
    const AllocationKind kind = variable.space == StateSpace::constant ? AllocationKind::constant
                                : variable.managed                     ? AllocationKind::managed
                                                                       : AllocationKind::variable;
    variable.address =
        is_shared(variable)
            ? twin->variable(name)->address
            : memory.allocate(std::max<std::size_t>(variable.size, 1), kind, variable_name(name));
  }
  const auto address_of = [&](const std::string& symbol) -> std::uint64_t {
    if (const Variable* found = variable(symbol)) return found->address;
    for (std::size_t k = 0; k < program->functions.size(); ++k)
      if (program->functions[k].name == symbol) return window::code + 16 * k;
    throw UnsupportedError("unknown symbol '" + symbol + "'");
  };
  for (const Relocation& relocation : program->relocations) {
    Variable& variable = variables.at(relocation.variable);
    const std::uint64_t value = address_of(relocation.symbol) + std::uint64_t(relocation.addend);
    if (relocation.offset + sizeof value <= variable.initial.size())
      std::memcpy(variable.initial.data() + relocation.offset, &value, sizeof value);
  }
  for (auto& [name, variable] : variables) {
    if (is_shared(variable)) continue;  // the host may have changed it
    memory.fill(variable.address, 0, std::max<std::size_t>(variable.size, 1));
    if (!variable.initial.empty())
      memory.copy_in(variable.address, variable.initial.data(),
                     std::min(variable.initial.size(), variable.size));
  }
  for (Routine& function : program->functions) {
    for (Constant& constant : function.constants) {
      if (constant.symbol.empty()) continue;
      constant.bits += address_of(constant.symbol);
      constant.symbol.clear();
    }
    function.fill_constants();
  }
}

}  // namespace simulator
