#include "simulator/program/guesses.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "simulator/program/address_forms.hpp"
#include "simulator/program/dataflow.hpp"
#include "simulator/program/guessed_values.hpp"
#include "simulator/program/opcodes.hpp"

namespace simulator {
namespace {

using Value = GuessedValue;
using Kind = Value::Kind;
using MaybeValue = std::optional<Value>;
using State = GuessedRegisters;

template <class Visit>
void for_registers(const Operand& operand, Visit&& visit) {
  if (operand.kind == Operand::Kind::reg) visit(operand);
  for (const Operand& element : operand.elements) for_registers(element, visit);
}

template <class Visit>
void for_registers_read(const Statement& s, Visit&& visit) {
  for_registers(s.guard, visit);
  for (std::size_t k = 0; k < s.operands.size(); ++k)
    if (role_of(s, k) != Role::written) for_registers(s.operands[k], visit);
}

bool is_plain_load(const Statement& s) {
  return s.opcode == "ld" && s.operands.size() >= 2 &&
         s.operands[1].kind == Operand::Kind::address &&
         !s.has_any({"volatile", "relaxed", "acquire", "mmio", "nc", "param", "param::entry",
                     "param::func", "local", "const"});
}

bool is_swap(const Statement& s) {
  return s.opcode == "atom" && s.has("cas") && s.operands.size() >= 4;
}

/// Is it an atomic maximum or minimum of integers? Its address is the operand before the last.
bool is_extremum(const Statement& s) {
  return (s.opcode == "atom" || s.opcode == "red") && (s.has("min") || s.has("max")) &&
         s.operands.size() == (s.opcode == "atom" ? 3 : 2) && s.guard.kind == Operand::Kind::none &&
         !is_float(first_type(s).value_or(Type::f32));
}

const Operand& address_of_extremum(const Statement& s) {
  return s.operands[s.operands.size() - 2];
}

/// Where the guess of one load gets to.
class GuessFlow {
 public:
  GuessFlow(const FunctionSyntax& function, const ControlFlow& flow,
            const std::vector<std::uint32_t>& postdominators, const AddressForms& forms,
            std::uint32_t load)
      : function_(function),
        flow_(flow),
        postdominators_(postdominators),
        forms_(forms),
        load_(load),
        address_(forms.of(function.statements[load].operands[1])),
        bytes_(size_of(first_type(function.statements[load]).value_or(Type::b32)) *
               (function.statements[load].has("v2")   ? 2
                : function.statements[load].has("v4") ? 4
                                                      : 1)),
        before_(flow.blocks()),
        spoilt_(flow.blocks() + 1) {}

  Guess guess() {
    follow();
    const bool harmless = all_of_statements(
        [&](const Statement& s, const State& state) { return is_harmless(s, state); });
    return !harmless || !useful_ ? Guess::none
           : weighed_.empty()    ? Guess::of_swap
                                 : Guess::of_extremum;
  }
  /// The statements that are maxima or minima of what the guess is compared with.
  const std::set<std::uint32_t>& weighed() const { return weighed_; }

 private:
  bool is_load(const Statement& s) const { return &s == &function_.statements[load_]; }
  /// Is it a compare-and-swap at the address of the load, and as wide?
  bool swaps(const Statement& s) const {
    return is_swap(s) && size_of(first_type(s).value_or(Type::b32)) == bytes_ &&
           forms_.of(s.operands[1]) == address_;
  }

  /// Does it put there the greater, or the less, of what is there and what the guess is compared
  /// with? `guard` leads there if it is `taken`.
  bool is_extremum_of(const Statement& s, const Value& guard, bool taken) const {
    return is_extremum(s) && first_type(s) && size_of(*first_type(s)) == bytes_ &&
           is_signed(*first_type(s)) == is_signed(guard.type) &&
           forms_.of(address_of_extremum(s)) == address_ &&
           forms_.of(s.operands.back()) == guard.with && s.has("max") == (guard.less == taken);
  }

  void follow() {
    std::set<std::uint32_t> next{0};
    before_[0].emplace();
    while (!next.empty()) {
      const std::uint32_t block = *next.begin();
      next.erase(next.begin());
      State state = *before_[block];
      for (std::uint32_t k = flow_.starts[block]; k < flow_.starts[block + 1]; ++k)
        step(function_.statements[k], state);
      const auto& successors = flow_.successors[block];
      for (std::size_t k = 0; k < successors.size(); ++k) {
        if (successors[k] == flow_.blocks()) continue;
        State there = state;
        if (successors.size() == 2) decide(last_of(block), k == 0, there);
        if (arrive(successors[k], there)) next.insert(successors[k]);
      }
      if (spoil(block, state)) next.insert(postdominators_[block]);
    }
  }

