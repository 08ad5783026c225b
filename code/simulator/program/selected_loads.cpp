#include "simulator/program/selected_loads.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "simulator/program/address_forms.hpp"
#include "simulator/program/opcodes.hpp"
#include "simulator/program/special_register.hpp"

namespace simulator {
namespace {

/// What a predicate was at a statement that chose by it.
struct Condition {
  SelectedLoad::Choice choice;
  std::uint32_t at;

  friend auto operator<=>(const Condition&, const Condition&) = default;
};
using Way = std::set<Condition>;  // all have to hold
constexpr std::size_t most_ways = 8, most_conditions = 4;

/// In which a value matters: one of them has to hold.
class Ways {
 public:
  /// False if that is nothing new.
  bool add(const Way& way) {
    const auto within = [](const Way& one, const Way& other) {
      return std::includes(other.begin(), other.end(), one.begin(), one.end());
    };
    if (std::any_of(all_.begin(), all_.end(), [&](const Way& each) { return within(each, way); }))
      return false;
    std::erase_if(all_, [&](const Way& each) { return within(way, each); });
    all_.insert(way);
    return true;
  }
  /// Those of another value, where some more has to hold.
  bool add(const Ways& other, const Way& more = {}) {
    bool any = false;
    for (Way way : other.all_) {
      way.insert(more.begin(), more.end());
      any |= add(way);
    }
    return any;
  }
  bool empty() const { return all_.empty(); }
  bool always() const { return all_.size() == 1 && all_.begin()->empty(); }
  bool are_too_many() const {
    return all_.size() > most_ways || std::any_of(all_.begin(), all_.end(), [](const Way& way) {
             return way.size() > most_conditions;
           });
  }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }

