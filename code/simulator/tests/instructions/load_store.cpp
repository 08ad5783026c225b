// Loads, stores and atomics: what they do, what they cost, and what is wrong with them.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <random>
#include <set>

#include "simulator/observation/traffic.hpp"
#include "simulator/tests/harness.hpp"

using namespace simulator;

namespace {

using Words = std::vector<std::uint64_t>;

bool contains(const std::vector<std::string>& kinds, const char* kind) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

const char* shared_array = ".extern .shared .align 16 .b8 buffer[];";

std::vector<std::string> faults_of(const std::string& body, unsigned threads, unsigned blocks = 1,
                                   std::size_t shared = 4096,
                                   const std::string& declarations = shared_array) {
  Bench bench(kernel_text(body, declarations));
  const auto out = bench.upload(Words(threads * blocks)),
             in = bench.upload(Words(threads * blocks));
  try {
    bench.run({blocks, 1, 1}, {threads, 1, 1}, out, in, 0, shared);
  } catch (const LaunchFailure&) {
  }
  return bench.faults();
}

}  // namespace

TEST_CASE("sectors and lines a request at strides of words") {
  const unsigned strides[] = {1, 2, 4, 8, 16, 32}, expected[] = {4, 8, 16, 32, 32, 32};
  for (unsigned k = 0; k < 6; ++k) {
    const std::string address = "ld.param.u64 %rd1, [k_in]; mul.wide.u32 %rd3, %r3, " +
                                std::to_string(4 * strides[k]) + "; add.s64 %rd1, %rd1, %rd3;";
    Bench bench(kernel_text(address + "ld.global.f32 %f10, [%rd1]; st.global.f32 [%rd1], %f10;"));
    const auto in = bench.upload(std::vector<float>(32 * 32));
    const Counts counts = bench.run({1}, {32}, 0, in);
    CHECK(counts.global_load_requests == 1);
    CHECK(counts.global_load_sectors == expected[k]);
    CHECK(counts.global_load_lines == strides[k]);
    CHECK(counts.global_load_bytes == 128);
    CHECK(counts.global_store_requests == 1);
    CHECK(counts.global_store_sectors == expected[k]);
    CHECK(counts.global_store_lines == strides[k]);
    CHECK(counts.global_store_bytes == 128);
  }
}

TEST_CASE("sectors of whole, broken and shuffled requests") {
  std::uint64_t addresses[32];
  for (unsigned lane = 0; lane < 32; ++lane) addresses[lane] = 4096 + 16 * lane;
  CHECK(touched(addresses, ~0u, 16).sectors == 16);
  for (unsigned lane = 0; lane < 32; ++lane) addresses[lane] = 4096 + 4 * (lane * 13 % 32);
  CHECK(touched(addresses, ~0u, 4).sectors == 4);
  for (unsigned lane = 0; lane < 32; ++lane) addresses[lane] = 4100 + 4 * lane;
  CHECK(touched(addresses, ~0u, 4).sectors == 5);
  CHECK(touched(addresses, ~0u, 4).lines == 2);
  for (std::uint64_t& address : addresses) address = 4096;
  CHECK(touched(addresses, ~0u, 4).sectors == 1);
  for (unsigned lane = 0; lane < 32; ++lane) addresses[lane] = 4096 + 64 * (31 - lane);
  CHECK(touched(addresses, 0xf, 4).sectors == 4);
  CHECK(touched(addresses, 0xf, 4).lines == 2);
}

TEST_CASE("wavefronts at strides of words") {
  const unsigned strides[] = {1, 2, 4, 8, 16, 32, 33}, expected[] = {1, 2, 4, 8, 16, 32, 1};
  for (unsigned k = 0; k < 7; ++k) {
    const std::string address = "mov.u32 %r11, buffer; mul.lo.u32 %r12, %r3, " +
                                std::to_string(4 * strides[k]) + "; add.u32 %r12, %r11, %r12;";
    Bench bench(kernel_text(address + "st.shared.u32 [%r12], %r3; ld.shared.u32 %r10, [%r12];",
                            shared_array));
    const Counts counts = bench.run({1}, {32}, 0, 0, 0, 8192);
    CHECK(counts.shared_store_requests == 1);
    CHECK(counts.shared_store_wavefronts == expected[k]);
    CHECK(counts.shared_load_requests == 1);
    CHECK(counts.shared_load_wavefronts == expected[k]);
    CHECK(counts.shared_conflicts_4_bytes == 2 * (expected[k] - 1));
  }
}

