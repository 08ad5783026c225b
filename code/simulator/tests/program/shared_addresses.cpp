#include "simulator/program/shared_addresses.hpp"

#include <doctest/doctest.h>

#include <string>

namespace simulator {
namespace {

/// The variable that the address of the last load belongs to; empty where that is not known.
std::string belongs_to(const std::string& code) {
  const std::string text =
      ".version 8.0\n.target sm_90\n.address_size 64\n"
      ".extern .shared .align 4 .b8 dynamic[];\n"
      ".shared .align 4 .b8 common[100];\n"
      ".entry k(.param .u32 n) {\n"
      ".reg .pred %p<2>; .reg .b32 %r<10>; .reg .b64 %rd<4>;\n"
      ".shared .align 4 .b8 a[12]; .shared .align 4 .b8 b[12];\n"
      "ld.param.u32 %r1, [n]; setp.eq.u32 %p1, %r1, 0; mov.u32 %r2, a;\n" +
      code + "\nret;\n}\n";
  const ModuleSyntax module = syntax_of(text);
  const FunctionSyntax& function = module.functions.front();
  const SharedAddresses addresses(module, function, register_uses(function));
  std::uint16_t found = no_shared_variable;
  for (const Statement& each : function.statements)
    if (each.opcode == "ld" && each.has("shared")) found = addresses.variable_of(each.operands[1]);
  return found == no_shared_variable ? "" : addresses.variables()[found].name;
}

}  // namespace

TEST_CASE("addresses in shared memory belong to the variable that they come of") {
  CHECK(belongs_to("ld.shared.u32 %r9, [b+4];") == "b");
  CHECK(belongs_to("ld.shared.u32 %r9, [common];") == "common");
  CHECK(belongs_to("ld.shared.u32 %r9, [dynamic];").empty());
  CHECK(belongs_to("add.u32 %r3, %r1, %r2; ld.shared.u32 %r9, [%r3+8];") == "a");
  CHECK(belongs_to("mad.lo.u32 %r3, %r1, 4, %r2; ld.shared.u32 %r9, [%r3];") == "a");
  CHECK(belongs_to("cvt.u64.u32 %rd1, %r2; cvta.shared.u64 %rd2, %rd1; cvta.to.shared.u64 %rd3, "
                   "%rd2; ld.shared.u32 %r9, [%rd3];") == "a");
  // Around a loop.
  CHECK(belongs_to("again: ld.shared.u32 %r9, [%r2]; add.u32 %r2, %r2, 4; @%p1 bra again;") == "a");
}

TEST_CASE("addresses in shared memory that may be those of several variables belong to none") {
  CHECK(belongs_to("ld.shared.u32 %r9, [%r1];").empty());
  CHECK(belongs_to("@%p1 mov.u32 %r2, b; ld.shared.u32 %r9, [%r2];").empty());
  CHECK(belongs_to("selp.u32 %r3, %r2, %r1, %p1; ld.shared.u32 %r9, [%r3];").empty());
  CHECK(belongs_to("mov.u32 %r3, b; sub.u32 %r3, %r3, %r2; add.u32 %r3, %r3, %r2; "
                   "ld.shared.u32 %r9, [%r3];")
            .empty());
  CHECK(belongs_to("and.b32 %r3, %r2, -16; ld.shared.u32 %r9, [%r3];").empty());
  CHECK(belongs_to("ld.shared.u32 %r3, [a]; ld.shared.u32 %r9, [%r3];").empty());
}

}  // namespace simulator
