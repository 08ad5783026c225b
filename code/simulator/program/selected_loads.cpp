#include "simulator/program/selected_loads.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "simulator/program/address_forms.hpp"
#include "simulator/program/opcodes.hpp"

namespace simulator {
namespace {

using Choice = SelectedLoad::Choice;
using Registers = std::set<unsigned>;

bool uses_carry(const Statement& s) {
  return s.opcode == "addc" || s.opcode == "subc" || s.opcode == "madc";
}

/// A load that nvcc may have moved to where the program has none: of a variable with a name.
bool may_be_selected(const Statement& s, const AddressForms& forms) {
  if (s.opcode != "ld" || s.operands.size() < 2 || s.operands[1].kind != Operand::Kind::address ||
      !s.has_any({"global", "shared"}) ||
      s.has_any({"volatile", "relaxed", "acquire", "mmio", "nc"}))
    return false;
  const AddressForm form = forms.of(s.operands[1]);
  return form.kind == Operand::Kind::variable || form.kind == Operand::Kind::name;
}

bool is_between_predicates(const Statement& s) {
  return (s.opcode == "and" || s.opcode == "or") && s.has("pred") && s.operands.size() == 3;
}

/// Where the value of one load gets to.
class Selections {
 public:
  Selections(const FunctionSyntax& function, const ControlFlow& flow,
             const std::vector<std::vector<RegisterUse>>& uses,
             const std::vector<LiveRange>& ranges, std::uint32_t load)
      : function_(function),
        flow_(flow),
        uses_(uses),
        ranges_(ranges),
        load_(load),
        before_(flow.blocks()),
        arrived_(flow.blocks()) {}

  std::optional<SelectedLoad> found() {
    if (!follow() || result_.choices.empty()) return {};
    for (const Choice& choice : result_.choices)
      if (!trace_back(choice.predicate)) return {};
    return std::move(result_);
  }

 private:
  /// Does it load a parameter of the kernel, and not what a call has given back?
  bool loads_parameter(const Statement& s) const {
    if (!function_.entry || s.opcode != "ld" || !s.has_any({"param", "param::entry"}) ||
        s.operands.size() < 2 || s.operands[1].kind != Operand::Kind::address)
      return false;
    const Operand& base = s.operands[1].elements.front();
    return base.kind == Operand::Kind::variable && base.bits < function_.parameter_bytes;
  }
  /// Do its results depend on its operands alone?
  bool is_function(const Statement& s) const {
    return !uses_carry(s) && s.guard.kind != Operand::Kind::reg &&
           (computes(s) || loads_parameter(s));
  }
  const Statement& statement(std::uint32_t k) const { return function_.statements[k]; }

  bool reads(std::uint32_t k, const Registers& carriers) const {
    return std::any_of(uses_[k].begin(), uses_[k].end(), [&](const RegisterUse& use) {
      return use.role != Role::written && carriers.contains(use.index);
    });
  }

  /// Visits all statements that the value may get to. False if anything but a selection needs it.
  bool follow() {
    Registers carriers;
    for (const auto& [r, role] : uses_[load_])
      if (role != Role::read) carriers.insert(r);
    if (!go_on(load_ + 1, flow_.block_of[load_], carriers)) return false;
    while (!next_.empty()) {
      const std::uint32_t block = *next_.begin();
      next_.erase(next_.begin());
      if (!go_on(flow_.starts[block], block, before_[block])) return false;
    }
    return true;
  }

  /// From a statement to the end of its block, with the registers that hold the value or what was
  /// computed from it.
  bool go_on(std::uint32_t from, std::uint32_t block, Registers carriers) {
    for (std::uint32_t k = from; k < flow_.starts[block + 1]; ++k) {
      std::erase_if(carriers, [&](unsigned r) { return ranges_[r].last < k; });
      if (carriers.empty()) return true;
      if (k != load_) visited_.insert(k);
      if (!step(k, carriers)) return false;
    }
    for (const std::uint32_t successor : flow_.successors[block]) {
      if (successor == flow_.blocks()) continue;
      Registers& there = before_[successor];
      const std::size_t size = there.size();
      for (const unsigned r : carriers)
        if (ranges_[r].first < flow_.starts[successor]) there.insert(r);
      if (there.size() != size || (!there.empty() && !arrived_[successor])) next_.insert(successor);
      arrived_[successor] = true;
    }
    return true;
  }