  const Statement& last_of(std::uint32_t block) const {
    return function_.statements[flow_.starts[block + 1] - 1];
  }

  /// At the block's beginning.
  bool arrive(std::uint32_t block, State state) {
    for (const unsigned r : spoilt_[block]) set(state, r, Value{Kind::stale});
    if (before_[block]) return join(*before_[block], state);
    before_[block] = std::move(state);
    return true;
  }

  /// A branch was taken or not.
  static void decide(const Statement& branch, bool taken, State& state) {
    const MaybeValue guard = in(state, branch.guard);
    if (!guard || (guard->kind != Kind::equal && guard->kind != Kind::unequal)) return;
    if ((guard->kind == Kind::equal) == (taken != branch.guard.negated))
      confirm(state);
    else
      refute(state);
  }

  /// What is written where a comparison with the guess has led tells of the guess after the ways
  /// have met again. True if the place where they meet has to be looked at again.
  bool spoil(std::uint32_t block, const State& state) {
    const MaybeValue guard = in(state, last_of(block).guard);
    const std::uint32_t meets = postdominators_[block];
    if (!guard || guard->kind != Kind::order || meets == flow_.blocks()) return false;
    const std::size_t before = spoilt_[meets].size();
    for (const std::uint32_t each : region(block))
      for (std::uint32_t k = flow_.starts[each]; k < flow_.starts[each + 1]; ++k)
        for_results(function_.statements[k],
                    [&](const Operand& r, auto, auto) { spoilt_[meets].insert(r.index); });
    return spoilt_[meets].size() != before && before_[meets] && arrive(meets, *before_[meets]);
  }

  /// The blocks between a branch and where its ways meet again.
  std::set<std::uint32_t> region(std::uint32_t block) const {
    std::set<std::uint32_t> found;
    std::vector<std::uint32_t> next = flow_.successors[block];
    while (!next.empty()) {
      const std::uint32_t each = next.back();
      next.pop_back();
      if (each == postdominators_[block] || each == flow_.blocks() || !found.insert(each).second)
        continue;
      next.insert(next.end(), flow_.successors[each].begin(), flow_.successors[each].end());
    }
    return found;
  }

  /// Calls visit(register, its number, how many) for the registers that a statement writes.
  template <class Visit>
  static void for_results(const Statement& s, Visit&& visit) {
    for (std::size_t k = 0; k < s.operands.size(); ++k) {
      if (role_of(s, k) == Role::read) continue;
      const Operand& operand = s.operands[k];
      if (operand.kind == Operand::Kind::reg) visit(operand, std::size_t{0}, std::size_t{1});
      for (std::size_t e = 0; e < operand.elements.size(); ++e)
        if (operand.elements[e].kind == Operand::Kind::reg)
          visit(operand.elements[e], e, operand.elements.size());
    }
  }

  void step(const Statement& s, State& state) const {
    if (is_load(s)) age(state);
    const State before = state;
    bool moved = false;
    for_results(s, [&](const Operand& r, std::size_t part, std::size_t parts) {
      MaybeValue value = result(s, part, parts, before);
      if (s.guard.kind == Operand::Kind::reg) {
        value = either(value, in(before, r));
        if (depends(in(before, s.guard)) && !is_stale(value)) value = Value{Kind::derived};
      }
      set(state, r.index, value);
      moved = moved || address_.has(r.index);
    });
    if (moved) age(state);
  }

  MaybeValue result(const Statement& s, std::size_t part, std::size_t parts,
                    const State& before) const {
    if (is_load(s)) return Value{Kind::guess, part, parts};
    if (swaps(s)) {
      const MaybeValue guess = in(before, s.operands[2]);
      return guess && guess->is_value() && guess->is_whole() ? Value{Kind::result} : MaybeValue();
    }
    if (!computes(s)) return {};
    if (const MaybeValue copied = copy(s, part, parts, before)) return copied;
    if (const MaybeValue compared = comparison(s, before)) return compared;
    return computed(s, before);
  }

