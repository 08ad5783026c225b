#include "harness/check.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using harness::Check;

TEST_CASE("a check that compared nothing has failed") {
  Check check(1);
  CHECK_FALSE(check.passed());
  check.that(true, "one comparison");
  CHECK(check.passed());
  CHECK(check.comparisons() == 1);
}

TEST_CASE("a failed comparison is kept with its values") {
  Check check(1);
  check.equal(3, 4, "sum");
  CHECK_FALSE(check.passed());
  REQUIRE(check.failures().size() == 1);
  CHECK(check.failures()[0] == "sum: got 3, expected 4");
}

TEST_CASE("near includes its bound and refuses what is no number") {
  Check check(1);
  check.near(1.5, 1.0, 0.5, "at the bound");
  CHECK(check.passed());
  check.near(1.5, 1.0, 0.499, "beyond it");
  CHECK(check.failures().size() == 1);
  check.near(std::nan(""), 1.0, 1e300, "not a number");
  CHECK(check.failures().size() == 2);
}

TEST_CASE("a negative control must fail, and may not pass by comparing nothing") {
  Check good(1), lenient(1), idle(1);
  good.rejects("a wrong sum", [](Check& inner) { inner.equal(1, 2, "sum"); });
  CHECK(good.passed());
  lenient.rejects("a right sum", [](Check& inner) { inner.equal(2, 2, "sum"); });
  CHECK_FALSE(lenient.passed());
  idle.rejects("nothing", [](Check&) {});
  CHECK_FALSE(idle.passed());
}

TEST_CASE("where there is no simulator a fault is skipped, and said to be") {
  Check check(1);
  bool ran = false;
  check.faults("race", [&] { ran = true; });
  CHECK_FALSE(ran);
  CHECK(check.passed());
  CHECK_FALSE(check.skipped().empty());
}

TEST_CASE("telling sizes are sorted, distinct, within bounds and hold the borders") {
  for (std::int64_t largest : {1, 31, 32, 1000, 4096}) {
    CAPTURE(largest);
    std::mt19937_64 random(7);
    std::vector<std::int64_t> sizes = harness::telling_sizes(largest, random);
    CHECK(std::is_sorted(sizes.begin(), sizes.end()));
    CHECK(std::adjacent_find(sizes.begin(), sizes.end()) == sizes.end());
    CHECK(sizes.front() == 0);
    CHECK(sizes.back() <= largest);
    for (std::int64_t border : {1, 31, 32, 33, 127, 128, 129, 255, 256, 257}) {
      CHECK(std::binary_search(sizes.begin(), sizes.end(), border) == (border <= largest));
    }
  }
}

TEST_CASE("the same seed gives the same data") {
  Check one(5), other(5), third(6);
  CHECK(one.integer(0, 1 << 30) == other.integer(0, 1 << 30));
  CHECK(one.random()() != third.random()());
}
