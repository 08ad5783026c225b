#include "simulator/program/address_forms.hpp"

#include <utility>

#include "simulator/program/dataflow.hpp"
#include "simulator/program/register_allocation.hpp"

namespace simulator {
namespace {

/// Does it give one register a value, in any case?
bool sets_one(const Statement& s) {
  return s.guard.kind != Operand::Kind::reg && !s.operands.empty() &&
         s.operands[0].kind == Operand::Kind::reg;
}
bool is_move(const Statement& s) {
  return (s.opcode == "mov" || s.opcode == "cvta") && s.operands.size() == 2 && sets_one(s);
}
bool is_addition(const Statement& s) {
  return s.opcode == "add" && s.operands.size() == 3 && sets_one(s) && is_plain_integer(s);
}

}  // namespace

AddressForms::AddressForms(const FunctionSyntax& function) : only_(function.registers.size()) {
  std::vector<unsigned> writes(only_.size());
  const auto uses = register_uses(function);
  for (std::size_t k = 0; k < uses.size(); ++k)
    for (const auto& [r, role] : uses[k])
      if (role != Role::read) only_[r] = ++writes[r] == 1 ? &function.statements[k] : nullptr;
}

/// Does it always stand for the same value, or get it anew by the same statement?
bool AddressForms::is_fixed(const Operand& operand) const {
  if (operand.kind == Operand::Kind::name) return !operand.name.starts_with('%');
  return operand.kind == Operand::Kind::variable ||
         (operand.kind == Operand::Kind::reg && only_[operand.index] != nullptr);
}

/// Where its value comes from by moves alone.
const Operand& AddressForms::unmoved(const Operand& operand) const {
  const Operand* at = &operand;
  for (std::size_t step = 0; at->kind == Operand::Kind::reg && step < only_.size(); ++step) {
    const Statement* const s = only_[at->index];
    if (s == nullptr || !is_move(*s) || !is_fixed(s->operands[1])) break;
    at = &s->operands[1];
  }
  return *at;
}

/// Where a register's value comes from, but for what is added to the form; null if it is computed
/// in another way.
const Operand* AddressForms::source(const Operand& operand, AddressForm& form) const {
  const Statement* const s = only_[operand.index];
  if (s == nullptr || !(is_move(*s) || is_addition(*s)) || !is_fixed(s->operands[1]))
    return nullptr;
  const Operand& from = s->operands[1];
  if (is_move(*s)) return &from;
  const Operand& more = s->operands[2];
  if (more.kind == Operand::Kind::integer) {
    form.offset += more.bits;
    return &from;
  }
  if (more.kind != Operand::Kind::reg || !is_fixed(more) || form.second != AddressForm::none)
    return nullptr;
  const Operand& moved = unmoved(more);
  if (moved.kind != Operand::Kind::reg) return nullptr;
  form.second = moved.index;
  return &from;
}

AddressForm AddressForms::of(const Operand& operand) const {
  AddressForm form;
  const Operand* at = &operand;
  if (at->kind == Operand::Kind::address) {
    form.offset = std::uint64_t(at->offset);
    at = &at->elements.front();
  }
  for (std::size_t step = 0; at->kind == Operand::Kind::reg && step < only_.size(); ++step) {
    const Operand* const from = source(*at, form);
    if (from == nullptr) break;
    at = from;
  }
  form.kind = at->kind;
  if (at->kind == Operand::Kind::reg) {
    form.index = at->index;
    if (form.second < form.index) std::swap(form.index, form.second);
    return form;
  }
  form.bits = at->bits;
  form.space = at->space;
  form.name = at->name;
  form.offset += std::uint64_t(at->offset);
  return form;
}

}  // namespace simulator