  static MaybeValue computed(const Statement& s, const State& before) {
    MaybeValue value;
    for_registers_read(s, [&](const Operand& r) {
      const MaybeValue one = in(before, r);
      if (depends(one) && !is_stale(value))
        value = Value{is_stale(one) ? Kind::stale : Kind::derived};
    });
    // Compared with the result, it tells no more than the result does.
    if (value && !is_stale(value) && s.opcode == "setp" && compares_with_result(s, before) &&
        !(s.operands.size() > 3 && depends(in(before, s.operands[3]))))
      return {};
    return value;
  }

  /// What is the guess or a result as well.
  MaybeValue copy(const Statement& s, std::size_t part, std::size_t parts,
                  const State& before) const {
    if (s.operands.size() != 2) return {};
    const Operand& from = s.operands[1];
    const MaybeValue value = in(before, from);
    if (s.opcode == "cvt") {
      const std::vector<Type> types = types_of(s);
      const bool whole = value && value->is_value() && types.size() == 2 && !is_float(types[0]) &&
                         !is_float(types[1]) && !s.has("sat") &&
                         std::min(size_of(types[0]), size_of(types[1])) * value->parts >= bytes_;
      return whole ? value : MaybeValue();
    }
    if (s.opcode != "mov") return {};
    if (from.kind == Operand::Kind::list) return packed(from, before);
    if (parts == 1) return value;
    const bool splits = value && value->is_value() && value->is_whole();
    return splits ? Value{value->kind, part, parts} : MaybeValue();
  }

  static MaybeValue packed(const Operand& list, const State& before) {
    Kind kind = Kind::result;
    for (std::size_t k = 0; k < list.elements.size(); ++k) {
      const MaybeValue one = in(before, list.elements[k]);
      if (!one || !one->is_value() || one->part != k || one->parts != list.elements.size())
        return {};
      if (one->kind == Kind::guess) kind = Kind::guess;
    }
    return Value{kind};
  }

  /// For equality, of the guess and a result, or of the same part of both.
  static bool compares_with_result(const Statement& s, const State& before) {
    if (!s.has_any({"eq", "ne", "equ", "neu"})) return false;
    const MaybeValue a = in(before, s.operands[1]), b = in(before, s.operands[2]);
    return a && b && a->is_value() && b->is_value() && a->kind != b->kind && a->part == b->part &&
           a->parts == b->parts;
  }

  MaybeValue comparison(const Statement& s, const State& before) const {
    if (s.opcode != "setp" || s.operands.size() != 3 || s.operands[0].kind != Operand::Kind::reg)
      return {};
    const MaybeValue a = in(before, s.operands[1]), b = in(before, s.operands[2]);
    if (compares_with_result(s, before)) {
      if (!a->is_whole()) return {};
      return Value{s.has_any({"eq", "equ"}) ? Kind::equal : Kind::unequal};
    }
    const bool first = a && a->kind == Kind::guess && a->is_whole() && !b;
    const bool second = b && b->kind == Kind::guess && b->is_whole() && !a;
    const AddressForm other = forms_.of(s.operands[first ? 2 : 1]);
    const bool known = other.kind == Operand::Kind::reg || other.kind == Operand::Kind::integer;
    if (first == second || !known) return {};
    if (!s.has_any({"lt", "le", "gt", "ge", "ltu", "leu", "gtu", "geu", "lo", "ls", "hi", "hs"}))
      return {};
    const bool asks_less = s.has_any({"lt", "le", "ltu", "leu", "lo", "ls"});
    return Value{Kind::order, 0, 1, other, first_type(s).value_or(Type::b32), asks_less == first};
  }

  /// Does it do no harm if the guess is an old value?
  bool is_harmless(const Statement& s, const State& state) {
    const auto is_clean = [&](const Operand& operand) {
      bool clean = true;
      for_registers(operand, [&](const Operand& r) { clean = clean && !depends(in(state, r)); });
      return clean;
    };
    bool clean = true;
    for_registers_read(s, [&](const Operand& r) { clean = clean && is_clean(r); });
    if (clean || computes(s)) return true;
    if (swaps(s)) {
      const MaybeValue compared = in(state, s.operands[2]), put = in(state, s.operands[3]);
      useful_ = true;
      return is_clean(s.guard) && is_clean(s.operands[1]) && compared &&
             compared->kind == Kind::guess && compared->is_whole() && !is_stale(put) &&
             (s.operands.size() == 4 || is_clean(s.operands[4]));
    }
    if (flow_of(s) != Flow::branch || !is_clean(s.operands[0])) return false;
    return leads_to_update(s, in(state, s.guard));
  }

