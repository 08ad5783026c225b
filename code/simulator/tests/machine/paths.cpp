// Lanes that part, meet, call and wait for each other.
#include <doctest/doctest.h>

#include "simulator/tests/machine/kernels.hpp"

using namespace simulator;

TEST_CASE("lanes part at a branch and meet again") {
  const std::string body = R"(
  and.b32 %r11, %r3, 3;
  mov.u32 %r10, 0;
  setp.eq.u32 %p1, %r11, 0;
  @%p1 bra ZERO;
  setp.eq.u32 %p2, %r11, 1;
  @%p2 bra ONE;
  add.u32 %r10, %r10, 100;
  bra.uni BOTH;
ONE:
  add.u32 %r10, %r10, 10;
BOTH:
  activemask.b32 %r12;
  popc.b32 %r12, %r12;
  bra.uni ALL;
ZERO:
  mov.u32 %r12, 99;
ALL:
  activemask.b32 %r13;
  shl.b32 %r12, %r12, 8;
  or.b32 %r10, %r10, %r12;
  mov.b64 %rd5, {%r10, %r13};
  st.global.u64 [%rd0], %rd5;)";
  Bench bench(kernel_text(body));
  const auto out = bench.upload(Words(32));
  const Counts counts = bench.run({1}, {32}, out);
  CHECK(counts.divergent_branches == 2);
  CHECK(counts.branches == 4);
  CHECK(counts.thread_instructions == 32 * 13 + 24 * 2 + 16 * 2 + 8 + 24 * 3 + 8 + 32 * 6);
  const Words got = bench.download<std::uint64_t>(out, 32);
  for (unsigned lane = 0; lane < 32; ++lane) {
    const unsigned kind = lane % 4, low = kind == 0 ? 99 << 8 : 24 << 8 | (kind == 1 ? 10 : 100);
    CHECK(got[lane] == (0xffffffffull << 32 | low));
  }
}

TEST_CASE("a loop runs as often as each lane wants") {
  const std::string body = R"(
  mov.u32 %r10, 0;
  mov.u32 %r11, %r3;
LOOP:
  setp.eq.u32 %p1, %r11, 0;
  @%p1 bra DONE;
  add.u32 %r10, %r10, %r11;
  sub.u32 %r11, %r11, 1;
  bra LOOP;
DONE:
  activemask.b32 %r12;
  mov.b64 %rd5, {%r10, %r12};
  st.global.u64 [%rd0], %rd5;)";
  const Words out = results(body, {0}, 32);
  for (unsigned lane = 0; lane < 32; ++lane)
    CHECK(out[lane] == (0xffffffffull << 32 | lane * (lane + 1) / 2));
}

TEST_CASE("lanes that have returned take no further part") {
  const Words out = results(
      "setp.gt.u32 %p1, %r3, 9; @%p1 ret; activemask.b32 %r10;" + std::string(store_r10), {0}, 32);
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(out[lane] == (lane > 9 ? 0 : 0x3ff));
}

TEST_CASE("an indexed branch goes where each lane's index says") {
  const std::string body = R"(
  and.b32 %r11, %r3, 3;
  TABLE: .branchtargets A, B, A, C;
  brx.idx %r11, TABLE;
A:
  mov.u32 %r10, 1;
  bra.uni END;
B:
  mov.u32 %r10, 2;
  bra.uni END;
C:
  mov.u32 %r10, 3;
END:
  activemask.b32 %r12;
  mov.b64 %rd5, {%r10, %r12};
  st.global.u64 [%rd0], %rd5;)";
  const Words out = results(body, {0}, 32);
  const unsigned expected[] = {1, 2, 1, 3};
  for (unsigned lane = 0; lane < 32; ++lane)
    CHECK(out[lane] == (0xffffffffull << 32 | expected[lane % 4]));
}

