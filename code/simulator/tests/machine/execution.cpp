// What is counted, what stops a launch, and what is refused.
#include <doctest/doctest.h>

#include "simulator/tests/machine/kernels.hpp"

using namespace simulator;

namespace {

std::string message_of(const std::string& ptx) {
  try {
    parse_module(ptx);
  } catch (const UnsupportedError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("floating-point operations count lanes, and a fused one twice") {
  Bench bench(
      kernel_text("mov.f32 %f1, 0f3f800000; add.f32 %f2, %f1, %f1; mul.f32 %f2, %f2, %f1;"
                  "fma.rn.f32 %f2, %f1, %f2, %f1; min.f32 %f2, %f2, %f1;"
                  "setp.gt.u32 %p1, %r3, 9; @%p1 bra END; sub.f32 %f2, %f2, %f1; END:"));
  CHECK(bench.run({1}, {32}).float_operations == 32 * 4 + 10);
}

TEST_CASE("traps stop the launch and say where") {
  Bench bench(kernel_text(".loc 1 12 3\n setp.eq.u32 %p1, %r0, 70; @%p1 trap;") +
              ".file 1 \"chapters/x.md\"\n");
  const auto out = bench.upload(Words(128));
  CHECK(failure(bench, {4}, {32}, out) == LaunchFailure::Reason::trap);
  REQUIRE(bench.faults() == std::vector<std::string>{fault::trap});
  const Fault& fault = bench.last_faults[0];
  CHECK(fault.file == "chapters/x.md");
  CHECK(fault.line == 12);
  CHECK(fault.block == Dim3{2, 0, 0});
  CHECK(fault.thread == Dim3{6, 0, 0});
  CHECK(fault.kernel == "k");
}

TEST_CASE("a fault in a library's header counts to the line that called it") {
  Bench bench(kernel_text(R"(.loc 1 20 3
  .loc 1 8 5, function_name $L__info_string0, inlined_at 1 20 3
  .loc 2 440 9, function_name $L__info_string1, inlined_at 1 8 5
  trap;)") + ".file 1 \"chapters/x.md\"\n.file 2 \"/usr/include/shuffle.h\"\n");
  const auto out = bench.upload(Words(1));
  CHECK(failure(bench, {1}, {1}, out) == LaunchFailure::Reason::trap);
  bench.faults();
  CHECK(bench.last_faults.at(0).file == "chapters/x.md");
  CHECK(bench.last_faults.at(0).line == 8);
}

TEST_CASE("what is not known is refused by name and place") {
  const auto refusal_of = [](const std::string& body) {
    Bench bench(kernel_text(".loc 1 7 3\n" + body) + ".file 1 \"chapters/x.md\"\n");
    const auto out = bench.upload(Words(32));
    CHECK(failure(bench, {1}, {32}, out) == LaunchFailure::Reason::illegal_instruction);
    CHECK(bench.faults() == std::vector<std::string>{fault::unsupported});
    const Fault& fault = bench.last_faults.at(0);
    CHECK(fault.kernel == "k");
    CHECK(fault.file == "chapters/x.md");
    CHECK(fault.line == 7);
    return fault.message;
  };
  CHECK(refusal_of("txq.width.b32 %r10, [%rd1];") ==
        "executes txq.width.b32: questions about textures and surfaces are not simulated");
  CHECK(refusal_of("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1];")
            .find("no object and coordinates") != std::string::npos);
  CHECK(refusal_of("vadd.s32.s32.s32.sat %r10, %r10, %r10;") ==
        "executes vadd.s32.s32.s32.sat: scalar video instructions are not simulated");
  CHECK(refusal_of("sust.p.2d.b32.trap [%rd1, {%r1, %r2}], {%r3};")
            .find("formatted accesses of surfaces are not simulated") != std::string::npos);
  CHECK(refusal_of("strange.s32 %r10, %r10;") == "executes strange.s32: unknown opcode");
  CHECK(refusal_of("add.strange.s32 %r10, %r10, 1;").find("'.strange'") != std::string::npos);
  CHECK(refusal_of("add.s32 %rd10, %r10, 1;").find("wrong size") != std::string::npos);
  CHECK(refusal_of("bra NOWHERE;").find("unknown label") != std::string::npos);
  CHECK(refusal_of("call nothing;").find("'nothing'") != std::string::npos);
  CHECK(refusal_of("barrier.cluster.sync.aligned;") ==
        "executes barrier.cluster.sync.aligned: not supported");
  CHECK(refusal_of("atom.global.v2.f32.add [%rd0, %rd1], [%rd0], {%f1, %f2};")
            .find("a vector of the wrong length") != std::string::npos);
  CHECK(message_of(kernel_text("", ".tex .u32 t;")).find(".tex") != std::string::npos);
  CHECK(message_of(".version 9.0\n.entry k() {").find("without end") != std::string::npos);
}

TEST_CASE("what is not known does no harm where nobody comes") {
  const auto got = results(
      "setp.eq.u32 %p1, %r3, 99; @%p1 tex.2d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1];"
      "mov.u32 %r10, 5;" +
          std::string(store_r10),
      Words(32), 32);
  CHECK(got == Words(32, 5));
}

TEST_CASE("special registers") {
  Bench bench(kernel_text(R"(
  mov.u32 %r10, %tid.y; mov.u32 %r11, %ctaid.z; mov.u32 %r12, %nctaid.y; mov.u32 %r13, %ntid.z;
  mov.u32 %r14, %laneid; mov.u32 %r15, %warpid; mov.u32 %r16, %dynamic_smem_size;
  shl.b32 %r11, %r11, 4; shl.b32 %r12, %r12, 8; shl.b32 %r13, %r13, 12; shl.b32 %r14, %r14, 16; shl.b32 %r15, %r15, 24;
  or.b32 %r10, %r10, %r11; or.b32 %r10, %r10, %r12; or.b32 %r10, %r10, %r13; or.b32 %r10, %r10, %r14; or.b32 %r10, %r10, %r15;
  mov.u32 %r17, %ctaid.z; setp.ne.u32 %p1, %r17, 2; @%p1 ret; mov.u32 %r18, %ctaid.y; setp.ne.u32 %p1, %r18, 0; @%p1 ret;
  mov.u32 %r4, %tid.x; mov.u32 %r5, %tid.y; mad.lo.u32 %r6, %r5, 8, %r4; mov.u32 %r5, %tid.z; mad.lo.u32 %r6, %r5, 40, %r6;
  ld.param.u64 %rd0, [k_out]; mul.wide.u32 %rd3, %r6, 8; add.s64 %rd0, %rd0, %rd3; mov.b64 %rd5, {%r10, %r16}; st.global.u64 [%rd0], %rd5;)"));
  const auto out = bench.upload(Words(80));
  bench.run({1, 2, 3}, {8, 5, 2}, out, 0, 0, 48);
  const Words got = bench.download<std::uint64_t>(out, 80);
  for (unsigned i = 0; i < 80; ++i)
    CHECK(got[i] ==
          (48ull << 32 | i / 8 % 5 | 2 << 4 | 2 << 8 | 2 << 12 | i % 32 << 16 | i / 32 << 24));
}