  /// Of a branch by a comparison of the guess and something: does one of its ways do nothing, and
  /// the other only what puts that something in the guess's place: a maximum, or a minimum?
  bool leads_to_update(const Statement& branch, const MaybeValue& guard) {
    const auto block = flow_.block_of[std::size_t(&branch - function_.statements.data())];
    const auto& ways = flow_.successors[block];
    const std::uint32_t meets = postdominators_[block];
    if (!guard || guard->kind != Kind::order || ways.size() != 2) return false;
    if ((ways[0] == meets) == (ways[1] == meets)) return false;
    const std::set<std::uint32_t> blocks = region(block);
    std::set<std::uint32_t> updating;
    const bool taken = (ways[0] != meets) != branch.guard.negated;
    std::set<std::uint32_t> weighed;
    for (const std::uint32_t each : blocks)
      for (std::uint32_t k = flow_.starts[each]; k < flow_.starts[each + 1]; ++k) {
        const Statement& s = function_.statements[k];
        if (swaps(s) && forms_.of(s.operands[3]) == guard->with)
          updating.insert(each);
        else if (is_extremum_of(s, *guard, taken))
          updating.insert(each), weighed.insert(k);
        else if (!is_load(s) && !computes(s) && flow_of(s) != Flow::branch)
          return false;
        bool changes = false;
        for_results(s, [&](const Operand& r, auto, auto) {
          changes = changes || guard->with.has(r.index);
        });
        if (changes) return false;
      }
    useful_ = true;
    weighed_.merge(weighed);
    return !updating.empty() && !comes_back(ways[ways[0] == meets ? 1 : 0], block, updating);
  }

  /// Does a way lead back to the branch, or to another guess, without an update: a wait?
  bool comes_back(std::uint32_t from, std::uint32_t branch,
                  const std::set<std::uint32_t>& updating) const {
    std::set<std::uint32_t> seen;
    std::vector<std::uint32_t> next{from};
    while (!next.empty()) {
      const std::uint32_t each = next.back();
      next.pop_back();
      if (each == postdominators_[branch] || each == flow_.blocks() || updating.contains(each))
        continue;
      if (each == branch || each == flow_.block_of[load_]) return true;
      if (!seen.insert(each).second) continue;
      next.insert(next.end(), flow_.successors[each].begin(), flow_.successors[each].end());
    }
    return false;
  }

  template <class Check>  // bool check(statement, state before it)
  bool all_of_statements(Check&& check) {
    for (std::uint32_t block = 0; block < flow_.blocks(); ++block) {
      if (!before_[block]) continue;
      State state = *before_[block];
      for (std::uint32_t k = flow_.starts[block]; k < flow_.starts[block + 1]; ++k) {
        if (!check(function_.statements[k], state)) return false;
        step(function_.statements[k], state);
      }
    }
    return true;
  }

  const FunctionSyntax& function_;
  const ControlFlow& flow_;
  const std::vector<std::uint32_t>& postdominators_;
  const AddressForms& forms_;
  const std::uint32_t load_;
  const AddressForm address_;
  const unsigned bytes_;
  std::vector<std::optional<State>> before_;  // of each block that can be reached
  std::vector<std::set<unsigned>> spoilt_;    // registers, where the ways of branches meet
  bool useful_ = false;
  std::set<std::uint32_t> weighed_;
};

}  // namespace

std::vector<Guess> guesses(const FunctionSyntax& function, const ControlFlow& flow,
                           const std::vector<std::uint32_t>& postdominators) {
  const auto& statements = function.statements;
  std::vector<Guess> result(statements.size(), Guess::none);
  const auto updates = [](const Statement& s) { return is_swap(s) || is_extremum(s); };
  if (std::none_of(statements.begin(), statements.end(), updates)) return result;
  const AddressForms forms(function);
  std::vector<AddressForm> updated;
  for (const Statement& s : statements)
    if (updates(s))
      updated.push_back(forms.of(is_swap(s) ? s.operands[1] : address_of_extremum(s)));
  for (std::uint32_t k = 0; k < statements.size(); ++k) {
    if (!is_plain_load(statements[k])) continue;
    const AddressForm address = forms.of(statements[k].operands[1]);
    if (std::find(updated.begin(), updated.end(), address) == updated.end()) continue;
    GuessFlow load(function, flow, postdominators, forms, k);
    result[k] = load.guess();
    if (result[k] == Guess::of_extremum)
      for (const std::uint32_t update : load.weighed()) result[update] = Guess::weighed;
  }
  return result;
}

}  // namespace simulator
