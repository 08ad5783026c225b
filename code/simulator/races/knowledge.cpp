#include "simulator/races/knowledge.hpp"

namespace simulator {

const Knowledge::Entries* Knowledge::of_launch(std::uint32_t launch) const {
  for (const Other& each : others)
    if (each.launch == launch) return each.entries.get();
  return nullptr;
}

void Knowledge::add(const Other& other) {
  const auto at = std::find_if(others.begin(), others.end(),
                               [&](const Other& each) { return each.launch >= other.launch; });
  if (at == others.end() || at->launch != other.launch) {
    others.insert(at, other);
    return;
  }
  if (at->entries == other.entries) return;
  Entries sum = *at->entries;
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i].add((*other.entries)[i]);
  if (sum != *at->entries) at->entries = std::make_shared<const Entries>(sum);
}

bool Knowledge::has(const Knowledge& other) const {
  constexpr int few = 8;  // of more, to look at all takes less time
  if (std::popcount(other.told) <= few) {
    for (std::uint64_t rest = other.told; rest != 0; rest &= rest - 1) {
      const auto k = unsigned(std::countr_zero(rest));
      if (!entries[k].has(other.entries[k])) return false;
    }
  } else {
    bool all = true;
    for (std::size_t i = 0; i < entries.size(); ++i) all &= entries[i].has(other.entries[i]);
    if (!all) return false;
  }
  if (other.ended > ended) return false;
  if (other.others.empty()) return true;
  Knowledge sum = *this;
  sum.add(other);
  return sum.others == others;
}

SharedKnowledge join(const SharedKnowledge& a, const SharedKnowledge& b) {
  if (!a || a == b) return b;
  if (!b || a->has(*b)) return a;
  if (b->has(*a)) return b;
  auto sum = std::make_shared<Knowledge>(*a);
  sum->add(*b);
  return sum;
}

void join_both(SharedKnowledge& a, const SharedKnowledge& more_of_a, SharedKnowledge& b,
               const SharedKnowledge& more_of_b) {
  const bool alike = a == b && more_of_a == more_of_b;
  a = join(a, more_of_a);
  b = alike ? a : join(b, more_of_b);
}

}  // namespace simulator
