#include "simulator/ptx/linking.hpp"

#include <doctest/doctest.h>

#include <string>

#include "simulator/ptx/syntax.hpp"
#include "simulator/ptx/unsupported.hpp"

using namespace simulator;

namespace {

const std::string head = ".version 9.0\n.target sm_90\n.address_size 64\n";

std::string message(const std::vector<std::string>& texts) {
  try {
    linked_ptx(texts);
  } catch (const UnsupportedError& error) {
    return error.what();
  }
  return "no error";
}

const FunctionSyntax* function_of(const ModuleSyntax& module, std::string_view name) {
  for (const FunctionSyntax& function : module.functions)
    if (function.name == name) return &function;
  return nullptr;
}

unsigned times(const std::string& text, const std::string& part) {
  unsigned result = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++result;
  return result;
}

}  // namespace

TEST_CASE("declared in one text, defined in another, in either order") {
  const std::string user = head +
                           ".extern .func (.param .b32 r) twice(.param .b32 x);\n"
                           ".extern .global .align 4 .b8 offset[8];\n"
                           ".visible .entry k() { ret; }\n",
                    owner = head +
                            ".visible .global .align 4 .b8 offset[8] = {7, 0, 0, 0, 5};\n"
                            ".visible .func (.param .b32 r) twice(.param .b32 x) { ret; }\n";
  for (const auto& texts : {std::vector{user, owner}, std::vector{owner, user}}) {
    const std::string linked = linked_ptx(texts);
    const ModuleSyntax module = syntax_of(linked);
    const FunctionSyntax* const twice = function_of(module, "twice");
    REQUIRE(twice);
    CHECK(twice->defined);
    CHECK(function_of(module, "k"));
    CHECK(module.variables.at("offset").initial.size() == 8);
    CHECK(!module.variables.at("offset").external);
    CHECK(module.target == 90);
  }
}

TEST_CASE("what a text keeps to itself keeps apart") {
  const auto text = [](const std::string& kernel, const std::string& first) {
    return head + ".global .align 1 .b8 $str[3] = {" + first +
           ", 10};\n"
           ".func helper() { ret; }\n"
           ".visible .entry " +
           kernel +
           "() {\n"
           ".reg .b64 %rd<2>;\nmov.u64 %rd1, $str;\ncall.uni helper;\nret;\n}\n";
  };
  const std::string linked = linked_ptx({text("first", "65"), text("second", "66")});
  const ModuleSyntax module = syntax_of(linked);
  CHECK(module.variables.size() == 2);
  CHECK(module.functions.size() == 4);
  const auto named_in = [&](const char* kernel, std::size_t statement, std::size_t operand) {
    return std::string(
        function_of(module, kernel)->statements.at(statement).operands.at(operand).name);
  };
  CHECK(named_in("first", 0, 1) != named_in("second", 0, 1));
  CHECK(module.variables.at(named_in("first", 0, 1)).initial.at(0) == std::byte(65));
  CHECK(module.variables.at(named_in("second", 0, 1)).initial.at(0) == std::byte(66));
  CHECK(named_in("first", 1, 0) != named_in("second", 1, 0));
  CHECK(function_of(module, named_in("second", 1, 0)));
}

TEST_CASE("a name that only one text has stays as it is") {
  const std::string text = head + ".global .u32 lone;\n.func own() { ret; }\n";
  CHECK(linked_ptx({text}) == text + "\n");
  const std::string other = head + ".visible .entry k() { ret; }\n";
  CHECK(linked_ptx({text, other}) == text + "\n" + other + "\n");
}

TEST_CASE("files of the source have numbers of their own, in functions that were inlined too") {
  const std::string text = head +
                           ".visible .entry k@() {\n.loc 2 7 3\nbar.sync 0;\n"
                           ".loc 1 9 1, function_name $L__info_string0, inlined_at 2 8 3\nret;\n}\n"
                           ".file 1 \"library@.h\"\n.file 2 \"user@.cu\"\n";
  const auto of = [&](char name) {
    std::string result = text;
    for (char& c : result)
      if (c == '@') c = name;
    return result;
  };
  const std::string linked = linked_ptx({of('a'), of('b'), of('c')});
  const ModuleSyntax module = syntax_of(linked);
  CHECK(module.files.size() == 6);
  for (const char name : {'a', 'b', 'c'}) {
    const FunctionSyntax* const kernel = function_of(module, std::string("k") + name);
    REQUIRE(kernel);
    CHECK(module.files.at(kernel->statements.at(0).place.file) ==
          std::string("user") + name + ".cu");
    CHECK(kernel->statements.at(0).place.line == 7);
    CHECK(module.files.at(kernel->statements.at(1).place.file) ==
          std::string("library") + name + ".h");
  }
  CHECK(times(linked, "inlined_at 6 8 3") == 1);
}

TEST_CASE("two definitions, or none, are refused by name, but for weak ones") {
  const std::string strong = head + ".visible .func f() { ret; }\n",
                    weak = head + ".weak .func f() { ret; }\n",
                    variable = head + ".visible .global .u32 f;\n",
                    wanted = head + ".extern .global .u32 f;\n";
  CHECK(message({strong, strong}) == "two linked files define 'f'");
  CHECK(message({strong, variable}) == "two linked files define 'f'");
  CHECK(message({weak, weak}) == "no error");
  CHECK(message({weak, strong}) == "no error");
  CHECK(message({head + ".common .global .u32 f;\n", head + ".common .global .u32 f;\n"}) ==
        "no error");
  CHECK(message({wanted}) == "no linked file defines the variable 'f'");
  CHECK(message({wanted, variable}) == "no error");
  CHECK(message({head + ".extern .shared .align 4 .b8 tile[];\n",
                 head + ".extern .shared .align 4 .b8 tile[];\n"}) == "no error");
  CHECK(message({head + ".extern .func f();\n", head + ".extern .func f();\n"}) == "no error");
}

TEST_CASE("texts that end anywhere are linked or refused") {
  const std::string whole =
      head +
      ".extern .func (.param .b32 r) g(.param .b32 x);\n"
      ".visible .global .attribute(.managed) .align 4 .b8 a[4] = {1, 2}, b[2];\n"
      ".visible .entry k(.param .u64 p) { .loc 1 2 3\n ret; }\n"
      ".file 1 \"a.cu\"\n.section .debug_str { info: .b8 1, 2 }\n";
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    try {
      linked_ptx({whole.substr(0, length), whole});
    } catch (const UnsupportedError&) {
    }
    CHECK(true);
  }
}
