#include "simulator/rehearsal/ptx_code.hpp"

#include <doctest/doctest.h>

#include <string>

#include "simulator/program/module.hpp"

using namespace simulator;

namespace {

const std::string start = ".version 9.0\n.target sm_90\n.address_size 64\n";

const std::string scale = R"(
.global .align 4 .f32 factor = 0f40000000;
.func (.param .b32 result) twice(.param .b32 twice_param_0) {
  .reg .b32 %r<3>;
  ld.param.u32 %r1, [twice_param_0];
  add.s32 %r2, %r1, %r1;
  st.param.b32 [result], %r2;
  ret;
}
.visible .entry scale(.param .u64 scale_param_0, .param .u32 scale_param_1) {
  .reg .pred %p<2>;
  .reg .b32 %r<3>;
  .reg .b64 %rd<2>;
  .local .align 8 .b8 __local_depot1[8];
  ld.param.u64 %rd1, [scale_param_0];
  ld.param.u32 %r1, [scale_param_1];
  setp.eq.s32 %p1, %r1, 0;
  @%p1 bra $L__BB1_2;
  ld.global.u32 %r2, [factor];
$L__BB1_2:
  ret;
}
)";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

std::string code(const std::string& ptx, std::string_view kernel = "scale") {
  return PtxCode(ptx).of(kernel);
}

}  // namespace

TEST_CASE("what is not code makes no difference to a kernel's code") {
  const std::string before = code(start + scale);
  REQUIRE(before.find("bra v") != std::string::npos);
  const std::string place = "\t.loc 1 7 3, function_name $L__info_string0, inlined_at 1 9 4\n";
  CHECK(code(start + ".file 1 \"a.md\"\n" + replaced(scale, "  setp", place + "  setp")) == before);
  CHECK(code(start + "// words\n" + replaced(scale, ";\n", "; /* more */\n\n")) == before);
  CHECK(code(replaced(start, "9.0", "9.1") + scale) == before);
  CHECK(code(start + scale + ".section .debug_str {\n$L__info_string0:\n.b8 95\n}\n") == before);
}

TEST_CASE("names and numbers that the compiler makes up make no difference") {
  const std::string before = code(start + scale);
  CHECK(code(start + replaced(scale, "$L__BB1_2", "$L__BB7_9")) == before);
  CHECK(code(start + replaced(scale, "__local_depot1", "__local_depot3")) == before);
  CHECK(code(start + replaced(scale, "factor", "_ZN45_INTERNAL_32227a8d6factorE")) == before);
  CHECK(code(start + replaced(scale, "scale", "rescale"), "rescale") == before);
  const std::string other = ".visible .entry other() {\n  ret;\n}\n.global .u32 unused;\n";
  CHECK(code(start + other + scale + other.substr(0, 0)) == before);
}

TEST_CASE("a changed instruction, type, constant or launch bound is another code") {
  const std::string before = code(start + scale);
  for (const auto& [what, by] : {std::pair<std::string, std::string>{"setp.eq", "setp.ne"},
                                 {"0f40000000", "0f40000001"},
                                 {".param .u32 scale_param_1", ".param .u64 scale_param_1"},
                                 {"__local_depot1[8]", "__local_depot1[16]"},
                                 {"$L__BB1_2:\n  ret;", "  ret;\n$L__BB1_2:\n  ret;"},
                                 {"scale_param_1) {", "scale_param_1) .maxntid 256 {"}}) {
    CAPTURE(what);
    CHECK(code(start + replaced(scale, what, by)) != before);
  }
}

TEST_CASE("a function counts where it is reached, and only there") {
  const std::string call = replaced(scale, "  ld.global", R"({
  .param .b32 param0; .param .b32 retval0;
  st.param.b32 [param0], %r1;
  call.uni (retval0), twice, (param0);
  }
  ld.global)");
  const std::string wider = "add.s32 %r2, %r1, %r1;\n  add.s32 %r2, %r2, %r1";
  const std::string doubled = "add.s32 %r2, %r1, %r1";
  CHECK(code(start + replaced(scale, doubled, wider)) == code(start + scale));
  CHECK(code(start + replaced(call, doubled, wider)) != code(start + call));
  const std::string declared = ".extern .func vprintf(.param .b64 a);\n" + call;
  CHECK(code(start + replaced(declared, "call.uni (retval0), twice", "call.uni (retval0), vprintf"))
            .find("vprintf") != std::string::npos);
}

TEST_CASE("of the parameters counts what is read") {
  const PtxCode code(R"(.visible .entry k(.param .align 8 .b8 k_param_0[24], .param .u32 unread,
  .param .align 4 .b8 whole[12], .param .align 8 .b8 by_address[40],
  .param .align 4 .b8 set_twice[8]) {
  .reg .b64 %rd<9>; .reg .f32 %f<3>; .reg .pred %p<2>;
  mov.b64 %rd4, by_address;
  ld.param.u8 %rd5, [%rd4];
  @%p1 ld.param.u64 %rd6, [%rd4+16];
  mov.b64 %rd7, set_twice;
  ld.param.u32 %rd8, [%rd7+4];
  mov.b64 %rd7, %rd8;
  ld.param.v2.f32 {%f1, %f2}, [k_param_0+8];
  @!%p1 ld.param.u64 %rd1, [k_param_0+16];
  mov.b64 %rd2, whole;
  add.s64 %rd3, %rd2, 4;
  ret;
})");
  using Range = PtxCode::Range;
  CHECK(code.reads("k") ==
        std::set<Range>{
            {0, 8, 4}, {0, 12, 4}, {0, 16, 8}, {2, 0, 0}, {3, 0, 1}, {3, 16, 8}, {4, 0, 0}});
  CHECK(code.reads("none").empty());
  CHECK(code.of("none").empty());
}

TEST_CASE("damaged PTX is refused or has no such kernel, and never read past its end") {
  const std::string whole = start + scale;
  for (std::size_t end = 0; end < whole.size(); ++end) {
    const std::string ptx = whole.substr(0, end);
    try {
      const PtxCode code(ptx);
      code.of("scale");
      code.reads("scale");
    } catch (const UnsupportedError&) {
    }
  }
  CHECK(code(whole.substr(0, whole.size() / 2)).empty());
}
