#include "simulator/program/guesses.hpp"

#include <doctest/doctest.h>

#include <string>

#include "simulator/tests/harness.hpp"

using namespace simulator;

namespace {

/// Of a kernel's loads but those of parameters, in their order: 'g' for one that only guesses for
/// a compare-and-swap, 'e' for a maximum or minimum, 'x' for another; and 'w' for each atomic that
/// is weighed.
std::string loads_of(const std::string& body) {
  const std::string text = kernel_text(body);
  const ModuleSyntax module = syntax_of(text);
  const FunctionSyntax& function = module.functions[0];
  const ControlFlow flow = control_flow_of(function);
  const std::vector<Guess> found =
      guesses(function, flow, immediate_postdominators(flow.successors));
  std::string result;
  for (std::size_t k = 0; k < found.size(); ++k)
    if (found[k] == Guess::weighed ||
        (function.statements[k].opcode == "ld" && !function.statements[k].has("param")))
      result += "xgew"[unsigned(found[k])];
  return result;
}

/// A loop of load and compare-and-swap, with something in three places.
std::string loop(const std::string& inside = {}, const std::string& after = {},
                 const std::string& load = "ld.global.u32 %r1, [%rd0];") {
  return load + R"(
LOOP:
  mov.b32 %f1, %r1;
  add.f32 %f2, %f1, 0f3F800000;
  mov.b32 %r2, %f2;
  )" + inside +
         R"(
  atom.global.cas.b32 %r3, [%rd0], %r1, %r2;
  setp.ne.s32 %p1, %r1, %r3;
  mov.u32 %r5, %r1;
  mov.u32 %r1, %r3;
  @%p1 bra LOOP;
  )" + after;
}

}  // namespace

