#include "simulator/program/shared_use.hpp"

#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace simulator {
namespace {

class Search {
 public:
  explicit Search(const ModuleSyntax& module) : module_(module) {
    for (const FunctionSyntax& each : module.functions)
      if (each.defined) functions_[each.name] = &each;
    for (const Relocation& each : module.relocations) refer_to(each.symbol);
  }

  std::size_t bytes_of(const FunctionSyntax& entry) {
    reach(entry);
    while (!waiting_.empty()) {
      const FunctionSyntax& next = *waiting_.back();
      waiting_.pop_back();
      for (const LocalVariable& each : next.module_shared) used_[each.offset] = each;
      for (const Statement& statement : next.statements)
        for (const Operand& each : statement.operands) look_at(each);
    }
    std::size_t bytes = 0;
    for (const auto& [offset, each] : used_)
      bytes = (bytes + each.alignment - 1) / each.alignment * each.alignment + each.size;
    if (entry.shared_bytes == 0) return bytes;
    return (bytes + 15) / 16 * 16 + entry.shared_bytes;
  }

 private:
  void reach(const FunctionSyntax& function) {
    if (reached_.insert(&function).second) waiting_.push_back(&function);
  }
  void refer_to(std::string_view name) {
    if (const auto found = functions_.find(name); found != functions_.end()) reach(*found->second);
    if (const auto found = module_.shared.find(name); found != module_.shared.end())
      used_[found->second.offset] = found->second;
  }
  void look_at(const Operand& operand) {
    if (operand.kind == Operand::Kind::name) refer_to(operand.name);
    for (const Operand& each : operand.elements) look_at(each);
  }

  const ModuleSyntax& module_;
  std::map<std::string_view, const FunctionSyntax*> functions_;
  std::set<const FunctionSyntax*> reached_;
  std::vector<const FunctionSyntax*> waiting_;
  std::map<std::uint64_t, LocalVariable> used_;
};

}  // namespace

std::size_t static_shared_bytes(const ModuleSyntax& module, std::size_t number) {
  return Search(module).bytes_of(module.functions[number]);
}

}  // namespace simulator
