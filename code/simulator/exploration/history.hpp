#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace simulator {

/// One word of memory that a step touches: 4 bytes, named by any number that is theirs alone.
struct Touch {
  std::uint64_t word;
  bool writes;
  /// At a barrier of so many threads, whoever they are, a word that stands for it: which of its
  /// phases the step is part of, from 1 on. In one phase it is all the same who comes first.
  std::uint32_t phase = 0;

  friend auto operator<=>(const Touch&, const Touch&) = default;
};

/// What a step touches, in order and each word once.
using Touches = std::vector<Touch>;

void normalise(Touches& touches);
/// May it matter which of two steps comes first?
bool depend(const Touches& a, const Touches& b);

/// Something that happens at a barrier.
struct Meeting {
  std::uint64_t barrier;            // any number that is its alone
  std::vector<unsigned> come = {};  // actors whose steps so far count as done at the barrier
  bool complete = false;            // It is free again,
  std::vector<unsigned> go = {};    // and these, who did nothing but wait, go on after all steps.
};

/// The steps of one execution and what orders them: each actor's own order, conflicts in memory,
/// barriers. Times are numbers of steps, from 1 on; a clock has one for each actor.
class History {
 public:
  using Clock = std::vector<std::uint32_t>;

  /// Two steps of different actors that conflict, with nothing between that orders them: in another
  /// execution the second may come first.
  struct Race {
    std::size_t first, second;  // indices of steps
  };

  explicit History(unsigned actors) : last_(actors, Clock(actors)) {}

  std::size_t size() const { return steps_.size(); }
  unsigned actors() const { return unsigned(last_.size()); }
  unsigned actor(std::size_t step) const { return steps_[step].actor; }
  const Touches& touches(std::size_t step) const { return steps_[step].touches; }

  /// The next step. Its races with those before it.
  std::vector<Race> add(unsigned actor, Touches touches);
  /// Those who go on come after the steps of all who have come. Who comes first is all the same.
  void meet(const Meeting& meeting);

  /// The actors that can make the first step of those that have to be made for the race to turn out
  /// the other way round.
  std::vector<unsigned> initials(const Race& race) const;

 private:
  struct Step {
    unsigned actor;
    Touches touches;
    Clock clock;
  };
  struct Word {
    std::size_t write = none;
    std::vector<std::size_t> reads;                               // since then
    std::vector<std::pair<std::uint32_t, std::size_t>> arrivals;  // with their phases
  };
  static constexpr std::size_t none = ~std::size_t{0};

  bool before(std::size_t step, const Clock& clock) const {
    return clock[steps_[step].actor] > step;
  }

  std::vector<Step> steps_;
  std::vector<Clock> last_;  // of each actor
  std::map<std::uint64_t, Word> words_;
  std::map<std::uint64_t, Clock> meetings_;  // of those who have come, by barrier
};

}  // namespace simulator
