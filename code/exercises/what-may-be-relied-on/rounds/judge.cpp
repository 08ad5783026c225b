#include "exercises/judge.hpp"

void go_round(unsigned* x, unsigned* room, int n, int rounds, unsigned* state);

namespace {

/// The ring after that many rounds.
std::vector<unsigned> after(std::vector<unsigned> ring, int rounds) {
  const std::size_t n = ring.size();
  for (int round = 0; round < rounds; ++round) {
    std::vector<unsigned> sums(n);
    for (std::size_t i = 0; i < n; ++i) sums[i] = ring[(i + n - 1) % n] + ring[(i + 1) % n];
    ring = sums;
  }
  return ring;
}

}  // namespace

void judge(exercises::Judge& judge) {
  exercises::be_strict();
  judge.hint("2 rounds: race in global",
             "A thread reads what one of another block writes, and nothing orders the two. Your "
             "barrier has to release what the whole block has written, acquire what the others "
             "have, and hold back all threads of the block; and `__syncthreads()` alone ends where "
             "the block does.");
  judge.hint("race in global",
             "With 2 rounds it was right. What does your counter say when the blocks come for the "
             "second time? If it still has what the first time has left there, nobody waits.");
  judge.hint("deadlock",
             "A block waits for others that never come. Does each of them count itself once, and "
             "are all of them there at the same time?");
  judge.hint("out of bounds", "Some thread touches what is not there. The ring has n elements.");
  struct Trial {
    int n, rounds;
  };
  for (const Trial& each :
       {Trial{2000, 2}, Trial{int(judge.integer(1000, 3000)), 6}, Trial{2, 4}, Trial{5, 2}}) {
    const std::vector<unsigned> values = judge.numbers<unsigned>(each.n, 0, 99);
    exercises::Memory<unsigned> x(values), room(each.n), state(std::vector<unsigned>(2, 0));
    const std::size_t before = harness::observer::counted_launches().size();
    judge.run("n = " + std::to_string(each.n) + ", " + std::to_string(each.rounds) + " rounds",
              [&] { go_round(x, room, each.n, each.rounds, state); });
    const auto& launches = harness::observer::counted_launches();
    judge.equal(x, after(values, each.rounds),
                {{values, "The ring is as it was."},
                 {after(values, each.rounds - 1),
                  "One round is missing. In which of the two arrays is the last result?"}},
                "Does each round begin with what the round before has left?");
    judge.at_most("launches", double(launches.size() - before), 1,
                  "The end of a launch is a barrier for all blocks, too. Here you are to build one "
                  "within a launch.");
    judge.that(launches.empty() || launches.back().grid != "1x1x1", "there is only one block",
               "One block has `__syncthreads()`. The task asks for at least two.");
  }
}
