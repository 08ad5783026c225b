#include "simulator/runtime/operation_races/use_history.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>

namespace simulator::runtime {
namespace {

/// So many states may be there, beside twice as many as are used, before those that are not go.
constexpr std::size_t some_states = 4096;

/// Do kernels of two devices write there by atomics, one of them for its own device only?
bool is_narrow(const Operation& a, Strength with_a, bool a_writes, const Operation& b,
               Strength with_b, bool b_writes) {
  return a.is_kernel() && b.is_kernel() && a.device != b.device && a_writes && b_writes &&
         reaches_other_launches(with_a) && reaches_other_launches(with_b) &&
         (with_a == Strength::device || with_b == Strength::device);
}

/// Do the two mean to meet there? Kernels that both use atomics or volatile accesses; a copy that
/// looks how far a kernel has come, if the kernel writes by volatile stores; a copy that tells a
/// kernel something while it rests.
bool is_meant(const Operation& a, Strength with_a, bool a_writes, const Operation& b,
              Strength with_b, bool b_writes) {
  if (is_narrow(a, with_a, a_writes, b, with_b, b_writes)) return false;
  if (a.is_kernel() && b.is_kernel())
    return reaches_other_launches(with_a) && reaches_other_launches(with_b);
  return (a.is_kernel() && with_a == Strength::volatile_ && !b_writes) ||
         (b.is_kernel() && with_b == Strength::volatile_ && !a_writes) ||
         (a.rested && reaches_other_launches(with_a)) ||
         (b.rested && reaches_other_launches(with_b));
}

/// Does the later one come after the other, or after one that it may have waited for and that comes
/// before the other? What followed that one was done while both ran.
bool is_ordered(const Operation& later, const Operation& earlier) {
  return later.place.follows(earlier.place) ||
         std::any_of(later.met.begin(), later.met.end(), [&](const OperationPointer& partner) {
           return earlier.place.follows(partner->place);
         });
}

}  // namespace

/// The uses of one operation, while they are added.
class UseHistory::Addition {
 public:
  Addition(UseHistory& history, const OperationPointer& operation)
      : history_(history), operation_(operation) {}

  void add(const MemoryUse& use);
  std::vector<OperationRace> take_races() { return std::move(races_); }

 private:
  /// What becomes of a state.
  struct Step {
    Number next = 0;  // not known yet, if 0
    bool races = false;
  };
  /// Uses that differ by addresses alone.
  struct Kind {
    MemoryUse use;
    std::unordered_map<Number, Step> steps = {};  // by states
    Number last_from = 0;
    Step last = {};
  };

  Kind& kind_of(const MemoryUse& use);
  Step step(Kind& kind, Number from);
  Step make_step(const MemoryUse& use, Number from);
  Number next(const MemoryUse& use, Number from);
  Number same_or_new(State state);
  bool races_with(const Access& access, bool wrote, const MemoryUse& use) const;
  void tell_races(const State& state, const MemoryUse& use);

  UseHistory& history_;
  const OperationPointer& operation_;
  std::vector<Kind> kinds_;
  std::unordered_multimap<std::size_t, Number> made_;
  std::vector<OperationRace> races_;
};

void UseHistory::Addition::add(const MemoryUse& use) {
  Kind& kind = kind_of(use);
  history_.states_of_.change(
      use.begin, use.end, [&](std::uint64_t begin, std::uint64_t end, Number number) {
        const Step taken = step(kind, number);
        if (taken.races)
          tell_races(history_.states_[number], {begin, end, use.writes, use.strength, use.filled});
        return taken.next;
      });
}

UseHistory::Addition::Kind& UseHistory::Addition::kind_of(const MemoryUse& use) {
  const auto found = std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& kind) {
    return kind.use.writes == use.writes && kind.use.strength == use.strength &&
           kind.use.filled == use.filled;
  });
  return found != kinds_.end() ? *found : kinds_.emplace_back(Kind{use});
}

UseHistory::Addition::Step UseHistory::Addition::step(Kind& kind, Number from) {
  if (kind.last_from == from && kind.last.next != 0) return kind.last;
  Step& step = kind.steps[from];
  if (step.next == 0) step = make_step(kind.use, from);
  kind.last_from = from;
  return kind.last = step;
}

UseHistory::Addition::Step UseHistory::Addition::make_step(const MemoryUse& use, Number from) {
  const State& state = history_.states_[from];
  Step step;
  step.races = races_with(state.wrote, true, use);
  if (use.writes)
    for (const Access& each : state.read) step.races |= races_with(each, false, use);
  step.next = next(use, from);
  return step;
}

UseHistory::Number UseHistory::Addition::next(const MemoryUse& use, Number from) {
  if (use.writes) return same_or_new({{operation_, use.strength, use.filled}, {}});
  State state = history_.states_[from];
  std::erase_if(state.read, [&](const Access& each) {
    return each.by == operation_ || operation_->place.follows(each.by->place);
  });
  state.read.push_back({operation_, use.strength});
  return same_or_new(std::move(state));
}

/// One that the operation has made is found again.
UseHistory::Number UseHistory::Addition::same_or_new(State state) {
  std::size_t hash = std::hash<OperationPointer>()(state.wrote.by);
  for (const Access& each : state.read) hash = 31 * hash + std::hash<OperationPointer>()(each.by);
  const auto [first, last] = made_.equal_range(hash);
  const auto same = std::find_if(
      first, last, [&](const auto& each) { return history_.states_[each.second] == state; });
  if (same != last) return same->second;
  return made_.emplace(hash, history_.make(std::move(state)))->second;
}

