#include "simulator/exploration/history.hpp"

#include <algorithm>
#include <utility>

namespace simulator {
namespace {

void join(History::Clock& clock, const History::Clock& other) {
  for (std::size_t k = 0; k < clock.size(); ++k) clock[k] = std::max(clock[k], other[k]);
}

}  // namespace

void normalise(Touches& touches) {
  // Of a word that is read and written, the write comes last.
  std::sort(touches.begin(), touches.end());
  std::size_t kept = 0;
  for (std::size_t k = 0; k < touches.size(); ++k)
    if (k + 1 == touches.size() || touches[k + 1].word != touches[k].word)
      touches[kept++] = touches[k];
  touches.resize(kept);
}

bool depend(const Touches& a, const Touches& b) {
  for (std::size_t i = 0, k = 0; i < a.size() && k < b.size();) {
    if (a[i].word == b[k].word) {
      if (a[i].writes || b[k].writes || a[i].phase > 0) return true;
      ++i, ++k;
    } else if (a[i].word < b[k].word) {
      ++i;
    } else {
      ++k;
    }
  }
  return false;
}

std::vector<History::Race> History::add(unsigned actor, Touches touches) {
  const std::size_t now = steps_.size();
  std::vector<std::size_t> conflicts;
  for (const Touch& touch : touches) {
    Word& word = words_[touch.word];
    if (touch.phase > 0) {
      for (const auto& [phase, step] : word.arrivals)
        if (phase != touch.phase) conflicts.push_back(step);
      word.arrivals.emplace_back(touch.phase, now);
      continue;
    }
    if (word.write != none) conflicts.push_back(word.write);
    if (touch.writes) {
      conflicts.insert(conflicts.end(), word.reads.begin(), word.reads.end());
      word.reads.clear();
      word.write = now;
    } else {
      word.reads.push_back(now);
    }
  }
  std::sort(conflicts.begin(), conflicts.end());
  conflicts.erase(std::unique(conflicts.begin(), conflicts.end()), conflicts.end());

  Clock clock = last_[actor];
  std::vector<Race> races;
  for (auto each = conflicts.rbegin(); each != conflicts.rend(); ++each) {
    // Later conflicts are joined already: one that comes before them is no race.
    if (steps_[*each].actor != actor && !before(*each, clock)) races.push_back({*each, now});
    join(clock, steps_[*each].clock);
  }
  clock[actor] = std::uint32_t(now + 1);
  last_[actor] = clock;
  steps_.push_back({actor, std::move(touches), std::move(clock)});
  return races;
}

void History::meet(const Meeting& meeting) {
  Clock& all = meetings_.try_emplace(meeting.barrier, last_.size()).first->second;
  for (const unsigned actor : meeting.come) join(all, last_[actor]);
  if (!meeting.complete) return;
  for (const unsigned actor : meeting.go) join(last_[actor], all);
  meetings_.erase(meeting.barrier);
}

std::vector<unsigned> History::initials(const Race& race) const {
  // Steps after the first that do not come of it, and the second: of these the ones that come of no
  // other.
  std::vector<std::size_t> needed;
  for (std::size_t k = race.first + 1; k < race.second; ++k)
    if (!before(race.first, steps_[k].clock)) needed.push_back(k);
  needed.push_back(race.second);
  std::vector<unsigned> actors;
  for (std::size_t k = 0; k < needed.size(); ++k) {
    const Step& step = steps_[needed[k]];
    const bool initial = std::none_of(needed.begin(), needed.begin() + std::ptrdiff_t(k),
                                      [&](std::size_t other) { return before(other, step.clock); });
    if (initial && std::find(actors.begin(), actors.end(), step.actor) == actors.end())
      actors.push_back(step.actor);
  }
  return actors;
}

}  // namespace simulator