TEST_CASE("wavefronts of broadcasts and of wide accesses") {
  std::uint64_t addresses[32];
  const auto at = [&](auto place) {
    for (unsigned lane = 0; lane < 32; ++lane) addresses[lane] = place(lane);
  };
  at([](unsigned) { return 64; });
  CHECK(store_wavefronts(addresses, ~0u, 4) == 1);
  at([](unsigned lane) { return lane % 2 * 128; });
  CHECK(store_wavefronts(addresses, ~0u, 4) == 2);
  at([](unsigned lane) { return lane; });
  CHECK(store_wavefronts(addresses, ~0u, 1) == 1);
  at([](unsigned lane) { return 8 * lane; });
  CHECK(store_wavefronts(addresses, ~0u, 8) == 2);
  CHECK(store_wavefronts(addresses, 0xffff, 8) == 1);
  at([](unsigned lane) { return 16 * lane; });
  CHECK(store_wavefronts(addresses, ~0u, 16) == 4);
  at([](unsigned lane) { return 16 * lane; });
  CHECK(store_wavefronts(addresses, ~0u, 8) == 4);
  at([](unsigned lane) { return 128 * lane; });
  CHECK(store_wavefronts(addresses, 0x7, 4) == 3);
}

TEST_CASE("a load serves two groups at once where neighbours agree, as an H200 does") {
  std::uint64_t addresses[32];
  const auto loads = [&](unsigned bytes, std::uint32_t mask, auto element) {
    for (unsigned lane = 0; lane < 32; ++lane) addresses[lane] = bytes * element(lane);
    return load_wavefronts(addresses, mask, bytes);
  };
  const auto pairs = [](unsigned lane) { return lane / 2; };
  const auto two_apart = [](unsigned lane) { return lane % 2 + lane / 4 * 2; };
  const auto four_apart = [](unsigned lane) { return lane % 4 + lane / 8 * 4; };
  CHECK(loads(8, ~0u, pairs) == 1);
  CHECK(loads(16, ~0u, pairs) == 2);
  CHECK(loads(8, ~0u, two_apart) == 1);
  CHECK(loads(16, ~0u, two_apart) == 2);
  CHECK(loads(8, ~0u, four_apart) == 2);
  CHECK(loads(16, ~0u, four_apart) == 4);
  CHECK(store_wavefronts(addresses, ~0u, 16) == 4);
  // Some pairs agree, others with the lane two apart: that is neither.
  CHECK(loads(8, ~0u, [&](unsigned lane) { return lane < 16 ? pairs(lane) : two_apart(lane); }) ==
        2);
  // A lane whose neighbour is away agrees with everybody.
  CHECK(loads(8, 0x55555555, [](unsigned lane) { return lane; }) == 2);
  CHECK(loads(8, 0x11111111, [](unsigned lane) { return lane / 2; }) == 1);
}

TEST_CASE("each lane has a wavefront, and no bank gives two words in one") {
  constexpr unsigned seed = 20261121;
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 2000; ++round) {
    const unsigned bytes = 4u << random() % 3;
    const std::uint32_t mask = random() % 2 ? ~0u : std::uint32_t(random()) | 1;
    const unsigned spread = 1 + unsigned(random() % 64), together = 1 + unsigned(random() % 4);
    std::uint64_t addresses[32] = {};
    for (unsigned lane = 0; lane < 32; ++lane)
      addresses[lane] = lane % together == 0 ? bytes * (random() % spread) : addresses[lane - 1];
    for (const bool load : {false, true}) {
      unsigned wavefronts[32];
      find_wavefronts(addresses, mask, bytes, load, wavefronts);
      std::set<unsigned> numbers;
      std::map<std::pair<unsigned, unsigned>, std::set<std::uint64_t>> words;
      for (unsigned lane = 0; lane < 32; ++lane) {
        if ((mask >> lane & 1) == 0) continue;
        numbers.insert(wavefronts[lane]);
        if (bytes == 4) words[{wavefronts[lane], bank_of(addresses[lane])}].insert(addresses[lane]);
      }
      const auto count = load ? load_wavefronts : store_wavefronts;
      CHECK(*numbers.rbegin() + 1 == count(addresses, mask, bytes));
      if (bytes == 4) CHECK(numbers.size() == count(addresses, mask, bytes));
      for (const auto& [place, wanted] : words) CHECK(wanted.size() == 1);
    }
  }
}

