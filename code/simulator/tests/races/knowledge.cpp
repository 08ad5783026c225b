#include "simulator/races/knowledge.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <random>

#include "simulator/tests/trials.hpp"

using namespace simulator;

namespace {

/// Of few values, so that one often has what another has.
Knowledge some_knowledge(std::mt19937& random) {
  const auto few = [&](unsigned most) { return std::uint32_t(random() % (most + 1)); };
  const auto entries = [&](Knowledge::Entries& all) {
    const unsigned known = few(2);
    for (unsigned k = 0; k < known; ++k) all[few(2)] = {few(2), few(2), few(3), few(1), few(3)};
  };
  Knowledge result{};
  Knowledge::Entries own{};
  entries(own);
  for (std::size_t k = 0; k < own.size(); ++k)
    if (own[k] != Knowledge::Entry{}) result.of(k) = own[k];
  if (few(3) == 0) result.set(own);
  for (std::uint32_t launch = 1; launch <= 2; ++launch) {
    if (few(3) != 0) continue;
    Knowledge::Entries other{};
    entries(other);
    result.others.push_back({launch, std::make_shared<const Knowledge::Entries>(other)});
  }
  result.ended = few(1);
  return result;
}

/// The same, wherever it lies.
bool is_same(const Knowledge& a, const Knowledge& b) {
  if (a.entries != b.entries || a.ended != b.ended || a.others.size() != b.others.size())
    return false;
  for (std::size_t k = 0; k < a.others.size(); ++k)
    if (a.others[k].launch != b.others[k].launch || *a.others[k].entries != *b.others[k].entries)
      return false;
  return true;
}

}  // namespace

TEST_CASE("who hears of what another knows, knows both; what has all of the other stays") {
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  unsigned kept = 0;
  for (unsigned trial = 0; trial < trials(20000); ++trial) {
    const auto a = std::make_shared<const Knowledge>(some_knowledge(random)),
               b = std::make_shared<const Knowledge>(some_knowledge(random));
    Knowledge sum = *a;
    sum.add(*b);
    const SharedKnowledge joined = join(a, b);
    REQUIRE(is_same(*joined, sum));
    REQUIRE((joined == a) == is_same(*a, sum));
    kept += joined == a || joined == b;
  }
  CHECK(kept > trials(1000));
  CHECK(kept < trials(19000));
}
