#include "simulator/program/selected_loads.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "simulator/tests/machine/kernels.hpp"

using namespace simulator;

namespace {

/// Of the loads of variables in a kernel whose value is only selected, one after the other: the
/// predicates that take it, joined by & where all have to hold, and, behind a colon, how many
/// statements compute them; "none" if there are no such loads.
std::string selected(const std::string& body) {
  const std::string text = kernel_text(
      body, ".global .u32 w; .global .u32 list[8]; .func (.param .b32 given) give() { ret; }");
  const ModuleSyntax module = syntax_of(text);
  const FunctionSyntax& function = module.functions.back();
  const ControlFlow flow = control_flow_of(function);
  const auto uses = register_uses(function);
  const auto ranges = live_ranges(function.registers.size(), uses, flow);
  const auto predicate = [&](unsigned index) {
    const auto first = std::find(function.registers.begin(), function.registers.end(), Type::pred);
    return "p" + std::to_string(index - unsigned(first - function.registers.begin()));
  };
  std::string result;
  for (const auto& [_, load] : selected_loads(function, flow, uses, ranges)) {
    for (const SelectedLoad::Way& way : load.ways) {
      std::string all;
      for (const auto& [index, negated] : way)
        all += (all.empty() ? "" : "&") + std::string(negated ? "!" : "") + predicate(index);
      result += (result.empty() ? "" : " ") + all;
    }
    result += ":" + std::to_string(load.steps.size());
  }
  return result.empty() ? "none" : result;
}

const std::string is_fifth = "setp.eq.u32 %p1, %r3, 5;";
const std::string load = "ld.global.u32 %r5, [w];";
const std::string take = "selp.b32 %r6, %r5, %r0, %p1;";
const std::string put = "st.global.u32 [%rd0], %r6;";

/// Runs a kernel of 64 threads of which the last writes w. Is there a race?
bool races(const std::string& body) {
  Bench bench(kernel_text(R"(
  setp.ne.u32 %p9, %r3, 63;
  @%p9 bra READ;
  st.global.u32 [w], 1;
READ:
  )" + body,
                          ".global .u32 w; .global .u32 v;"));
  const std::uint64_t out = bench.upload(std::vector<std::uint64_t>(64));
  bench.run({1, 1, 1}, {64, 1, 1}, out, out, 64);
  return !bench.faults().empty();
}

}  // namespace

TEST_CASE("a load is selected if nothing but a selection needs its value") {
  CHECK(selected(is_fifth + load + take + put) == "p1:0");
  CHECK(selected(is_fifth + load + "selp.b32 %r6, %r0, %r5, %p1;" + put) == "!p1:0");
  CHECK(selected(is_fifth + load + "add.s32 %r7, %r5, 1; selp.b32 %r6, %r7, %r0, %p1;" + put) ==
        "p1:0");
  CHECK(selected(is_fifth + "mov.u64 %rd5, list; ld.global.u32 %r5, [%rd5+8];" + take + put) ==
        "p1:0");
  const std::string other = "selp.b32 %r8, %r0, %r5, %p2;";
  CHECK(selected(is_fifth + load + take + other + put + "st.global.u32 [%rd1], %r8;") ==
        "p1 !p2:0");
  CHECK(selected(is_fifth + load + take + other + put) == "p1:0");  // nobody needs the other's
}

TEST_CASE("and not if something else does") {
  CHECK(selected(is_fifth + load + take + put + "st.global.u32 [%rd1], %r5;") == "none");
  CHECK(selected(is_fifth + load + "selp.b32 %r6, %r5, %r5, %p1;" + put) == "none");
  CHECK(selected(load + "setp.eq.u32 %p1, %r5, 5;" + take + put) == "none");
  CHECK(selected(is_fifth + load + take + put +
                 "@%p1 bra AGAIN; AGAIN: add.s32 %r7, %r5, 1;"
                 "st.global.u32 [%rd1], %r7;") == "none");
  CHECK(selected(is_fifth + "ld.volatile.global.u32 %r5, [w];" + take + put) == "none");
  // That address may be good only where the value is wanted.
  CHECK(selected(is_fifth + "ld.global.u32 %r5, [%rd1];" + take + put) == "none");
  CHECK(selected(load + "ld.param.u32 %r9, 5; setp.eq.u32 %p1, %r9, 1;" + take + put) == "none");
  CHECK(selected(load + "selp.b32 %r6, %r5, %r0, 1;" + put) == "none");
  // Nor if nobody can need it: there is no telling who wanted to read.
  CHECK(selected(is_fifth + load + "st.global.u32 [%rd0], %r3;") == "none");
}

