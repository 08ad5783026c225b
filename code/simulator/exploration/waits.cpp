#include "simulator/exploration/waits.hpp"

#include <algorithm>

namespace simulator {

void Waits::note_writes(const Touches& touches) {
  for (const Touch& each : touches)
    if (each.writes) written_.insert(each.word);
}

std::vector<std::vector<Fault>> Waits::take_own() {
  const auto others = std::partition(all_.begin(), all_.end(), [this](const Wait& wait) {
    return std::any_of(wait.awaited.begin(), wait.awaited.end(),
                       [this](const Touch& each) { return !written_.contains(each.word); });
  });
  std::vector<std::vector<Fault>> own;
  for (auto each = others; each != all_.end(); ++each) own.push_back(std::move(each->deadlock));
  all_.erase(others, all_.end());
  return own;
}

}  // namespace simulator
