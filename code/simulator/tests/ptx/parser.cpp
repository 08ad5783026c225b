#include <doctest/doctest.h>

#include <string>

#include "simulator/ptx/syntax.hpp"
#include "simulator/tests/harness.hpp"

using namespace simulator;

namespace {

using Kind = Operand::Kind;

/// A function with that body; the text has to live as long.
struct Parsed {
  explicit Parsed(const std::string& body, const std::string& before = {})
      : text(before + ".func f(.param .b32 first, .param .align 8 .b8 second[24]) {" + body + "}"),
        module(syntax_of(text)),
        function(module.functions.back()) {}

  const Statement& operator[](std::size_t k) const { return function.statements.at(k); }

  std::string text;
  ModuleSyntax module;
  const FunctionSyntax& function;
};

std::string complaint(const std::string& text) {
  try {
    syntax_of(text);
  } catch (const UnsupportedError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("operands") {
  const Parsed f(R"(
    .reg .b32 %r<4>; .reg .b64 wide; .reg .pred %p<2>;
    @!%p1 mad.lo.u32 %r3, %r2, -7, 0f3f800000;
    ld.v2.u32 {%r1, _}, [wide+16];
    ld.u32 %r1, [wide+-4];
    ld.u32 %r1, [wide-8];
    setp.eq.f64 %p0|%p1, -1.5, 0dC000000000000000;
    cp.async.bulk.tensor [%r1], [wide, {%r2, %r3}], [%r0];
    mov.u32 %r1, %tid.x;
    mov.b32 %r4, first+4;
    selp.u32 %r1, 0x10, 010, !%p1;)");
  CHECK(f[0].opcode == "mad");
  CHECK(f[0].modifiers == std::vector<std::string_view>{"lo", "u32"});
  CHECK(f[0].guard.kind == Kind::reg);
  CHECK(f[0].guard.index == 6);
  CHECK(f[0].guard.negated);
  CHECK(f[0].operands[0].index == 3);
  CHECK(std::int64_t(f[0].operands[2].bits) == -7);
  CHECK(f[0].operands[3].kind == Kind::real);
  CHECK(f[0].operands[3].size == 4);
  CHECK(f[0].operands[3].bits == 0x3f800000);
  CHECK(f[1].operands[0].kind == Kind::list);
  CHECK(f[1].operands[0].elements[1].kind == Kind::discard);
  CHECK(f[1].operands[1].kind == Kind::address);
  CHECK(f[1].operands[1].offset == 16);
  CHECK(f[1].operands[1].elements[0].index == 4);
  CHECK(f[2].operands[1].offset == -4);
  CHECK(f[3].operands[1].offset == -8);
  CHECK(f[4].operands[0].kind == Kind::pair);
  CHECK(f[4].operands[0].elements[1].index == 6);
  CHECK(f[4].operands[1].bits == 0xbff8000000000000);
  CHECK(f[4].operands[2].bits == 0xc000000000000000);
  CHECK(f[5].operands[1].elements[1].elements.size() == 2);
  CHECK(f[6].operands[1].kind == Kind::name);
  CHECK(f[6].operands[1].name == "%tid.x");
  CHECK(f[7].operands[0].kind == Kind::name);  // there are %r0 to %r3
  CHECK(f[7].operands[1].kind == Kind::variable);
  CHECK(f[7].operands[1].offset == 4);
  CHECK(f[8].operands[1].bits == 16);
  CHECK(f[8].operands[2].bits == 8);
  CHECK(f[8].operands[3].negated);
}

TEST_CASE("names of inner braces hide those outside, and end with them") {
  const Parsed f(R"(
    .reg .b32 a; .reg .b16 %r<3>;
    mov.b32 a, a;
    { .reg .b64 a; mov.b64 a, a; L: bra L; }
    { mov.b32 a, a; L: bra L; }
    L: bra L;)");
  CHECK(f.function.registers ==
        std::vector<Type>{Type::b32, Type::b16, Type::b16, Type::b16, Type::b64});
  CHECK(f[0].operands[0].index == 0);
  CHECK(f[1].operands[0].index == 4);
  CHECK(f[3].operands[0].index == 0);
  for (const std::size_t branch : {2, 4, 5})
    CHECK(f.function.labels.at(f[branch].operands[0].name) == branch);
}

TEST_CASE("lists of labels in inner braces are known there alone") {
  const Parsed f(R"(
    .reg .b32 a;
    T: .branchtargets A, E;
    brx.idx a, T;
    A: { T: .branchtargets A, E, E; brx.idx a, T; A: { brx.idx a, U; U: .branchtargets B, A; B: } }
    { T: .branchtargets A; A: brx.idx a, T; }
    E: bra E;)");
  using List = std::vector<unsigned>;
  const auto targets = [&](std::size_t branch) {
    List result;
    for (const auto label : f.function.label_lists.at(f[branch].operands[1].name))
      result.push_back(f.function.labels.at(label));
    return result;
  };
  CHECK(targets(0) == List{1, 4});
  CHECK(targets(1) == List{2, 4, 4});
  CHECK(targets(2) == List{3, 2});
  CHECK(targets(3) == List{3});
  CHECK(complaint(".func f() { T: .branchtargets A; T: .branchtargets A; A: }") != "none");
}

TEST_CASE("where parameters and variables lie") {
  const Parsed f(R"(
    .local .align 16 .b8 depot[20]; .local .b32 after;
    .shared .b32 own[3];
    mov.b64 x, second; mov.b64 x, depot; mov.b64 x, after; mov.b64 x, own;
    { .param .b64 argument; mov.b64 x, argument; }
    { .param .b8 other; mov.b64 x, other; })",
                 ".shared .b8 all[5]; .extern .shared .align 32 .b8 dynamic[];");
  const auto& function = f.function;
  REQUIRE(function.parameters.size() == 2);
  CHECK(function.parameters[0].size == 4);
  CHECK(function.parameters[1].offset == 8);
  CHECK(function.parameters[1].size == 24);
  CHECK(function.param_bytes == 40);  // with the argument behind its own
  CHECK(f[0].operands[1].bits == 8);
  CHECK(f[1].operands[1].space == StateSpace::local);
  CHECK(f[2].operands[1].bits == 20);
  CHECK(function.local_bytes == 24);
  CHECK(f[3].operands[1].space == StateSpace::shared);
  CHECK(f[3].operands[1].bits == 8);  // of a device function: behind what all share
  CHECK(f.module.shared_bytes == 20);
  CHECK(f[4].operands[1].bits == 32);
  CHECK(f[5].operands[1].bits == 32);
  CHECK(f.module.dynamic_shared.at("dynamic") == 32);
}

TEST_CASE("variables with values, and addresses in them") {
  const std::string text = R"(
    .const .align 8 .b16 table[2][3] = {{1, 2}, 3};
    .global .f32 numbers[3] = {1.5, 0f40000000, -2};
    .global .u64 pointers[] = {0, generic(table)+4, table};
    .extern .global .u32 elsewhere;)";
  const ModuleSyntax module = syntax_of(text);
  const Variable& table = module.variables.at("table");
  CHECK(table.space == StateSpace::constant);
  CHECK(table.size == 12);
  CHECK(table.alignment == 8);
  CHECK(table.initial.size() == 12);
  CHECK(table.initial[2] == std::byte{2});
  float number;
  std::memcpy(&number, module.variables.at("numbers").initial.data(), 4);
  CHECK(number == 1.5f);
  CHECK(module.variables.at("pointers").size == 24);
  REQUIRE(module.relocations.size() == 2);
  CHECK(module.relocations[0].offset == 8);
  CHECK(module.relocations[0].symbol == "table");
  CHECK(module.relocations[0].addend == 4);
  CHECK(module.variables.at("elsewhere").external);
}

TEST_CASE("a statement's place is the user's line, not the library's that was inlined there") {
  const Parsed f(R"(
    .loc 1 9 0
    ret;
    .loc 1 20 3
    ret;
    .loc 2 300 1, function_name $L__info_string0, inlined_at 1 20 3
    ret;
    .loc 1 5 1, function_name $L__info_string1+8, inlined_at 2 300 1
    ret;
    .loc 1 0 0
    ret;)",
                 R"(.file 1 "a.md" .file 2 "/cuda/include/cub.cuh")");
  CHECK(f.function.place == SourceLine{1, 9});
  CHECK(f[0].place == SourceLine{1, 9});
  CHECK(f[1].place == SourceLine{1, 20});
  CHECK(f[2].place == SourceLine{1, 20});
  CHECK(f[3].place == SourceLine{1, 5});
  CHECK(f[4].place == SourceLine{1, 5});  // made by the compiler
  CHECK(f[5].place == SourceLine{});      // the ret behind them
}