TEST_CASE("conflicts are counted by the width of the request") {
  const auto conflicts = [](unsigned stride, const std::string& access) {
    Bench bench(kernel_text("mov.u32 %r11, buffer; mad.lo.u32 %r12, %r3, " +
                                std::to_string(stride) + ", %r11; " + access,
                            shared_array));
    const Counts counts = bench.run({1}, {32}, 0, 0, 0, 8192);
    return std::vector<std::uint64_t>{counts.shared_conflicts_4_bytes,
                                      counts.shared_conflicts_8_bytes,
                                      counts.shared_conflicts_16_bytes};
  };
  using V = std::vector<std::uint64_t>;
  CHECK(conflicts(1, "st.shared.u8 [%r12], %r3;") == V{0, 0, 0});
  CHECK(conflicts(256, "st.shared.u8 [%r12], %r3;") == V{31, 0, 0});
  CHECK(conflicts(8, "st.shared.u64 [%r12], %rd1;") == V{0, 0, 0});
  CHECK(conflicts(16, "st.shared.u64 [%r12], %rd1;") == V{0, 2, 0});
  CHECK(conflicts(16, "st.shared.v4.u32 [%r12], {%r1, %r1, %r1, %r1};") == V{0, 0, 0});
  CHECK(conflicts(32, "st.shared.v4.u32 [%r12], {%r1, %r1, %r1, %r1};") == V{0, 0, 4});
}

TEST_CASE("vectors, narrow types and signs") {
  const Words in = {0xfedcba9876543210};
  const auto one = [&](const std::string& body) { return results(body, in, 1)[0]; };
  CHECK(one("ld.global.v2.u32 {%r10, %r11}, [%rd1]; st.global.v2.u32 [%rd0], {%r11, %r10};") ==
        0x76543210fedcba98);
  CHECK(one("ld.global.v4.u16 {%h10, %h11, %h12, %h13}, [%rd1]; st.global.v4.u16 [%rd0], {%h13, "
            "%h12, %h11, %h10};") == 0x32107654ba98fedc);
  CHECK(one("ld.global.s8 %r10, [%rd1+7]; cvt.s64.s32 %rd5, %r10; st.global.u64 [%rd0], %rd5;") ==
        0xfffffffffffffffe);
  CHECK(one("ld.global.u8 %rd5, [%rd1+7]; st.global.u64 [%rd0], %rd5;") == 0xfe);
  CHECK(one("ld.global.s16 %rd5, [%rd1+2]; st.global.u64 [%rd0], %rd5;") == 0x7654);
  CHECK(one("ld.global.u32 %r10, [%rd1]; st.global.u8 [%rd0+1], %r10;") == 0x1000);
  CHECK(one("ld.global.v2.u32 {_, %r10}, [%rd1]; st.global.u32 [%rd0], %r10;") == 0xfedcba98);
}

TEST_CASE("constants, initialised variables and relocations") {
  const std::string declarations = R"(
.const .align 4 .b8 table[8] = {1, 0, 0, 0, 2, 0, 0, 0};
.global .align 4 .u32 counter = 5;
.global .align 8 .u64 pointers[2] = {counter, generic(counter)+4};
.global .align 4 .f32 real = 0f3F800000;
)";
  CHECK(results("ld.const.u32 %r10, [table+4]; cvt.u64.u32 %rd5, %r10; st.global.u64 [%rd0], %rd5;",
                {0}, 1, declarations)[0] == 2);
  CHECK(results("ld.global.u64 %rd10, [pointers]; ld.global.u32 %r10, [%rd10]; st.global.u32 "
                "[%rd0], %r10;",
                {0}, 1, declarations)[0] == 5);
  CHECK(results("ld.global.u64 %rd10, [pointers+8]; mov.u64 %rd11, counter; sub.s64 %rd5, %rd10, "
                "%rd11; st.global.u64 [%rd0], %rd5;",
                {0}, 1, declarations)[0] == 4);
  CHECK(results("ld.global.u32 %r10, [real]; st.global.u32 [%rd0], %r10;", {0}, 1,
                declarations)[0] == 0x3f800000);
}