TEST_CASE("an indexed branch finds its list and its labels in inner braces") {
  const std::string body = R"(
  and.b32 %r11, %r3, 1;
  { T: .branchtargets A, B; brx.idx %r11, T; A: mov.u32 %r10, 1; bra.uni C; B: mov.u32 %r10, 2; C: }
  { T: .branchtargets B, A; brx.idx %r11, T; A: add.u32 %r10, %r10, 10; bra.uni C;
    B: add.u32 %r10, %r10, 20; C: })";
  const Words out = results(body + store_r10, {0}, 32);
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(out[lane] == (lane % 2 == 0 ? 21 : 12));
}

TEST_CASE("functions are called, by name, by address, by some lanes only, and by themselves") {
  const std::string functions = R"(
.func (.param .b32 result) twice(.param .b32 x) {
  .reg .b32 %a<3>;
  ld.param.b32 %a0, [x];
  add.u32 %a1, %a0, %a0;
  st.param.b32 [result], %a1;
  ret;
}
.func (.param .b32 result) squared(.param .b32 x) {
  .reg .b32 %a<3>;
  ld.param.b32 %a0, [x];
  mul.lo.u32 %a1, %a0, %a0;
  st.param.b32 [result], %a1;
  ret;
}
.func (.param .b32 result) sum(.param .b32 x) {
  .reg .b32 %a<5>;
  .reg .pred %q;
  ld.param.b32 %a0, [x];
  mov.u32 %a3, 0;
  setp.eq.u32 %q, %a0, 0;
  @%q bra OUT;
  sub.u32 %a1, %a0, 1;
  { .param .b32 p; .param .b32 r;
    st.param.b32 [p], %a1;
    call (r), sum, (p);
    ld.param.b32 %a2, [r]; }
  add.u32 %a3, %a2, %a0;
OUT:
  st.param.b32 [result], %a3;
  ret;
}
)";
  const auto call = [](const std::string& how) {
    return "{ .param .b32 p; .param .b32 r; st.param.b32 [p], %r3; " + how +
           " ld.param.b32 %r10, [r]; }";
  };
  Words out = results(call("call.uni (r), twice, (p);") + store_r10, {0}, 32, functions);
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(out[lane] == 2 * lane);
  out = results("mov.u32 %r10, 7; setp.lt.u32 %p1, %r3, 9; @!%p1 bra SKIP;" +
                    call("call (r), squared, (p);") + "SKIP:" + store_r10,
                {0}, 32, functions);
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(out[lane] == (lane < 9 ? lane * lane : 7));
  out = results(
      "mov.u64 %rd10, twice; mov.u64 %rd11, squared; and.b32 %r11, %r3, 1; setp.eq.u32 %p1, %r11, "
      "0;"
      "selp.b64 %rd12, %rd10, %rd11, %p1;" +
          call("P: .callprototype (.param .b32 _) _ (.param .b32 _); call (r), %rd12, (p), P;") +
          store_r10,
      {0}, 32, functions);
  for (unsigned lane = 0; lane < 32; ++lane)
    CHECK(out[lane] == (lane % 2 ? lane * lane : 2 * lane));
  out = results(call("call (r), sum, (p);") + store_r10, {0}, 32, functions);
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(out[lane] == lane * (lane + 1) / 2);
}

TEST_CASE("lanes of a warp take a lock in turn, but in lockstep wait for ever") {
  const std::string body = R"(
  ld.param.u64 %rd10, [k_in];
SPIN:
  atom.global.acquire.gpu.cas.b32 %r10, [%rd10], 0, 1;
  setp.ne.u32 %p1, %r10, 0;
  @%p1 bra SPIN;
  ld.global.u32 %r10, [%rd10+4];
  add.u32 %r10, %r10, 1;
  st.global.u32 [%rd10+4], %r10;
  atom.global.release.gpu.exch.b32 %r11, [%rd10], 0;)";
  for (const char* schedule : {"forward", "random:1", "lockstep"}) {
    Bench bench(kernel_text(body + store_r10));
    bench.schedule = Schedule::parse(schedule);
    const auto out = bench.upload(Words(32)), lock = bench.upload(Words(1));
    if (bench.schedule.order == Schedule::Order::lockstep) {
      CHECK_THROWS_AS(bench.run({1}, {32}, out, lock), LaunchFailure);
      CHECK(contains(bench.faults(), fault::deadlock));
      continue;
    }
    bench.run({1}, {32}, out, lock);
    CHECK(bench.download<std::uint32_t>(lock, 2)[1] == 32);
    CHECK(bench.faults().empty());
  }
}

