// Blocks on several cores: memory, counts and faults are those of blocks that run one after the
// other.
#include <doctest/doctest.h>

#include <cstdio>
#include <random>

#include "simulator/tests/harness.hpp"

using namespace simulator;

namespace {

struct Outcome {
  std::vector<std::uint64_t> memory;
  Counts counts;
  std::vector<std::string> faults;
  bool failed = false;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

struct Setup {
  std::string ptx;
  std::vector<std::uint64_t> in;
  std::size_t results;  // of 8 bytes
  Dim3 grid{37}, block{64};
  bool written = true;  // are there results before?
  bool checked = true;
};

Outcome outcome(const Setup& setup, unsigned cores, std::uint64_t worth_sharing, int launches = 1) {
  Bench bench(setup.ptx);
  bench.cores = cores;
  bench.worth_sharing = worth_sharing;
  bench.checked = setup.checked;
  const auto out = setup.written ? bench.upload(std::vector<std::uint64_t>(setup.results))
                                 : bench.memory.allocate(setup.results * 8);
  const auto in = bench.upload(setup.in);
  Outcome result;
  try {
    for (int k = 0; k < launches; ++k)
      result.counts += bench.run(setup.grid, setup.block, out, in, unsigned(setup.results));
  } catch (const LaunchFailure& failure) {
    result.counts = failure.counts;
    result.failed = true;
  }
  result.memory = bench.download<std::uint64_t>(out, setup.results);
  bench.faults();
  for (const Fault& fault : bench.last_faults) result.faults.push_back(describe(fault));
  result.faults.push_back(bench.memory.written(out, setup.results * 8) ? "written" : "not written");
  return result;
}

Outcome same_on_all(const Setup& setup, int launches = 1) {
  const Outcome serial = outcome(setup, 1, 0, launches);
  for (const unsigned cores : {2u, 3u, 8u}) {
    for (const std::uint64_t worth_sharing : {0u, 1000u, 10000u}) {
      CAPTURE(cores);
      CAPTURE(worth_sharing);
      const Outcome shared = outcome(setup, cores, worth_sharing, launches);
      CHECK(shared.memory == serial.memory);
      CHECK(shared.counts == serial.counts);
      CHECK(shared.faults == serial.faults);
      CHECK(shared.failed == serial.failed);
    }
  }
  return serial;
}

// In a block k, %p1 is true.
std::string in_block(unsigned k) {
  return "setp.eq.u32 %p1, %r1, " + std::to_string(k) + ";";
}

constexpr std::size_t threads = 37 * 64;
const std::vector<std::uint64_t> ones(threads, 1);

// %rd4 and %rd5: where the results and the inputs begin.
const char* starts = "ld.param.u64 %rd4, [k_out]; ld.param.u64 %rd5, [k_in];";

}  // namespace

TEST_CASE("blocks that have nothing to do with each other") {
  const std::string body =
      "ld.global.u64 %rd6, [%rd1]; add.u64 %rd6, %rd6, %rd2; st.global.u64 [%rd0], %rd6;";
  for (const bool written : {true, false}) {
    Setup setup{kernel_text(body), ones, threads};
    setup.written = written;
    const Outcome all = same_on_all(setup);
    CHECK(all.faults == std::vector<std::string>{"written"});
    CHECK(all.memory[100] == 801);
    setup.results = threads + 100;  // some of them stay as they were
    CHECK(same_on_all(setup, 3).faults.back() == (written ? "written" : "not written"));
    setup.checked = false;
    same_on_all(setup, 2);
  }
}

TEST_CASE("neighbours write bytes of one word") {
  const std::string body = std::string(starts) +
                           "cvt.u64.u32 %rd6, %r0; add.u64 %rd4, %rd4, %rd6;"
                           "st.global.u8 [%rd4], %r0;";
  Setup setup{kernel_text(body), ones, threads};
  for (const unsigned block : {33u, 30u, 1u}) {
    setup.block = {block};
    CHECK(same_on_all(setup).faults == std::vector<std::string>{"written"});
  }
}

TEST_CASE("a block reads what another one writes") {
  for (const unsigned writer : {0u, 5u, 20u, 36u}) {
    for (const unsigned reader : {0u, 6u, 36u}) {
      if (reader == writer) continue;
      const Setup setup{kernel_text(in_block(writer) + starts + "@%p1 st.global.u64 [%rd4], 7;" +
                                    in_block(reader) + "@%p1 ld.global.u64 %rd6, [%rd4];" +
                                    "@%p1 st.global.u64 [%rd0], %rd6;"),
                        ones, threads};
      const Outcome all = same_on_all(setup);
      CHECK(all.faults.size() >= 2);  // a race
    }
  }
}

TEST_CASE("all blocks set the same flag") {
  const Setup setup{kernel_text(std::string(starts) + "st.global.u64 [%rd4], 7;"), ones, threads};
  CHECK(same_on_all(setup).faults.size() == 2);  // a note
}

TEST_CASE("atomics that come to the same in any order, of all blocks") {
  for (const char* body :
       {"red.global.add.u64 [%rd4], %rd2;", "atom.global.max.u64 %rd6, [%rd4], %rd2;",
        "red.global.xor.b64 [%rd4], %rd2; red.global.xor.b64 [%rd4 + 8], 1;",
        "atom.global.add.u32 %r6, [%rd4], 1; st.global.u64 [%rd0 + 64], 7;"}) {
    Setup setup{kernel_text(std::string(starts) + body), ones, threads + 8};
    CHECK(same_on_all(setup, 2).faults == std::vector<std::string>{"written"});
    setup.checked = false;
    same_on_all(setup, 2);
  }
}

namespace {

bool is_shared(const std::string& body) {
  Bench bench(kernel_text(std::string(starts) + body));
  bench.cores = 3;
  bench.worth_sharing = 0;
  const auto out = bench.upload(std::vector<std::uint64_t>(threads + 8)), in = bench.upload(ones);
  bench.run({37}, {64}, out, in, unsigned(threads));
  return !bench.machine.order_matters(*bench.module.kernel("k"));
}

}  // namespace

TEST_CASE("blocks whose atomics come to the same in any order are shared") {
  CHECK(is_shared("red.global.add.u64 [%rd4], %rd2;"));
  CHECK(is_shared("atom.global.min.s32 %r6, [%rd4], %r3;"));
  CHECK_FALSE(is_shared("atom.global.add.u64 %rd6, [%rd4], 1; st.global.u64 [%rd0 + 64], %rd6;"));
  CHECK_FALSE(is_shared("red.global.add.u64 [%rd4], 1; atom.global.max.u64 %rd6, [%rd4], 3;"));
  CHECK_FALSE(is_shared("red.global.add.f32 [%rd4], 0f3f800000;"));
}

TEST_CASE("atomics of which somebody can tell the order") {
  for (
      const char* body :
      {"red.global.add.u64 [%rd4], 1; atom.global.max.u64 %rd6, [%rd4], 3;",
       "atom.global.add.u64 %rd6, [%rd4], 1; st.global.u64 [%rd0 + 64], %rd6;",
       "red.global.add.u64 [%rd4], 1; ld.global.u64 %rd6, [%rd4]; st.global.u64 [%rd0 + 64], %rd6;",
       "ld.global.u64 %rd6, [%rd4]; red.global.add.u64 [%rd4], 1; st.global.u64 [%rd0 + 64], %rd6;",
       "st.global.u64 [%rd4], %rd2; red.global.add.u64 [%rd4], 1;",
       "red.global.add.f32 [%rd4], 0f3dcccccd;"}) {
    CAPTURE(body);
    same_on_all({kernel_text(std::string(starts) + body), ones, threads + 8}, 2);
  }
}

TEST_CASE("atomics and strong accesses of some blocks") {
  for (const char* body :
       {"atom.global.add.u64 %rd6, [%rd4], 1; st.global.u64 [%rd0 + 64], %rd6;",
        "@%p1 atom.global.add.u64 %rd6, [%rd4], 1;", "@%p1 red.global.add.f32 [%rd4], 0f3dcccccd;",
        "@%p1 st.volatile.global.u64 [%rd4], %rd2;",
        "@%p1 ld.relaxed.gpu.global.u64 %rd6, [%rd4]; @%p1 st.global.u64 [%rd0], %rd6;"}) {
    Setup setup{kernel_text("setp.gt.u32 %p1, %r1, 20;" + std::string(starts) + body), ones,
                threads + 8};
    same_on_all(setup, 2);
    setup.checked = false;
    if (setup.ptx.find("volatile") == std::string::npos) same_on_all(setup, 2);
  }
}

TEST_CASE("faults in late blocks") {
  for (const char* body : {"@%p1 st.global.u64 [%rd4 + 4], 1;",   // misaligned
                           "@%p1 st.global.u64 [%rd4 + -8], 1;",  // out of bounds
                           "@%p1 ld.global.u64 %rd6, [%rd4];",    // never written
                           "@%p1 trap;", "@%p1 bra end; bar.warp.sync 7; end:",
                           "setp.gt.u32 %p2, %r3, 40; @%p2 bra end; @%p1 bar.sync 0, 64; end:"}) {
    CAPTURE(body);
    Setup setup{kernel_text(in_block(30) + starts + "st.global.u64 [%rd0 + 8], 3;" + body), ones,
                threads + 1};
    setup.written = false;
    same_on_all(setup);
  }
}

TEST_CASE("blocks that print, look at the clock or wait for each other") {
  // Block 30 waits for block 34; the others are through by then.
  const std::string waits = std::string(starts) +
                            "setp.eq.u32 %p2, %r1, 34; @%p2 st.relaxed.gpu.global.u64 [%rd4], 1;" +
                            in_block(30) +
                            "@!%p1 bra end; again: ld.relaxed.gpu.global.u64 %rd6, [%rd4];"
                            "setp.eq.u64 %p3, %rd6, 0; @%p3 bra again; end:";
  Setup setup{kernel_text(waits), ones, threads};
  CHECK(same_on_all(setup).faults.size() == 1);
  // Nobody comes.
  setup.ptx = kernel_text(std::string(starts) + in_block(30) +
                          "@!%p1 bra end; again: ld.global.u64 %rd6, [%rd4];"
                          "setp.eq.u64 %p3, %rd6, 0; @%p3 bra again; end:");
  CHECK(same_on_all(setup).failed);
}

TEST_CASE("random programs") {
  // Every thread does four things with places that its input names: odd ones are read.
  std::string body = std::string(starts) + "mul.lo.u64 %rd7, %rd2, 4; add.u64 %rd5, %rd5, %rd7;";
  for (int k = 0; k < 4; ++k) {
    const std::string at = std::to_string(8 * k);
    body += "ld.global.u64 %rd6, [%rd5 + " + at +
            "]; and.b64 %rd8, %rd6, 1; setp.ne.u64 %p1, %rd8, 0;"
            "and.b64 %rd6, %rd6, -8; add.u64 %rd6, %rd4, %rd6;"
            "@%p1 ld.global.u64 %rd9, [%rd6]; @!%p1 st.global.u64 [%rd6], %rd2;";
  }
  body += "st.global.u64 [%rd0], %rd9;";
  const unsigned seed = std::random_device{}();
  std::printf("seed %u\n", seed);
  std::mt19937_64 random(seed);
  int silent = 0;
  for (int round = 0; round < 30; ++round) {
    const unsigned one_in = 1u << random() % 16;  // places that are not the thread's own
    Setup setup{kernel_text(body), std::vector<std::uint64_t>(threads * 4), threads * 3};
    for (std::size_t thread = 0; thread < threads; ++thread)
      for (std::size_t k = 0; k < 4; ++k) {
        const bool strays = random() % one_in == 0;
        const std::uint64_t place = strays ? random() % (threads * 3) : thread + k % 3 * threads;
        setup.in[thread * 4 + k] = place * 8 + random() % 2;
      }
    silent += same_on_all(setup).faults.size() == 1;
  }
  CHECK(silent < 30);
}