TEST_CASE("functions, their limits and their definitions") {
  const std::string text = R"(
    .visible .func (.param .b32 result) f(.param .b64 p);
    .entry k(.param .u64 .ptr .global .align 8 p, .param .b16 q) .maxntid 8, 4, 2 .minnctapersm 2 { exit; }
    .visible .func (.param .b32 result) f(.param .b64 p) .noreturn { trap; })";
  const ModuleSyntax module = syntax_of(text);
  REQUIRE(module.functions.size() == 2);
  const FunctionSyntax &f = module.functions[0], &k = module.functions[1];
  CHECK(f.name == "f");
  CHECK(f.defined);
  CHECK(!f.entry);
  CHECK(f.results.size() == 1);
  CHECK(f.statements[0].opcode == "trap");
  CHECK(k.entry);
  CHECK(k.max_threads == 64);
  CHECK(k.parameter_bytes == 10);
}

TEST_CASE("complaints say where and what") {
  CHECK(complaint("\n.entry k() {\n mov.u32 %r1 2;\n}") ==
        "PTX line 3, in k: expected ';', found '2'");
  CHECK(complaint(".entry k() { L: L: }") == "PTX line 1, in k: label 'L' twice");
  CHECK(complaint(".entry k() { ret;") == "PTX line 1, in k: a function without end");
  CHECK(complaint(".entry k() {} .global .u33 x;") == "PTX line 1: unknown type '.u33'");
  CHECK(complaint(".global .align 8192 .u32 x;") == "PTX line 1: too large an alignment");
  CHECK(complaint(".global .u32 x[4294967296];") == "PTX line 1: too large a size");
  CHECK(complaint(".entry k() { .reg .b32 %r<2000000>; }") ==
        "PTX line 1, in k: too many registers");
  CHECK(complaint(".address_size 32") == "PTX line 1: .address_size other than 64");
  CHECK(complaint("word") == "PTX line 1: expected a directive, found 'word'");
}