TEST_CASE("a load guesses whose value only a compare-and-swap of its address sees") {
  CHECK(loads_of(loop()) == "g");
  CHECK(loads_of(R"(
  cvta.to.global.u64 %rd5, %rd0; add.s64 %rd6, %rd5, 8;
  ld.global.u32 %r1, [%rd5 + 8];
  add.s32 %r2, %r1, 1;
  atom.global.cas.b32 %r3, [%rd6], %r1, %r2;)") == "g");
  CHECK(loads_of(R"(
  ld.param.u64 %rd4, [k_out];
  cvta.to.global.u64 %rd5, %rd4;
  mul.wide.u32 %rd6, %r0, 4;
  add.s64 %rd7, %rd4, %rd6;
  add.s64 %rd8, %rd6, %rd5;
  ld.global.cg.b32 %r5, [%rd7 + 4];
  add.s32 %r2, %r5, 1;
  atom.global.cas.b32 %r3, [%rd8 + 4], %r5, %r2;)") == "g");
  CHECK(loads_of(R"(
  mul.wide.u32 %rd6, %r0, 4;
  add.s64 %rd7, %rd1, %rd6;
  add.s64 %rd8, %rd6, %rd0;
  ld.global.u32 %r5, [%rd7];
  atom.global.cas.b32 %r3, [%rd8], %r5, 1;)") == "x");
  CHECK(loads_of(loop("", "", "ld.global.u32 %r1, [%rd1];")) == "x");
  CHECK(loads_of(loop("", "", "ld.volatile.global.u32 %r1, [%rd0];")) == "x");
  CHECK(loads_of(loop("", "", "ld.global.nc.u32 %r1, [%rd0];")) == "x");
  CHECK(loads_of(loop("", "", "ld.global.u16 %r1, [%rd0];")) == "x");
}

TEST_CASE("nothing else may depend on a guess") {
  CHECK(loads_of(loop("st.global.u32 [%rd1], %r2;")) == "x");
  CHECK(loads_of(loop("st.global.u32 [%rd1 + 4], %r1;")) == "x");
  CHECK(loads_of(loop("atom.global.add.u32 %r9, [%rd1], %r1;")) == "x");
  CHECK(loads_of(loop("cvt.u64.u32 %rd7, %r1; ld.global.u32 %r9, [%rd7];")) == "xx");
  CHECK(loads_of(loop("setp.eq.s32 %p2, %r1, 7; @%p2 bra OUT;", "OUT:")) == "x");
  CHECK(loads_of(loop("setp.eq.s32 %p2, %r1, 7; @%p2 st.global.u32 [%rd1], %r0;")) == "x");
  CHECK(loads_of(loop("setp.eq.s32 %p2, %r1, 7; selp.b32 %r2, 5, %r2, %p2;")) == "g");
  CHECK(loads_of(loop("shfl.sync.idx.b32 %r9, %r1, 0, 31, -1;")) == "x");
  CHECK(loads_of("ld.global.u32 %r1, [%rd0];") == "x");
  CHECK(loads_of("ld.global.u32 %r1, [%rd0]; add.s32 %r2, %r1, 1;"
                 "atom.global.cas.b32 %r3, [%rd0], 0, %r2;") == "x");
  CHECK(loads_of("ld.global.u32 %r1, [%rd0]; add.s32 %r2, %r1, 1;"
                 "atom.global.cas.b32 %r3, [%rd0], %r2, 0;") == "x");
}

TEST_CASE("a guess that the compare-and-swap has confirmed is a guess no more") {
  CHECK(loads_of(loop("", "st.global.u32 [%rd1], %r3;")) == "g");
  CHECK(loads_of(loop("", "st.global.u32 [%rd1], %r5;")) == "g");
  CHECK(loads_of(loop("", "st.global.f32 [%rd1], %f2;")) == "g");
  CHECK(loads_of(loop("", "st.global.u32 [%rd1], %r6;",
                      "ld.global.u32 %r1, [%rd0]; mov.u32 %r6, %r1;")) == "x");
  CHECK(loads_of(loop("mov.u32 %r6, %r1;", "not.b32 %r6, %r6; st.global.u32 [%rd1], %r6;")) == "g");
  CHECK(loads_of(R"(
  ld.global.u32 %r1, [%rd0];
  atom.global.cas.b32 %r3, [%rd0], %r1, %r0;
  setp.eq.s32 %p1, %r1, %r3;
  @%p1 bra END;
  st.global.u32 [%rd1], %r1;
END:)") == "x");
}

TEST_CASE("a guess may come in parts") {
  const auto pairs = [](const char* packed) {
    return std::string("ld.global.v2.u32 {%r1, %r2}, [%rd0]; LOOP: mov.b64 %rd5, ") + packed + R"(;
  add.s32 %r3, %r1, %r2;
  mov.b64 %rd6, {%r3, %r2};
  atom.global.cas.b64 %rd7, [%rd0], %rd5, %rd6;
  setp.ne.s64 %p1, %rd7, %rd5;
  mov.b64 {%r1, %r2}, %rd7;
  @%p1 bra LOOP;)";
  };
  CHECK(loads_of(pairs("{%r1, %r2}")) == "g");
  CHECK(loads_of(pairs("{%r2, %r1}")) == "x");
  CHECK(loads_of(pairs("{%r1, %r0}")) == "x");
}

TEST_CASE("half of a register is not the register") {
  CHECK(loads_of(R"(
  ld.param.u64 %rd4, [k_out];
  mov.b64 {%r5, %r6}, %rd4;
  ld.shared.u32 %r7, [%r6];
  atom.shared.cas.b32 %r8, [%r5], %r7, 1;)") == "x");
}

TEST_CASE("a guess is of no use where the address has changed") {
  CHECK(loads_of(R"(
  mov.u64 %rd5, %rd0;
  ld.global.u32 %r1, [%rd5];
  add.s64 %rd5, %rd5, 4;
  atom.global.cas.b32 %r3, [%rd5], %r1, %r0;)") == "x");
  CHECK(loads_of(R"(
  mov.u64 %rd5, %rd0;
LOOP:
  ld.global.u32 %r1, [%rd5];
  add.s32 %r2, %r1, 1;
  atom.global.cas.b32 %r3, [%rd5], %r1, %r2;
  add.s64 %rd5, %rd5, 4;
  setp.lt.u64 %p1, %rd5, %rd1;
  @%p1 bra LOOP;)") == "g");
}

TEST_CASE("a test may weigh whether an atomic maximum or minimum of that value is worth it") {
  const auto tested = [](const char* test, const std::string& atomic) {
    return std::string("ld.global.s32 %r1, [%rd0]; setp.") + test +
           ".s32 %p1, %r1, %r0; @%p1 bra END;" + atomic + " END:";
  };
  CHECK(loads_of(tested("ge", "red.global.max.s32 [%rd0], %r0;")) == "ew");
  CHECK(loads_of(tested("le", "red.global.min.s32 [%rd0], %r0;")) == "ew");
  CHECK(loads_of(tested("le", "red.global.max.s32 [%rd0], %r0;")) == "x");
  CHECK(loads_of(tested("ge", "red.global.min.s32 [%rd0], %r0;")) == "x");
  CHECK(loads_of(tested("ge", "red.global.max.s32 [%rd0], %r2;")) == "x");
  CHECK(loads_of(tested("ge", "red.global.max.s32 [%rd1], %r0;")) == "x");
  CHECK(loads_of(tested("ge", "red.global.add.s32 [%rd0], %r0;")) == "x");
}

TEST_CASE("a guess may end a loop whose compare-and-swap has nothing to do any more") {
  const auto loop = [](const char* order, const char* put, const std::string& inside = {},
                       const std::string& after = {}) {
    return std::string(
               "ld.global.u32 %r1, [%rd0]; mov.b32 %f1, %r0; LOOP: mov.b32 %f2, %r1; setp.") +
           order + R"(.f32 %p1, %f2, %f1;
  @%p1 bra END;
  )" + inside +
           "atom.global.cas.b32 %r3, [%rd0], %r1, " + put + R"(;
  setp.ne.s32 %p2, %r1, %r3;
  mov.u32 %r1, %r3;
  @%p2 bra LOOP;
END:)" + after;
  };
  CHECK(loads_of(loop("geu", "%r0")) == "g");
  CHECK(loads_of(loop("leu", "%r0")) == "g");
  CHECK(loads_of(loop("eq", "%r0")) == "x");
  CHECK(loads_of(loop("geu", "%r0", "st.global.u32 [%rd1], 1;")) == "x");
  CHECK(loads_of(loop("geu", "%r0", "mov.b32 %r0, 7;")) == "x");
  CHECK(loads_of(loop("geu", "%r0", "mov.b32 %r8, 1;", "st.global.u32 [%rd1], %r8;")) == "x");
  CHECK(loads_of(loop("geu", "%r0", "", "st.global.u32 [%rd1], %r1;")) == "x");
  CHECK(loads_of(loop("geu", "%r9")) == "x");
}

TEST_CASE("who waits by plain loads does not guess") {
  CHECK(loads_of(R"(
WAIT:
  ld.global.u32 %r1, [%rd0];
  setp.lt.s32 %p1, %r1, %r0;
  @%p1 bra WAIT;
  atom.global.cas.b32 %r3, [%rd0], %r1, %r0;)") == "x");
  CHECK(loads_of(R"(
WAIT:
  ld.global.u32 %r1, [%rd0];
  setp.ge.s32 %p1, %r1, %r0;
  @%p1 bra END;
  setp.ne.s64 %p2, %rd1, 0;
  @%p2 bra WAIT;
  atom.global.cas.b32 %r3, [%rd0], %r1, %r0;
  bra WAIT;
END:)") == "x");
  CHECK(loads_of(R"(
AGAIN:
  ld.global.u32 %r1, [%rd0];
  setp.ge.s32 %p1, %r1, %r0;
  @%p1 bra END;
  atom.global.cas.b32 %r3, [%rd0], %r1, %r0;
  setp.ne.s32 %p2, %r1, %r3;
  @%p2 bra AGAIN;
END:)") == "g");
}
