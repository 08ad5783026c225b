#include "simulator/program/guessed_values.hpp"

#include <iterator>

namespace simulator {

using Kind = GuessedValue::Kind;
using MaybeValue = std::optional<GuessedValue>;

bool depends(const MaybeValue& value) {
  return value && value->kind != Kind::result && value->kind != Kind::equal &&
         value->kind != Kind::unequal;
}

bool is_stale(const MaybeValue& value) {
  return value && value->kind == Kind::stale;
}

MaybeValue either(const MaybeValue& a, const MaybeValue& b) {
  if (a == b) return a;
  if (!depends(a) && !depends(b)) return {};
  if (is_stale(a) || is_stale(b)) return GuessedValue{Kind::stale};
  if (a && b && a->is_value() && b->is_value() && a->part == b->part && a->parts == b->parts)
    return GuessedValue{Kind::guess, a->part, a->parts};
  return GuessedValue{Kind::derived};
}

MaybeValue in(const GuessedRegisters& registers, const Operand& operand) {
  if (operand.kind != Operand::Kind::reg) return {};
  const auto found = registers.find(operand.index);
  return found == registers.end() ? MaybeValue() : found->second;
}

void set(GuessedRegisters& registers, unsigned r, const MaybeValue& value) {
  if (value)
    registers.insert_or_assign(r, *value);
  else
    registers.erase(r);
}

bool join(GuessedRegisters& registers, const GuessedRegisters& other) {
  const GuessedRegisters before = registers;
  for (const auto& [r, value] : before)
    set(registers, r, either(value, other.contains(r) ? MaybeValue(other.at(r)) : MaybeValue()));
  for (const auto& [r, value] : other)
    if (!before.contains(r)) set(registers, r, either({}, value));
  return registers != before;
}

void age(GuessedRegisters& registers) {
  for (auto at = registers.begin(); at != registers.end();) {
    if (depends(at->second))
      (at++)->second = {Kind::stale};
    else
      at = registers.erase(at);
  }
}

void confirm(GuessedRegisters& registers) {
  for (auto at = registers.begin(); at != registers.end();) {
    GuessedValue& value = at->second;
    if (value.kind == Kind::guess) value.kind = Kind::result;
    const bool gone = value.kind == Kind::derived || value.kind == Kind::order;
    at = gone ? registers.erase(at) : std::next(at);
  }
}

void refute(GuessedRegisters& registers) {
  for (auto& [r, value] : registers)
    if (depends(value)) value = {Kind::stale};
}

}  // namespace simulator
