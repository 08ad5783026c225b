// What orders the accesses of blocks of a cluster.
#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "simulator/races/detector.hpp"

using namespace simulator;

namespace {

/// Clusters of two blocks with two warps each, and shared memory of the first block.
struct Clusters {
  static constexpr unsigned blocks = 4, threads = 64;

  Clusters() : races(clock, {blocks}, {threads}) {
    for (std::uint64_t first = 0; first < blocks; first += 2)
      clusters.push_back(
          std::make_unique<ClusterRaces>(std::vector{first, first + 1}, threads / 32));
    for (unsigned b = 0; b < blocks; ++b)
      block.push_back(std::make_unique<BlockRaces>(races, b, clusters[b / 2].get()));
  }

  Conflict load(unsigned b, unsigned t, unsigned word, Strength strength = Strength::weak,
                MemoryOrder order = MemoryOrder::relaxed, StateSpace space = StateSpace::shared) {
    return block[b]->read(space, t, word * 4, 4, cells + word, strength, order);
  }
  Conflict store(unsigned b, unsigned t, unsigned word, Strength strength = Strength::weak,
                 MemoryOrder order = MemoryOrder::relaxed, StateSpace space = StateSpace::shared) {
    const int before = 0, after = 1;
    return block[b]->write(space, t, word * 4, 4, cells + word, &before, &after, strength, order);
  }
  Conflict arrive_at(unsigned b, unsigned t, unsigned word, Strength strength) {
    return block[b]->arrive(t, word * 4, cells + word, strength, MemoryOrder::release);
  }
  void arrive(unsigned b, unsigned warp, bool release = true) {
    block[b]->arrive_in_cluster(warp, ~0u, release);
  }
  void complete() {
    clusters[0]->complete(races.now(), [](unsigned, unsigned) { return false; });
  }
  void wait(unsigned b, unsigned warp) { block[b]->wait_in_cluster(warp); }
  void sync() {
    for (unsigned k = 0; k < 4; ++k) arrive(k / 2, k % 2);
    complete();
    for (unsigned k = 0; k < 4; ++k) wait(k / 2, k % 2);
  }

  RaceClock clock;
  Races races;
  std::vector<std::unique_ptr<ClusterRaces>> clusters;
  std::vector<std::unique_ptr<BlockRaces>> block;
  ShadowCell cells[64];
};

}  // namespace

TEST_CASE("a release reaches as far as its scope, and so does an acquire") {
  constexpr Strength scopes[] = {Strength::block, Strength::cluster, Strength::device};
  constexpr auto breadth = [](Strength scope) {
    return scope == Strength::block ? 0 : scope == Strength::cluster ? 1 : 2;
  };
  for (const Strength release : scopes)
    for (const Strength acquire : scopes)
      for (unsigned reader = 0; reader < Clusters::blocks; ++reader) {
        CAPTURE(int(release));
        CAPTURE(int(acquire));
        CAPTURE(reader);
        const int distance = reader == 0 ? 0 : reader == 1 ? 1 : 2;
        const auto space = distance == 2 ? StateSpace::global : StateSpace::shared;
        Clusters c;
        CHECK(!c.store(0, 0, 3, Strength::weak, MemoryOrder::relaxed, space));
        CHECK(!c.store(0, 0, 5, release, MemoryOrder::release, space));
        const bool reaches = distance <= breadth(release) && distance <= breadth(acquire);
        CHECK(bool(c.load(reader, 40, 5, acquire, MemoryOrder::acquire, space)) != reaches);
        CHECK(bool(c.load(reader, 40, 3, Strength::weak, MemoryOrder::relaxed, space)) != reaches);
      }
}

TEST_CASE("the cluster's barrier orders what came before the arrivals, for who waits") {
  Clusters c;
  CHECK(!c.store(0, 0, 1));
  c.sync();
  CHECK(!c.load(1, 40, 1));
  CHECK(!c.load(0, 40, 1));

  CHECK(!c.store(0, 0, 2));
  c.arrive(0, 0);
  CHECK(!c.store(0, 0, 3));  // between arrive and wait
  c.arrive(0, 1);
  c.arrive(1, 0);
  c.arrive(1, 1);
  c.complete();
  c.wait(1, 0);
  CHECK(!c.load(1, 0, 2));
  CHECK(c.load(1, 0, 3));
  CHECK(c.load(1, 32, 2));  // the other warp has not waited …
  c.block[1]->sync_block();
  CHECK(!c.store(1, 33, 2));  // … and a barrier of the block tells it
}

