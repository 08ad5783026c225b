// Threads of a warp that hold locks beside others that spin on them.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>

#include "simulator/tests/machine/kernels.hpp"
#include "simulator/tests/trials.hpp"

using namespace simulator;

namespace {

constexpr unsigned most_nested = 4, most_locks = 16, no_lock = ~0u;

using Lists = std::vector<std::array<std::uint32_t, most_nested>>;

/// Each thread takes the locks of its list, counts for each of them by plain accesses, and gives
/// them back. In a loop, it spins for all of them at one place; else for each at its own.
std::string locking(bool in_loop, bool counts_tries) {
  const std::string tries = counts_tries ? "add.u32 %r9, %r9, 1;" : "";
  const auto spin = [&](const std::string& label) {
    return "setp.eq.u32 %p1, %r4, " + std::to_string(int(no_lock)) + "; @%p1 bra N" + label +
           "; mul.wide.u32 %rd12, %r4, 4; add.s64 %rd12, %rd12, %rd10; S" + label + ":" + tries +
           "atom.global.cas.b32 %r5, [%rd12], 0, 1; setp.ne.u32 %p2, %r5, 0; @%p2 bra S" + label +
           "; N" + label + ":";
  };
  const std::string each = std::to_string(most_nested * 4);
  std::string text =
      "ld.param.u64 %rd8, [k_out]; ld.param.u64 %rd10, [k_in]; mov.u32 %r9, 0;"
      "mul.wide.u32 %rd11, %r0, " +
      each + "; add.s64 %rd11, %rd11, %rd10; add.s64 %rd11, %rd11, " +
      std::to_string(most_locks * 4) + ";";
  if (in_loop)
    text += "mov.u64 %rd13, 0; L: add.s64 %rd14, %rd11, %rd13; ld.global.u32 %r4, [%rd14];" +
            spin("0") + "add.s64 %rd13, %rd13, 4; setp.ne.u64 %p3, %rd13, " + each +
            "; @%p3 bra L;";
  else
    for (unsigned k = 0; k < most_nested; ++k)
      text += "ld.global.u32 %r4, [%rd11+" + std::to_string(k * 4) + "];" + spin(std::to_string(k));
  const auto for_held = [&](unsigned k, const std::string& label, const std::string& action) {
    return "ld.global.u32 %r4, [%rd11+" + std::to_string(k * 4) + "]; setp.eq.u32 %p1, %r4, " +
           std::to_string(int(no_lock)) + "; @%p1 bra " + label +
           "; mul.wide.u32 %rd12, %r4, 4; add.s64 %rd15, %rd12, %rd8;"
           "add.s64 %rd12, %rd12, %rd10;" +
           action + label + ":";
  };
  text += "fence.acq_rel.gpu;";
  for (unsigned k = 0; k < most_nested; ++k)
    text +=
        for_held(k, "C" + std::to_string(k),
                 "ld.global.u32 %r6, [%rd15]; add.u32 %r6, %r6, 1; st.global.u32 [%rd15], %r6;");
  text += "fence.acq_rel.gpu;";
  for (unsigned k = most_nested; k-- > 0;)
    text += for_held(k, "G" + std::to_string(k), "atom.global.exch.b32 %r5, [%rd12], 0;");
  return text;
}

std::uint64_t upload(Bench& bench, const Lists& lists) {
  std::vector<std::uint32_t> words(most_locks);
  for (const auto& list : lists) words.insert(words.end(), list.begin(), list.end());
  return bench.upload(words);
}

/// Distinct locks in ascending order, fewer for some threads.
Lists ascending(std::mt19937& random, unsigned threads, unsigned locks) {
  Lists lists(threads);
  for (auto& list : lists) {
    list.fill(no_lock);
    std::array<std::uint32_t, most_locks> all;
    std::iota(all.begin(), all.end(), 0u);
    std::shuffle(all.begin(), all.begin() + locks, random);
    const unsigned count = random() % (std::min(locks, most_nested) + 1);
    std::sort(all.begin(), all.begin() + count);
    std::copy_n(all.begin(), count, list.begin());
  }
  return lists;
}

void check_counts(const std::string& body, const Lists& lists, unsigned blocks,
                  const std::string& schedule) {
  Bench bench(kernel_text(body));
  bench.schedule = Schedule::parse(schedule);
  const auto out = bench.upload(std::vector<std::uint32_t>(most_locks)), in = upload(bench, lists);
  bench.run({blocks}, {unsigned(lists.size()) / blocks}, out, in);
  std::vector<std::uint32_t> expected(most_locks);
  for (const auto& list : lists)
    for (const std::uint32_t lock : list)
      if (lock != no_lock) ++expected[lock];
  CHECK(bench.download<std::uint32_t>(out, most_locks) == expected);
  CHECK(bench.faults().empty());
}

void check_deadlock(Bench& bench, const Lists& lists) {
  const auto out = bench.upload(std::vector<std::uint32_t>(most_locks)), in = upload(bench, lists);
  CHECK_THROWS_AS(bench.run({1}, {unsigned(lists.size())}, out, in), LaunchFailure);
  CHECK(contains(bench.faults(), fault::deadlock));
}

const char* const orders[] = {"forward", "reverse", "starve", "random:"};

}  // namespace

TEST_CASE("threads that take locks in ascending order get them all") {
  for (unsigned seed = 0; seed < trials(60); ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const unsigned blocks = 1 + random() % 2, threads = 1 + random() % 40,
                   locks = 1 + random() % most_locks;
    std::string order = orders[random() % std::size(orders)];
    if (order.back() == ':') order += std::to_string(seed);
    CAPTURE(order);
    check_counts(locking(random() % 2, false), ascending(random, blocks * threads, locks), blocks,
                 order);
  }
}

TEST_CASE("lanes that hold a lock get on though those that spin for it never repeat themselves") {
  std::mt19937 random(7);
  for (const bool in_loop : {false, true})
    check_counts(locking(in_loop, true), ascending(random, 6, 3), 1, "forward");
}

TEST_CASE("threads that take locks in a circle never end") {
  for (unsigned threads = 2; threads <= most_locks; ++threads)
    for (const char* order : {"forward", "reverse", "starve", "random:1", "random:2", "lockstep"}) {
      CAPTURE(threads);
      CAPTURE(order);
      Lists lists(threads);
      for (unsigned t = 0; t < threads; ++t) lists[t] = {t, (t + 1) % threads, no_lock, no_lock};
      Bench bench(kernel_text(locking(threads % 2, false)));
      bench.schedule = Schedule::parse(order);
      check_deadlock(bench, lists);
    }
}

TEST_CASE("in lockstep, a lane that holds a lock waits for those that spin for it") {
  Bench bench(kernel_text(locking(false, false)));
  bench.schedule = Schedule::parse("lockstep");
  check_deadlock(bench, Lists(2, {0, no_lock, no_lock, no_lock}));
  CHECK(bench.last_faults[0].message.find("; lane 0 of warp 0 waits to meet lane 1 (") !=
        std::string::npos);
}

TEST_CASE("a lock that all warps of a block spin on is soon handed on") {
  constexpr unsigned threads = 128, most_for_one = 4096;  // warp instructions
  Bench bench(kernel_text(locking(false, false)));
  const Lists lists(threads, {0, no_lock, no_lock, no_lock});
  const auto out = bench.upload(std::vector<std::uint32_t>(most_locks)), in = upload(bench, lists);
  const Counts counts = bench.run({1}, {threads}, out, in);
  CHECK(counts.warp_instructions < threads * most_for_one);
  CHECK(bench.download<std::uint32_t>(out, 1)[0] == threads);
}