TEST_CASE("what decides may be computed behind the load, from what is known there") {
  CHECK(selected(load + is_fifth + take + put) == "p1:1");
  CHECK(selected(load +
                 "ld.param.u32 %r9, [k_n]; add.s32 %r8, %r3, %r9;"
                 "setp.eq.s32 %p2, %r8, 4; setp.lt.s32 %p3, %r3, 9; and.pred %p1, %p2, %p3;" +
                 take + put) == "p1:5");
  CHECK(selected(load + "ld.global.u32 %r9, [%rd1]; setp.eq.s32 %p1, %r9, 4;" + take + put) ==
        "none");
  CHECK(selected(load + "add.cc.u32 %r9, %r3, %r3; addc.u32 %r8, 0, 0; setp.eq.s32 %p1, %r8, 4;" +
                 take + put) == "none");
  CHECK(selected(load +
                 "{ .param .b32 given; call (given), give, (); ld.param.b32 %r9, [given]; }"
                 "setp.eq.s32 %p1, %r9, 4;" +
                 take + put) == "none");
  // Another turn of the loop has another number.
  CHECK(selected(R"(
  mov.u32 %r7, 0;
TURN:
  ld.global.u32 %r5, [w];
  add.s32 %r7, %r7, 1;
  setp.eq.u32 %p1, %r7, %r3;
  selp.b32 %r6, %r5, %r0, %p1;
  st.global.u32 [%rd0], %r6;
  setp.lt.u32 %p2, %r7, 9;
  @%p2 bra TURN;)") == "none");
}

TEST_CASE("a predicate may take the value of another") {
  const std::string greater = load + "setp.gt.s32 %p2, %r5, 3;";
  CHECK(selected(is_fifth + greater + "and.pred %p3, %p1, %p2; selp.b32 %r6, 1, 2, %p3;" + put) ==
        "p1:0");
  CHECK(selected(is_fifth + greater + "or.pred %p3, %p2, %p1; selp.b32 %r6, 1, 2, %p3;" + put) ==
        "!p1:0");
  CHECK(selected(greater + "and.pred %p3, %p2, %p2; selp.b32 %r6, 1, 2, %p3;" + put) == "none");
}

TEST_CASE("a value may be selected several times") {
  CHECK(selected(is_fifth + load + take +
                 "selp.b32 %r8, %r6, 9, %p2; st.global.u32 [%rd0], %r8;") == "p1&p2:0");
  CHECK(selected(is_fifth + load + take + "selp.b32 %r8, %r6, 9, %p2; st.global.u32 [%rd0], %r8;" +
                 "st.global.u32 [%rd1], %r6;") == "p1:0");
  // What is not known at the load is no condition.
  CHECK(selected(load + is_fifth + "ld.global.u32 %r9, [%rd1]; setp.eq.s32 %p2, %r9, 4;" + take +
                 "selp.b32 %r8, %r6, 9, %p2; st.global.u32 [%rd0], %r8;") == "p1:1");
}

TEST_CASE("a value may be selected by what it decides itself") {
  const std::string limit = "setp.gt.s32 %p2, %r5, 3; and.pred %p3, %p1, %p2;";
  CHECK(selected(is_fifth + load + limit + "selp.b32 %r6, %r5, %r0, %p3;" + put) == "p1:0");
  CHECK(selected(is_fifth + load + "setp.gt.s32 %p2, %r5, 3; or.pred %p3, %p2, %p1;" +
                 "selp.b32 %r6, %r0, %r5, %p3;" + put) == "!p1:0");
  // The other way round it is taken by all that are not the fifth, too.
  CHECK(selected(is_fifth + load + limit + "selp.b32 %r6, %r0, %r5, %p3;" + put) == "none");
  // Of who goes around it, the predicate is an older one.
  CHECK(selected(is_fifth + load + "@%p4 bra MEET;" + limit + "MEET: selp.b32 %r6, %r5, %r0, %p3;" +
                 put) == "none");
}

TEST_CASE("a value is followed to what stands before its load") {
  CHECK(selected(is_fifth + R"(
  bra LOAD;
BEFORE:
  st.global.u32 [%rd1], %r5;
  bra END;
LOAD:)" + load + take +
                 put + "bra BEFORE; END:") == "none");
}