TEST_CASE("another cluster's barrier orders nothing") {
  Clusters c;
  CHECK(!c.store(2, 0, 1));
  c.sync();
  CHECK(c.load(0, 0, 1));
}

TEST_CASE("a relaxed arrival hands over what lies before a fence") {
  for (const bool fenced : {false, true}) {
    Clusters c;
    CHECK(!c.store(0, 0, 1));
    if (fenced) c.block[0]->fence(0, Strength::cluster);
    for (unsigned k = 0; k < 4; ++k) c.arrive(k / 2, k % 2, false);
    c.complete();
    for (unsigned k = 0; k < 4; ++k) c.wait(k / 2, k % 2);
    CHECK(bool(c.load(1, 0, 1)) != fenced);
  }
}

TEST_CASE("what a thread learned reaches other blocks through the cluster's barrier") {
  constexpr auto global = StateSpace::global;
  Clusters c;
  CHECK(!c.store(2, 7, 1, Strength::weak, MemoryOrder::relaxed, global));
  CHECK(!c.store(2, 7, 2, Strength::device, MemoryOrder::release, global));
  CHECK(!c.load(0, 5, 2, Strength::device, MemoryOrder::acquire, global));
  c.sync();
  CHECK(!c.load(1, 40, 1, Strength::weak, MemoryOrder::relaxed, global));
  // And on from there.
  CHECK(!c.store(1, 40, 3, Strength::device, MemoryOrder::release, global));
  CHECK(!c.load(3, 2, 3, Strength::device, MemoryOrder::acquire, global));
  CHECK(!c.load(3, 2, 1, Strength::weak, MemoryOrder::relaxed, global));
}

TEST_CASE(
    "arrivals at an mbarrier race with its initialisation alone, and keep what came by earlier "
    "ones") {
  constexpr Strength scopes[] = {Strength::block, Strength::cluster};
  for (const Strength first : scopes)
    for (const Strength later : scopes)
      for (const Strength waits : scopes) {
        CAPTURE(int(first));
        CAPTURE(int(later));
        CAPTURE(int(waits));
        Clusters c;
        CHECK(!c.store(1, 0, 8));
        c.sync();
        CHECK(!c.store(0, 0, 1));
        CHECK(!c.arrive_at(0, 0, 8, first));
        CHECK(!c.arrive_at(1, 0, 8, later));
        c.block[1]->complete_phase(8 * 4);
        CHECK(!c.load(1, 40, 8, Strength::cluster));
        c.block[1]->acquire_phase(40, 8 * 4, waits);
        const bool reaches = first == Strength::cluster && waits == Strength::cluster;
        CHECK(bool(c.load(1, 40, 1)) != reaches);
      }
  Clusters c;
  CHECK(!c.store(1, 0, 8));
  CHECK(c.arrive_at(0, 0, 8, Strength::cluster));
}

TEST_CASE("a block may end when the others are through with its shared memory") {
  const auto outlasting = [](Clusters& c) { return bool(c.block[0]->outlasting(c.cells, 64)); };
  SUBCASE("not before") {
    Clusters c;
    c.sync();
    CHECK(!c.load(0, 3, 9));
    CHECK(!outlasting(c));
    CHECK(!c.load(1, 3, 9));
    CHECK(outlasting(c));
    c.sync();
    CHECK(!outlasting(c));
  }
  SUBCASE("as any of its threads knows") {
    Clusters c;
    CHECK(!c.load(1, 3, 9));
    CHECK(!c.store(1, 3, 10, Strength::cluster, MemoryOrder::release));
    CHECK(outlasting(c));
    CHECK(!c.load(0, 50, 10, Strength::cluster, MemoryOrder::acquire));
    CHECK(!outlasting(c));
  }
  SUBCASE("as a relaxed arrival tells") {
    Clusters c;
    CHECK(!c.load(1, 3, 9));
    for (unsigned k = 0; k < 4; ++k) c.arrive(k / 2, k % 2, false);
    c.complete();
    for (unsigned k = 0; k < 4; ++k) c.wait(k / 2, k % 2);
    CHECK(!outlasting(c));
  }
}