 private:
  std::set<Way> all_;
};

/// Registers that hold a value, or what was computed from it, and in which ways it matters to them.
using Carriers = std::map<unsigned, Ways>;
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

/// Does what it reads change while the thread runs?
bool reads_clock(const Operand& operand) {
  if (std::any_of(operand.elements.begin(), operand.elements.end(), reads_clock)) return true;
  if (operand.kind != Operand::Kind::name) return false;
  const SpecialRegister* const found = special_register(operand.name);
  return found != nullptr && found->changes == SpecialRegister::Changes::always;
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
        before_(flow.blocks()) {}

  std::optional<SelectedLoad> found() {
    if (!follow() || wanted_.empty()) return {};
    SelectedLoad result;
    std::set<SelectedLoad::Way> ways;
    for (const Way& way : wanted_) {
      std::set<SelectedLoad::Choice> known;
      for (const auto& [choice, at] : way)
        if (trace_back(choice.predicate, at)) known.insert(choice);
      if (known.empty()) return {};
      ways.emplace(known.begin(), known.end());
    }
    result.ways.assign(ways.begin(), ways.end());
    result.steps = std::move(steps_);
    return result;
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
           (computes(s) || loads_parameter(s)) &&
           std::none_of(s.operands.begin(), s.operands.end(), reads_clock);
  }
  const Statement& statement(std::uint32_t k) const { return function_.statements[k]; }

  /// In which a statement reads the value.
  Ways read(std::uint32_t k, const Carriers& carriers) const {
    Ways result;
    for (const auto& [r, role] : uses_[k])
      if (role != Role::written)
        if (const auto found = carriers.find(r); found != carriers.end()) result.add(found->second);
    return result;
  }

  /// Visits all statements that the value may get to. False if somewhere it matters always.
  bool follow() {
    Carriers carriers;
    for (const auto& [r, role] : uses_[load_])
      if (role != Role::read) carriers[r].add(Way());
    if (!go_on(load_ + 1, flow_.block_of[load_], std::move(carriers))) return false;
    while (!next_.empty()) {
      const std::uint32_t block = *next_.begin();
      next_.erase(next_.begin());
      if (!go_on(flow_.starts[block], block, before_[block])) return false;
    }
    return true;
  }

  /// From a statement to the end of its block.
  bool go_on(std::uint32_t from, std::uint32_t block, Carriers carriers) {
    for (std::uint32_t k = from; k < flow_.starts[block + 1]; ++k) {
      std::erase_if(carriers, [&](const auto& each) { return ranges_[each.first].last < k; });
      if (carriers.empty()) return true;
      if (k != load_) visited_.insert(k);
      if (!step(k, carriers)) return false;
    }
    for (const std::uint32_t successor : flow_.successors[block]) {
      if (successor == flow_.blocks()) continue;
      const std::uint32_t start = flow_.starts[successor];
      for (const auto& [r, ways] : carriers) {
        if (ranges_[r].first > start || ranges_[r].last < start) continue;
        if (before_[successor][r].add(ways)) next_.insert(successor);
      }
    }
    return true;
  }

  bool step(std::uint32_t k, Carriers& carriers) {
    const Statement& s = statement(k);
    Ways ways = read(k, carriers);
    if (!ways.empty()) {
      if (k == load_) return false;
      const bool passes = is_function(s);
      if (passes && s.opcode == "selp" && s.operands.size() == 4)
        ways = of_selection(k, carriers);
      else if (passes && is_between_predicates(s))
        ways = between_predicates(k, carriers);
      if (!passes || ways.are_too_many()) {
        wanted_.add(ways);
        ways = {};
        if (wanted_.always()) return false;
      }
    }
    for (const auto& [r, role] : uses_[k]) {
      if (role == Role::read) continue;
      if (role == Role::written) carriers.erase(r);
      if (!ways.empty()) carriers[r].add(ways);
    }
    return true;
  }

  static const Ways* held(const Operand& operand, const Carriers& carriers) {
    if (operand.kind != Operand::Kind::reg) return nullptr;
    const auto found = carriers.find(operand.index);
    return found == carriers.end() ? nullptr : &found->second;
  }

  Ways of_selection(std::uint32_t k, const Carriers& carriers) const {
    const auto& operands = statement(k).operands;
    const Ways *const first = held(operands[1], carriers),
                      *const second = held(operands[2], carriers),
                      *const predicate = held(operands[3], carriers);
    Ways result;
    // Of a value that it takes in any case, it is no choice.
    const bool chooses = (first == nullptr) != (second == nullptr);
    for (const bool is_true : {true, false})
      if (const Ways* const ways = is_true ? first : second)
        result.add(*ways, chooses ? conditions(operands[3], is_true, k, predicate) : Way());
    if (predicate != nullptr) result.add(*predicate);
    return result;
  }

  Ways between_predicates(std::uint32_t k, const Carriers& carriers) const {
    const Statement& s = statement(k);
    Ways result;
    for (const unsigned one : {1, 2})
      if (const Ways* const ways = held(s.operands[one], carriers)) {
        const Operand& other = s.operands[3 - one];
        const bool chooses = held(other, carriers) == nullptr;
        result.add(*ways, chooses ? conditions(other, s.opcode == "and", k, nullptr) : Way());
      }
    return result;
  }

  /// What holds if a predicate that a statement reads is true, or false. `ways` are those in which
  /// it depends on the value: then it tells of the predicates that it was made of.
  Way conditions(const Operand& predicate, bool is_true, std::uint32_t at, const Ways* ways) const {
    if (predicate.kind != Operand::Kind::reg) return {};
    is_true = is_true != predicate.negated;
    if (ways == nullptr) return {{{predicate.index, !is_true}, at}};
    const std::vector<std::uint32_t> writers = writers_of(predicate.index);
    if (writers.size() != 1 || comes_around(writers[0], at)) return {};
    const Statement& made = statement(writers[0]);
    if (!is_between_predicates(made) || !is_function(made) || (made.opcode == "and") != is_true)
      return {};
    Way result;
    for (const unsigned k : {1, 2}) {
      const Operand& part = made.operands[k];
      if (part.kind == Operand::Kind::reg)
        result.insert({{part.index, is_true == part.negated}, writers[0]});
    }
    return result;
  }

  /// Finds the statements behind the load that compute what a register holds at a statement, each
  /// behind those that it needs. False if that is not known at the load.
  bool trace_back(unsigned r, std::uint32_t at) {
    const std::size_t size = steps_.size();
    Registers tracing;
    if (traces_back(r, at, tracing)) return true;
    steps_.resize(size);
    return false;
  }
  bool traces_back(unsigned r, std::uint32_t at, Registers& tracing) {
    if (!tracing.insert(r).second) return false;  // it is computed from itself
    if (const std::optional<std::uint32_t> writer = writer_behind(r)) {
      // What it wrote before the load, or in another turn of a loop, may be something else.
      if (*writer == load_ || !is_function(statement(*writer)) || writers_of(r).size() != 1 ||
          comes_around(*writer, at))
        return false;
      if (std::find(steps_.begin(), steps_.end(), *writer) == steps_.end()) {
        for (const auto& [source, role] : uses_[*writer])
          if (role != Role::written && !traces_back(source, *writer, tracing)) return false;
        steps_.push_back(*writer);
      }
    }
    tracing.erase(r);
    return true;
  }

  /// Is there a way from the load to a statement that does not come by another one?
  bool comes_around(std::uint32_t other, std::uint32_t to) const {
    std::vector<bool> seen(flow_.blocks());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ways{{flow_.block_of[load_], load_ + 1}};
    while (!ways.empty()) {
      auto [block, k] = ways.back();
      ways.pop_back();
      const std::uint32_t end = flow_.starts[block + 1];
      while (k < end && k != to && k != other && k != load_) ++k;
      if (k < end && k == to) return true;
      if (k < end) continue;
      for (const std::uint32_t successor : flow_.successors[block]) {
        if (successor == flow_.blocks() || seen[successor]) continue;
        seen[successor] = true;
        ways.emplace_back(successor, flow_.starts[successor]);
      }
    }
    return false;
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
  std::vector<std::uint32_t> writers_of(unsigned r) const {
    std::vector<std::uint32_t> all;
    for (std::uint32_t k = 0; k < uses_.size(); ++k)
      if (writes(k, r)) all.push_back(k);
    return all;
  }

  const FunctionSyntax& function_;
  const ControlFlow& flow_;
  const std::vector<std::vector<RegisterUse>>& uses_;
  const std::vector<LiveRange>& ranges_;
  const std::uint32_t load_;
  std::vector<Carriers> before_;     // at the beginning of each block
  std::set<std::uint32_t> next_;     // blocks to be looked at
  std::set<std::uint32_t> visited_;  // statements between the load and what it is wanted for
  Ways wanted_;                      // by others than selections
  std::vector<std::uint32_t> steps_;
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
