#include "simulator/ptx/scopes.hpp"

namespace simulator {

Operand Scopes::named(std::string_view name) const {
  std::string_view family = name;
  while (!family.empty() && family.back() >= '0' && family.back() <= '9') family.remove_suffix(1);
  const std::string_view digits = name.substr(family.size());
  Operand result;
  for (auto scope = rbegin(); scope != rend(); ++scope) {
    if (const auto found = scope->registers.find(name); found != scope->registers.end()) {
      result.kind = Operand::Kind::reg;
      result.index = found->second;
      return result;
    }
    if (const auto found = scope->families.find(family);
        found != scope->families.end() && !digits.empty() && digits.size() < 8) {
      unsigned number = 0;
      for (char c : digits) number = number * 10 + unsigned(c - '0');
      if (number < found->second.count) {
        result.kind = Operand::Kind::reg;
        result.index = found->second.first + number;
        return result;
      }
    }
    if (const auto found = scope->variables.find(name); found != scope->variables.end())
      return found->second;
  }
  result.kind = Operand::Kind::name;
  result.name = name;
  return result;
}

}  // namespace simulator