TEST_CASE("what decides may be from another turn of a loop, or depend on the time") {
  const auto turns = [](const std::string& before, const std::string& behind) {
    return "mov.u32 %r7, 0; bra MIDDLE; TURN:" + load + before + "MIDDLE:" + behind +
           "add.s32 %r7, %r7, 1; setp.lt.u32 %p2, %r7, 9; @%p2 bra TURN;";
  };
  CHECK(selected(turns(is_fifth + take + put, "")) == "p1:1");
  CHECK(selected(turns(take + put, is_fifth)) == "p1:0");
  CHECK(selected(turns(take + put, is_fifth + "selp.b32 %r8, %r5, 4, %p1;"
                                              "st.global.u32 [%rd1], %r8;")) == "none");
  CHECK(selected(load + "@%p4 bra MEET;" + is_fifth + "MEET:" + take + put) == "none");
  CHECK(selected(load + "mov.u32 %r8, %clock; setp.eq.u32 %p1, %r8, 5;" + take + put) == "none");
  CHECK(selected(load + "mov.u32 %r8, %tid.x; setp.eq.u32 %p1, %r8, 5;" + take + put) == "p1:2");
}

TEST_CASE("a value is followed over the places where ways meet") {
  CHECK(selected(is_fifth + R"(
  mov.u32 %r5, 7;
  @%p1 bra MEET;
  ld.global.u32 %r5, [w];
MEET:
  setp.gt.u32 %p2, %r3, 40;
  selp.b32 %r6, %r5, 9, %p2;)" +
                 put) == "p2:1");
}

TEST_CASE("who drops the value of a load has no race with who writes there") {
  CHECK(!races(load + "setp.eq.u32 %p1, %r3, 63; selp.b32 %r6, %r5, 7, %p1;" + put));
  CHECK(races(load + "setp.eq.u32 %p1, %r3, 3; selp.b32 %r6, %r5, 7, %p1;" + put));
  // Whichever warp comes first.
  CHECK(races(load + is_fifth + take + put));
}

TEST_CASE(
    "a register that several steps of one load write decides over the next one in its place") {
  const auto two = [](const std::string& last) {
    return "ld.global.u32 %r5, [v];"
           "setp.lt.u32 %p1|%p2, %r3, 64; selp.b32 %r6, %r5, 0, %p1; st.global.u32 [%rd0], %r6;"
           "setp.eq.u32 %p3|%p2, %r3, 99; selp.b32 %r6, %r5, 0, %p3; st.global.u32 [%rd0], %r6;"
           "ld.global.u32 %r7, [w]; selp.b32 %r6, " +
           last + ", %p2; st.global.u32 [%rd0], %r6;";  // it is true
  };
  CHECK(races(two("%r7, 7")));
  CHECK(!races(two("7, %r7")));
}

TEST_CASE("what decides may be unsupported, and is told to who comes to it") {
  const auto behind = [](const std::string& way) {
    return load + "setp.eq.u32 %p2, %r3, " + way + "; @!%p2 bra END; add.odd.u32 %r8, %r3, 1;" +
           "setp.eq.u32 %p1, %r8, 5;" + take + put + "END:";
  };
  CHECK(selected(behind("7")) == "p1:2");
  CHECK(races(behind("99")));  // for now all take it
  const std::string ptx = kernel_text(behind("7"), ".global .u32 w;");
  Bench bench(ptx);
  const auto out = bench.upload(std::vector<std::uint64_t>(64));
  CHECK(failure(bench, {1}, {64}, out) == LaunchFailure::Reason::illegal_instruction);
  CHECK(bench.faults() == std::vector<std::string>{fault::unsupported});
}
