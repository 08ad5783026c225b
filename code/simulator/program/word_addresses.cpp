#include "simulator/program/word_addresses.hpp"

#include <cstdint>

#include "simulator/program/register_allocation.hpp"

namespace simulator {
namespace {

bool rounds_down(const Statement& s) {
  if (s.opcode != "and" || s.operands.size() != 3 || s.guard.kind == Operand::Kind::reg)
    return false;
  const Operand& mask = s.operands[2];
  const auto bits = std::uint32_t(mask.bits);
  return mask.kind == Operand::Kind::integer && (bits == ~3u || bits == ~2u || bits == ~1u);
}

bool moves(const Statement& s) {
  return (s.opcode == "mov" || s.opcode == "cvta") && s.operands.size() == 2 &&
         s.guard.kind != Operand::Kind::reg && s.operands[0].kind == Operand::Kind::reg &&
         s.operands[1].kind == Operand::Kind::reg;
}

}  // namespace

std::vector<bool> word_addresses(const FunctionSyntax& function) {
  std::vector<bool> all(function.registers.size());
  std::vector<unsigned> writes(all.size());
  const auto uses = register_uses(function);
  for (const auto& each : uses)
    for (const auto& [r, role] : each) writes[r] += role != Role::read;
  for (const Statement& s : function.statements)
    if (rounds_down(s) && writes[s.operands[0].index] == 1) all[s.operands[0].index] = true;
  for (bool more = true; more;) {
    more = false;
    for (const Statement& s : function.statements) {
      if (!moves(s) || writes[s.operands[0].index] != 1 || !all[s.operands[1].index] ||
          all[s.operands[0].index])
        continue;
      all[s.operands[0].index] = more = true;
    }
  }
  return all;
}

}  // namespace simulator