TEST_CASE("generic addresses find their state space") {
  const std::string body = R"(
  .local .align 8 .b8 mine[8];
  mov.u64 %rd10, mine;
  cvta.local.u64 %rd10, %rd10;
  mov.u64 %rd11, buffer;
  cvta.shared.u64 %rd11, %rd11;
  st.u32 [%rd10], 11;
  st.u32 [%rd11], 22;
  cvta.to.local.u64 %rd12, %rd10;
  cvta.to.shared.u64 %rd13, %rd11;
  ld.local.u32 %r10, [%rd12];
  ld.shared.u32 %r11, [%rd13];
  isspacep.local %p1, %rd10;
  isspacep.shared %p2, %rd11;
  isspacep.shared %p3, %rd10;
  isspacep.global %p4, %rd1;
  selp.u32 %r12, 1, 0, %p1; selp.u32 %r13, 2, 0, %p2; selp.u32 %r14, 4, 0, %p3; selp.u32 %r15, 8, 0, %p4;
  or.b32 %r12, %r12, %r13; or.b32 %r12, %r12, %r14; or.b32 %r12, %r12, %r15;
  shl.b32 %r11, %r11, 8; shl.b32 %r12, %r12, 16; or.b32 %r10, %r10, %r11; or.b32 %r10, %r10, %r12;
  st.global.u32 [%rd0], %r10;)";
  Bench bench(kernel_text(body, shared_array));
  const auto out = bench.upload(Words(1));
  const Counts counts = bench.run({1}, {1}, out, out, 0, 16);
  CHECK(bench.download<std::uint64_t>(out, 1)[0] == (11 | 22 << 8 | 11 << 16));
  CHECK(counts.local_loads == 1);
  CHECK(counts.local_stores == 1);
}

// quote: rank
TEST_CASE("a shared address tells the rank of its block") {
  const auto ranks = results(R"(
  mov.u32 %r4, 7; mov.u32 %r6, 7;
  mapa.shared::cluster.u32 %r5, 64, %r3; getctarank.shared::cluster.u32 %r4, %r5;
  mov.u64 %rd5, 64; cvta.shared.u64 %rd5, %rd5; mapa.u64 %rd5, %rd5, 5; getctarank.u64 %r6, %rd5;
  shl.b32 %r6, %r6, 8; or.b32 %r4, %r4, %r6; cvt.u64.u32 %rd6, %r4;
  st.global.u64 [%rd0], %rd6;)",
                             {1, 2}, 2);
  CHECK(ranks == std::vector<std::uint64_t>{0 | 5 << 8, 1 | 5 << 8});
}
// end quote

TEST_CASE("atomics of every operation, one lane after the other") {
  struct Case {
    const char* operation;
    std::uint64_t initial, expected;  // after 32 lanes with operand lane + 1
  };
  const Case cases[] = {{"add.u32", 10, 10 + 528},   {"min.u32", 7, 1},
                        {"max.s32", 0xffffffff, 32}, {"and.b32", 0xff, 0},
                        {"or.b32", 64, 127},         {"xor.b32", 0, 32},
                        {"exch.b32", 5, 32},         {"inc.u32", 0, 32},
                        {"dec.u32", 1, 14},          {"add.u64", 1ull << 40, (1ull << 40) + 528},
                        {"max.u64", 3, 32}};
  for (const Case& c : cases) {
    const bool wide = std::string(c.operation).ends_with("64");
    const std::string body = std::string(
                                 "ld.param.u64 %rd0, [k_out]; add.u32 %r10, %r3, 1; cvt.u64.u32 "
                                 "%rd10, %r10; atom.global.") +
                             c.operation +
                             (wide ? " %rd11, [%rd0], %rd10;" : " %r11, [%rd0], %r10;");
    Bench bench(kernel_text(body));
    const auto out = bench.upload(Words{c.initial});
    const Counts counts = bench.run({1}, {32}, out);
    CAPTURE(c.operation);
    CHECK(bench.download<std::uint64_t>(out, 1)[0] == c.expected);
    CHECK(counts.global_atomic_requests == 1);
    CHECK(counts.global_atomic_lanes == 32);
    CHECK(counts.atomic_max_same_address == 32);
    CHECK(bench.faults().empty());
  }
}