  bool step(std::uint32_t k, Registers& carriers) {
    const Statement& s = statement(k);
    const bool carries = reads(k, carriers);
    if (carries && (k == load_ || !is_function(s))) return false;
    bool passes = carries;
    if (carries && s.opcode == "selp" && s.operands.size() == 4) {
      if (s.operands[3].kind != Operand::Kind::reg || holds(s.operands[3], carriers)) return false;
      // Of a value that it takes in any case, it is no choice.
      passes = holds(s.operands[1], carriers) == holds(s.operands[2], carriers);
      if (!passes) choose(s.operands[3], holds(s.operands[2], carriers));
    } else if (carries && is_between_predicates(s)) {
      const bool first = holds(s.operands[1], carriers), second = holds(s.operands[2], carriers);
      const Operand& other = s.operands[first ? 2 : 1];
      passes = first == second || other.kind != Operand::Kind::reg;
      if (!passes) choose(other, s.opcode == "or");
    }
    for (const auto& [r, role] : uses_[k]) {
      if (role == Role::read) continue;
      if (passes)
        carriers.insert(r);
      else if (role == Role::written)
        carriers.erase(r);
    }
    return true;
  }

  static bool holds(const Operand& operand, const Registers& carriers) {
    return operand.kind == Operand::Kind::reg && carriers.contains(operand.index);
  }

  void choose(const Operand& predicate, bool negated) {
    const Choice choice{predicate.index, predicate.negated != negated};
    auto& choices = result_.choices;
    if (std::find(choices.begin(), choices.end(), choice) == choices.end())
      choices.push_back(choice);
  }

  /// Finds the statements behind the load that compute a register, each behind those that it needs.
  /// False if the register's value is not known at the load.
  bool trace_back(unsigned r) {
    if (traced_.contains(r)) return true;
    if (!tracing_.insert(r).second) return false;  // it is computed from itself
    const std::optional<std::uint32_t> writer = writer_behind(r);
    if (writer) {
      if (*writer == load_ || !is_function(statement(*writer)) || writers_of(r) != 1) return false;
      for (const auto& [source, role] : uses_[*writer])
        if (role != Role::written && !trace_back(source)) return false;
      auto& steps = result_.steps;
      if (std::find(steps.begin(), steps.end(), *writer) == steps.end()) steps.push_back(*writer);
    }
    tracing_.erase(r);
    traced_.insert(r);
    return true;
  }

  bool writes(std::uint32_t k, unsigned r) const {
    return std::any_of(uses_[k].begin(), uses_[k].end(), [r](const RegisterUse& use) {
      return use.index == r && use.role != Role::read;
    });
  }
  /// The first statement between the load and what its value is wanted for that writes a register.
  std::optional<std::uint32_t> writer_behind(unsigned r) const {
    if (writes(load_, r)) return load_;
    const auto found = std::find_if(visited_.begin(), visited_.end(),
                                    [&](std::uint32_t k) { return writes(k, r); });
    return found == visited_.end() ? std::nullopt : std::optional(*found);
  }
  std::size_t writers_of(unsigned r) const {
    std::size_t count = 0;
    for (std::uint32_t k = 0; k < uses_.size(); ++k) count += writes(k, r);
    return count;
  }

  const FunctionSyntax& function_;
  const ControlFlow& flow_;
  const std::vector<std::vector<RegisterUse>>& uses_;
  const std::vector<LiveRange>& ranges_;
  const std::uint32_t load_;
  std::vector<Registers> before_;  // that hold the value at the beginning of each block
  std::vector<bool> arrived_;
  std::set<std::uint32_t> next_;     // blocks to be looked at
  std::set<std::uint32_t> visited_;  // statements between the load and what it is wanted for
  Registers tracing_, traced_;
  SelectedLoad result_;
};

}  // namespace

std::map<std::uint32_t, SelectedLoad> selected_loads(
    const FunctionSyntax& function, const ControlFlow& flow,
    const std::vector<std::vector<RegisterUse>>& uses, const std::vector<LiveRange>& ranges) {
  const auto& statements = function.statements;
  const auto selects = [](const Statement& s) {
    return s.opcode == "selp" || is_between_predicates(s);
  };
  if (std::none_of(statements.begin(), statements.end(), selects)) return {};
  const AddressForms forms(function);
  std::map<std::uint32_t, SelectedLoad> result;
  for (std::uint32_t k = 0; k < statements.size(); ++k) {
    if (!may_be_selected(statements[k], forms)) continue;
    if (auto found = Selections(function, flow, uses, ranges, k).found())
      result.emplace(k, std::move(*found));
  }
  return result;
}

}  // namespace simulator