TEST_CASE("paths that part in lockstep end one after the other, and meet") {
  Bench bench(
      kernel_text("setp.lt.u32 %p1, %r3, 7; @%p1 bra A; mov.u32 %r10, 1; bra.uni B;"
                  "A: mov.u32 %r10, 2; B:" +
                  std::string(store_r10)));
  bench.schedule = Schedule::parse("lockstep");
  const auto out = bench.upload(Words(32));
  bench.run({1}, {32}, out);
  const Words got = bench.download<std::uint64_t>(out, 32);
  CHECK(got[6] == 2);
  CHECK(got[7] == 1);
}

TEST_CASE("lanes of one warp that take a lock in turn do not lock each other out") {
  const std::string body = R"(
  ld.param.u64 %rd10, [k_in];
SPIN:
  atom.global.acquire.gpu.cas.b32 %r11, [%rd10], 0, 1;
  setp.ne.u32 %p1, %r11, 0;
  @%p1 bra SPIN;
  ld.global.u32 %r12, [%rd10+4];
  add.u32 %r12, %r12, 1;
  st.global.u32 [%rd10+4], %r12;
  atom.global.release.gpu.exch.b32 %r13, [%rd10], 0;)";
  Bench bench(kernel_text(body));
  const auto out = bench.upload(Words(64)), lock = bench.upload(Words(64));
  bench.run({1}, {64}, out, lock);
  CHECK(bench.download<std::uint32_t>(lock, 2)[1] == 64);
  CHECK(bench.faults().empty());
}

TEST_CASE("masks of warp instructions are checked") {
  const auto faults_of = [](const std::string& body, unsigned threads = 32) {
    Bench bench(kernel_text(body));
    const auto out = bench.upload(Words(threads));
    bench.run({1}, {threads, 1, 1}, out);
    return bench.faults();
  };
  const std::string half = "setp.lt.u32 %p1, %r3, 16; @!%p1 bra SKIP;";
  // The other half may be asked for as long as it has something to do.
  for (const std::string collective : {"redux.sync.add.u32 %r10, %r3, -1;", "bar.warp.sync -1;"}) {
    CHECK(contains(faults_of(half + collective + "SKIP:" + store_r10), fault::warp_mask));
    CHECK(faults_of(half + collective + "SKIP:").empty());
  }
  CHECK(faults_of(half + "redux.sync.add.u32 %r10, %r3, 0xffff; bar.warp.sync 0xffff; SKIP:")
            .empty());
  CHECK(contains(faults_of("redux.sync.add.u32 %r10, %r3, 0xffff;"),
                 fault::warp_mask));  // omits its own lane
  CHECK(contains(faults_of(half + "shfl.sync.down.b32 %r10, %r3, 16, 31, 0xffff; SKIP:"),
                 fault::warp_mask));
  CHECK(faults_of("shfl.sync.down.b32 %r10, %r3, 16, 31, -1;").empty());
  // Both sides of a branch meet at their own bar.warp.sync.
  CHECK(faults_of(half + "bar.warp.sync -1; bra.uni END; SKIP: bar.warp.sync -1; END:").empty());
  // Half a warp, whose other half never was.
  CHECK(faults_of("redux.sync.add.u32 %r10, %r3, -1;", 16).empty());
}