bool UseHistory::Addition::races_with(const Access& access, bool wrote,
                                      const MemoryUse& use) const {
  if (!access.by || access.by == operation_ || is_ordered(*operation_, *access.by) ||
      is_meant(*access.by, access.strength, wrote, *operation_, use.strength, use.writes))
    return false;
  // Whichever of two fills with the same byte is first, nobody can tell.
  return use.filled == MemoryUse::unknown || use.filled != access.filled;
}

void UseHistory::Addition::tell_races(const State& state, const MemoryUse& use) {
  const auto meet = [&](const Access& access, bool wrote) {
    if (!races_with(access, wrote, use)) return;
    const auto known = std::find_if(races_.begin(), races_.end(), [&](const OperationRace& race) {
      return race.earlier == access.by;
    });
    if (known == races_.end())
      races_.push_back(
          {access.by,
           {use.begin, use.end, use.writes, use.strength},
           wrote,
           is_narrow(*access.by, access.strength, wrote, *operation_, use.strength, use.writes)});
    else if (known->use.end == use.begin && known->earlier_wrote == wrote &&
             known->use.writes == use.writes)
      known->use.end = use.end;
  };
  meet(state.wrote, true);
  if (use.writes)
    for (const Access& each : state.read) meet(each, false);
}

std::vector<OperationPointer> UseHistory::partners(const Operation& operation,
                                                   const UseList& uses) {
  std::vector<OperationPointer> found;
  if (!written_ && follows_chain(operation)) return found;
  write_chain_down();
  const auto look_at = [&](const MemoryUse& use, const Access& access, bool wrote) {
    if (access.by && !operation.place.follows(access.by->place) &&
        is_meant(*access.by, access.strength, wrote, operation, use.strength, use.writes) &&
        std::find(found.begin(), found.end(), access.by) == found.end())
      found.push_back(access.by);
  };
  for (const MemoryUse& use : uses) {
    if (operation.is_kernel() && !reaches_other_launches(use.strength)) continue;
    states_of_.visit(use.begin, use.end, [&](std::uint64_t, std::uint64_t, Number number) {
      const State& state = states_[number];
      look_at(use, state.wrote, true);
      if (use.writes)
        for (const Access& each : state.read) look_at(use, each, false);
    });
  }
  return found;
}

bool UseHistory::follows_chain(const Operation& operation) const {
  return std::all_of(chain_.begin(), chain_.end(), [&](const Link& link) {
    return !link.by || operation.place.follows(link.by->place);
  });
}

std::vector<OperationRace> UseHistory::add(const OperationPointer& operation,
                                           const UsePointer& uses) {
  if (chained_ + uses->size() <= most_chained && follows_all(*operation)) {
    chained_ += uses->size();
    chain_.push_back({operation, uses});
    return {};
  }
  write_chain_down();
  return write_down(operation, *uses);
}

void UseHistory::add_later(const OperationPointer& operation, std::unique_ptr<Uses> uses) {
  look_up();
  later_ = std::move(uses);
  uses_of_later_ = std::make_shared<UseList>();
  chain_.push_back({operation, uses_of_later_});
}

void UseHistory::look_up() {
  if (!later_) return;
  *uses_of_later_ = std::exchange(later_, nullptr)->take();
  chained_ += std::exchange(uses_of_later_, nullptr)->size();
}

/// None of them races with another.
void UseHistory::write_chain_down() {
  look_up();
  chained_ = 0;
  for (const Link& link : std::exchange(chain_, {})) {
    if (link.by)
      write_down(link.by, *link.uses);
    else
      forget(link.uses->front().begin, link.uses->front().end);
  }
}

std::vector<OperationRace> UseHistory::write_down(const OperationPointer& operation,
                                                  const UseList& uses) {
  written_ = true;
  Addition addition(*this, operation);
  for (const MemoryUse& use : uses) addition.add(use);
  states_of_.settle();
  if (numbered() > many_) drop_unused();
  return addition.take_races();
}

void UseHistory::forget(std::uint64_t begin, std::uint64_t end) {
  if (!chain_.empty()) {
    look_up();
    chain_.push_back({nullptr, std::make_shared<UseList>(1, MemoryUse{begin, end})});
    return;
  }
  states_of_.change(begin, end, [](std::uint64_t, std::uint64_t, Number) { return Number{0}; });
  states_of_.settle();
}

void UseHistory::clear() {
  later_.reset();
  uses_of_later_.reset();
  for (Link& link : chain_)
    if (link.uses.use_count() == 1 && link.uses->capacity() > room_.capacity())
      room_ = std::move(*link.uses);
  chain_.clear();
  chained_ = 0;
  written_ = false;
  states_.assign(1, {});
  free_.clear();
  many_ = some_states;
  states_of_.clear();
}

std::size_t UseHistory::size() {
  write_chain_down();
  return states_of_.pieces();
}

std::size_t UseHistory::states() {
  write_chain_down();
  return numbered();
}

UseHistory::Number UseHistory::make(State state) {
  if (free_.empty()) {
    states_.push_back(std::move(state));
    return Number(states_.size() - 1);
  }
  const Number number = free_.back();
  free_.pop_back();
  states_[number] = std::move(state);
  return number;
}

/// States that no byte is in any more.
void UseHistory::drop_unused() {
  std::vector<bool> used(states_.size());
  states_of_.visit_numbers([&](Number number) { used[number] = true; });
  free_.clear();
  for (Number number = 1; number < states_.size(); ++number) {
    if (used[number]) continue;
    states_[number] = {};
    free_.push_back(number);
  }
  many_ = 2 * numbered() + some_states;
}

}  // namespace simulator::runtime
