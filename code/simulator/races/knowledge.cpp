#include "simulator/races/knowledge.hpp"

namespace simulator {

SharedKnowledge join(const SharedKnowledge& a, const SharedKnowledge& b) {
  if (!a || a == b) return b;
  if (!b) return a;
  Knowledge sum = *a;
  sum.add(*b);
  if (sum == *a) return a;
  return std::make_shared<const Knowledge>(sum);
}

}  // namespace simulator