TEST_CASE("atomics on floats, halves, in shared memory, and compare-and-swap") {
  Bench sum(
      kernel_text("ld.param.u64 %rd0, [k_out]; mov.f32 %f10, 0f3F000000; atom.global.add.f32 %f11, "
                  "[%rd0], %f10;"
                  "mov.f64 %d10, 0d3FE0000000000000; red.global.add.f64 [%rd0+8], %d10;"
                  "mov.b16 %h10, 0x3800; atom.global.add.noftz.f16 %h11, [%rd0+16], %h10;"));
  const auto out = sum.upload(Words(3));
  sum.run({2}, {32}, out);
  const Words got = sum.download<std::uint64_t>(out, 3);
  CHECK(std::bit_cast<float>(std::uint32_t(got[0])) == 32.f);
  CHECK(std::bit_cast<double>(got[1]) == 32.0);
  CHECK(got[2] == 0x5000);  // 32
  const std::string swap =
      "mov.u32 %r11, buffer; setp.eq.u32 %p1, %r3, 0; @%p1 st.shared.u32 [%r11], 0; bar.sync 0;"
      "add.u32 %r12, %r3, 1; atom.shared.cas.b32 %r10, [%r11], %r3, %r12; bar.sync 0; "
      "ld.shared.u32 %r10, [%r11];"
      "cvt.u64.u32 %rd5, %r10; st.global.u64 [%rd0], %rd5;";
  Bench bench(kernel_text(swap, shared_array));
  const auto words = bench.upload(Words(32));
  const Counts counts = bench.run({1}, {32}, words, words, 0, 16);
  const Words swapped = bench.download<std::uint64_t>(words, 32);
  for (const std::uint64_t word : swapped) CHECK(word == 32);
  CHECK(counts.shared_atomic_requests == 1);
  CHECK(counts.shared_atomic_lanes == 32);
  CHECK(bench.faults().empty());
}

TEST_CASE("cp.async copies and fills with zeros") {
  const std::string body =
      "mov.u32 %r11, buffer; shl.b32 %r12, %r3, 4; add.u32 %r12, %r11, %r12; mov.u32 %r13, 4;"
      "cp.async.ca.shared.global [%r12], [%rd1], 8, %r13; cp.async.commit_group; "
      "cp.async.wait_group 0; bar.sync 0;"
      "ld.shared.u64 %rd5, [%r12]; st.global.u64 [%rd0], %rd5;";
  Bench bench(kernel_text(body, shared_array));
  const auto out = bench.upload(Words(32)), in = bench.upload(Words(32, 0x1122334455667788));
  bench.run({1}, {32}, out, in, 0, 512);
  CHECK(bench.download<std::uint64_t>(out, 32) == Words(32, 0x55667788));
}

