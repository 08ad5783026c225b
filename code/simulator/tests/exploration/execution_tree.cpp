// Executions tried are compared with all that there are, for small random programs.
#include "simulator/exploration/execution_tree.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

using namespace simulator;

namespace {

/// A step of an actor: it adds a word to its own number, writes its own number there, does both at
/// once, or waits until the word is not zero and then reads it.
struct Operation {
  enum Kind { read, write, update, await } kind;
  unsigned word;
};
using Code = std::vector<std::vector<Operation>>;  // of each actor

struct State {
  std::vector<unsigned> next, own;  // of each actor
  std::vector<unsigned> words;

  friend auto operator<=>(const State&, const State&) = default;
};

State start(const Code& code, unsigned words) {
  State state{std::vector<unsigned>(code.size()), std::vector<unsigned>(code.size()),
              std::vector<unsigned>(words)};
  for (unsigned k = 0; k < code.size(); ++k) state.own[k] = k + 1;
  return state;
}

std::uint64_t enabled(const Code& code, const State& state) {
  std::uint64_t mask = 0;
  for (unsigned k = 0; k < code.size(); ++k) {
    if (state.next[k] == code[k].size()) continue;
    const Operation& next = code[k][state.next[k]];
    if (next.kind != Operation::await || state.words[next.word] != 0) mask |= 1u << k;
  }
  return mask;
}

Touches step(const Code& code, State& state, unsigned actor) {
  const Operation& operation = code[actor][state.next[actor]++];
  unsigned &own = state.own[actor], &word = state.words[operation.word];
  const unsigned before = word;
  if (operation.kind == Operation::update) word = word * 3 + own;
  if (operation.kind == Operation::write) word = own;
  if (operation.kind != Operation::write) own = own * 7 + before;
  const bool writes = operation.kind == Operation::write || operation.kind == Operation::update;
  return {{operation.word, writes}};
}

/// Of an execution, what no reordering of independent steps changes: for each actor's step the
/// conflicting steps before it.
using Precedence = std::set<std::vector<std::pair<unsigned, unsigned>>>;

struct Outcomes {
  std::set<State> states;
  std::set<Precedence> orders;
};

struct Made {
  unsigned actor, number;
  Touches touches;
};

Precedence order_of(const std::vector<Made>& steps) {
  Precedence order;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    std::vector<std::pair<unsigned, unsigned>> before{{steps[k].actor, steps[k].number}};
    for (std::size_t j = 0; j < k; ++j)
      if (depend(steps[j].touches, steps[k].touches) && steps[j].actor != steps[k].actor)
        before.push_back({steps[j].actor, steps[j].number});
    std::sort(before.begin() + 1, before.end());
    order.insert(before);
  }
  return order;
}

void run_all(const Code& code, const State& state, std::vector<Made>& steps, Outcomes& found) {
  const std::uint64_t choices = enabled(code, state);
  if (choices == 0) {
    found.states.insert(state);
    found.orders.insert(order_of(steps));
  }
  for (unsigned k = 0; k < code.size(); ++k) {
    if ((choices >> k & 1) == 0) continue;
    State after = state;
    steps.push_back({k, state.next[k], step(code, after, k)});
    run_all(code, after, steps, found);
    steps.pop_back();
  }
}

}  // namespace

TEST_CASE("every order that makes a difference is tried, and none of them twice") {
  const unsigned seed = std::random_device()();
  MESSAGE("seed ", seed);
  std::mt19937 random(seed);
  std::size_t executions = 0, deadlocks = 0;
  for (int round = 0; round < 400; ++round) {
    const unsigned words = 1 + random() % 3;
    Code code(2 + random() % 2);
    for (auto& actor : code) {
      actor.resize(1 + random() % (code.size() == 2 ? 4 : 3));
      for (Operation& each : actor)
        each = {Operation::Kind(random() % (round % 2 ? 4 : 3)), unsigned(random() % words)};
    }
    Outcomes all;
    std::vector<Made> steps;
    run_all(code, start(code, words), steps, all);

    Outcomes tried;
    std::size_t times = 0;
    ExecutionTree tree(unsigned(code.size()));
    do {
      State state = start(code, words);
      std::vector<Made> made;
      bool seen = false;
      while (const std::uint64_t choices = enabled(code, state)) {
        const auto actor = tree.choose(choices);
        if (!actor) {
          seen = true;
          break;
        }
        REQUIRE((choices >> *actor & 1) != 0);
        const unsigned number = state.next[*actor];
        made.push_back({*actor, number, step(code, state, *actor)});
        tree.made(made.back().touches);
      }
      if (seen) continue;
      ++times;
      bool ended = true;
      for (unsigned k = 0; k < code.size(); ++k) ended = ended && state.next[k] == code[k].size();
      deadlocks += !ended;
      tried.states.insert(state);
      tried.orders.insert(order_of(made));
    } while (tree.next());
    CAPTURE(round);
    CHECK(tried.states == all.states);
    CHECK(tried.orders == all.orders);
    CHECK(times == all.orders.size());
    executions += times;
  }
  CHECK(deadlocks > 0);
  MESSAGE(executions, " executions, ", deadlocks, " deadlocks");
}

TEST_CASE("actors that have met are in order") {
  // 0 writes, both meet, 1 writes: there is one order.
  ExecutionTree tree(2);
  std::size_t executions = 0;
  do {
    for (const unsigned actor : {0u, 1u}) {
      REQUIRE(tree.choose(1u << actor) == actor);
      tree.made({{5, true}});
      if (actor == 0) tree.meet({7, {0, 1}, true, {0, 1}});
    }
    ++executions;
  } while (tree.next());
  CHECK(executions == 1);
}

TEST_CASE("a word that is read and written counts as written") {
  Touches touches{{7, false}, {3, false}, {7, true}, {3, false}};
  normalise(touches);
  CHECK(touches == Touches{{3, false}, {7, true}});
  CHECK(depend(touches, {{7, false}}));
  CHECK(!depend(touches, {{3, false}, {8, true}}));
}