TEST_CASE("lanes of a warp commit and wait for copies of their own") {
  // All begin a copy, odd lanes commit it, all begin another and commit. But for their last group,
  // odd lanes then have their first copy, and even lanes nothing.
  const std::string begin =
      "mov.u32 %r11, buffer; shl.b32 %r12, %r3, 4; add.u32 %r12, %r11, %r12;"
      "and.b32 %r14, %r3, 1; setp.eq.u32 %p1, %r14, 1;"
      "cp.async.ca.shared.global [%r12], [%rd1], 8; @%p1 cp.async.commit_group;"
      "cp.async.ca.shared.global [%r12+8], [%rd1], 8; cp.async.commit_group;"
      "cp.async.wait_group 1;";
  const std::string end =
      "ld.shared.u64 %rd5, [%r12]; st.global.u64 [%rd0], %rd5; cp.async.wait_group 0;"
      "ld.shared.u64 %rd6, [%r12+8]; add.u64 %rd5, %rd5, %rd6; st.global.u64 [%rd0], %rd5;";
  for (const auto order : {Schedule::Order::forward, Schedule::Order::reverse})
    for (const bool odd : {true, false}) {
      CAPTURE(odd);
      Bench bench(kernel_text(begin + (odd ? "@!%p1 ret;" : "@%p1 ret;") + end, shared_array));
      bench.schedule.order = order;
      Words values(32);
      for (unsigned k = 0; k < 32; ++k) values[k] = 1 + k;
      const auto out = bench.upload(Words(32)), in = bench.upload(values);
      bench.run({1}, {32}, out, in, 0, 512);
      CHECK(bench.faults().empty() == odd);
      const Words sums = bench.download<std::uint64_t>(out, 32);
      if (odd)
        for (unsigned k = 1; k < 32; k += 2) CHECK(sums[k] == 2 * (1 + k));
      else
        CHECK(bench.last_faults[0].other_thread == bench.last_faults[0].thread);
    }
}

TEST_CASE("unsafe accesses stop the launch") {
  CHECK(contains(faults_of("ld.global.u32 %r10, [%rd1+512];", 32), fault::out_of_bounds));
  CHECK(contains(faults_of("st.global.u32 [%rd0+2], %r3;", 32), fault::misaligned));
  CHECK(contains(faults_of("mov.u64 %rd10, 0; ld.u32 %r10, [%rd10];", 32), fault::null_pointer));
  CHECK(contains(faults_of("mov.u32 %r11, buffer; st.shared.u32 [%r11+4096], %r3;", 1),
                 fault::out_of_bounds));
  CHECK(contains(faults_of("mov.u32 %r11, buffer; st.shared.u32 [%r11+3], %r3;", 1),
                 fault::misaligned));
  CHECK(contains(faults_of("mov.u32 %r11, buffer; ld.shared.u32 %r10, [%r11+8];", 1),
                 fault::uninitialised));
  CHECK(contains(
      faults_of(
          ".local .align 4 .b8 mine[16]; mov.u64 %rd10, mine; ld.local.u32 %r10, [%rd10+1048576];",
          1),
      fault::out_of_bounds));
  CHECK(faults_of("st.global.u64 [%rd0], %rd2; ld.global.u32 %r10, [%rd1];", 32).empty());
}

TEST_CASE("races in shared memory") {
  const std::string start =
      "mov.u32 %r11, buffer; shl.b32 %r12, %r3, 2; add.u32 %r12, %r11, %r12; st.shared.u32 [%r12], "
      "%r3;";
  const std::string neighbour =
      "xor.b32 %r13, %r3, K; shl.b32 %r13, %r13, 2; add.u32 %r13, %r11, %r13; ld.shared.u32 %r10, "
      "[%r13];";
  const auto across = [&](const char* distance, const std::string& between) {
    std::string text = start + between + neighbour;
    text.replace(text.find('K'), 1, distance);
    return faults_of(text, 128);
  };
  CHECK(contains(across("32", ""), fault::shared_race));
  CHECK(across("32", "bar.sync 0;").empty());
  CHECK(across("1", "") == std::vector<std::string>{fault::shared_race});
  CHECK(across("1", "bar.warp.sync -1;").empty());
  CHECK(contains(across("32", "bar.warp.sync -1;"), fault::shared_race));
}

TEST_CASE("races in global memory") {
  const std::string base = "ld.param.u64 %rd0, [k_out];";
  CHECK(contains(faults_of(base + "st.global.u32 [%rd0], %r0;", 1, 2), fault::global_race));
  CHECK(contains(faults_of(base + "st.global.u32 [%rd0], %r3;", 64, 1), fault::global_race));
  CHECK(faults_of(base + "atom.global.add.u32 %r10, [%rd0], %r0;", 32, 4).empty());
  CHECK(faults_of("st.global.u32 [%rd0], %r0; ld.global.u32 %r10, [%rd0];", 32, 4).empty());
}
