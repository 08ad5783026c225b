#include "simulator/program/register_allocation.hpp"

#include <doctest/doctest.h>

#include <map>
#include <random>

#include "simulator/program/decoding.hpp"
#include "simulator/tests/harness.hpp"
#include "simulator/tests/trials.hpp"

using namespace simulator;

namespace {

/// Statements that do nothing but use registers, at the places that a plan gives them.
struct Toy {
  explicit Toy(std::mt19937& random) : random(random) {
    const auto below = [&](unsigned n) { return unsigned(random() % n); };
    const unsigned blocks = 1 + below(8), count = 1 + below(12);
    for (unsigned r = 0; r < count; ++r)
      types.push_back(
          std::array{Type::pred, Type::b16, Type::b32, Type::b64, Type::b128}[below(5)]);
    for (unsigned b = 0; b < blocks; ++b) {
      flow.starts.push_back(std::uint32_t(uses.size()));
      for (unsigned k = 1 + below(4); k > 0; --k) {
        auto& statement = uses.emplace_back();
        flow.block_of.push_back(b);
        for (unsigned u = below(4); u > 0; --u) statement.push_back({below(count), Role(below(3))});
      }
      auto& next = flow.successors.emplace_back();
      for (unsigned s = 1 + below(2); s > 0; --s) next.push_back(below(blocks + 1));
    }
    flow.starts.push_back(std::uint32_t(uses.size()));
    flow.block_of.push_back(blocks);
  }

  unsigned bytes_of(unsigned r) const {
    return types[r] == Type::pred ? 4 : 32 * size_of(types[r]);
  }

  /// Takes some way through the statements. The first that reads a value which another register's
  /// has replaced, or −1.
  int walk(const RegisterPlan& plan) {
    std::map<unsigned, unsigned> owner;  // of each byte
    std::map<unsigned, bool> has_value;
    unsigned steps = 0;
    for (std::uint32_t b = 0; b < flow.blocks() && steps < 200;
         b = flow.successors[b][random() % flow.successors[b].size()]) {
      for (std::uint32_t k = flow.starts[b]; k < flow.starts[b + 1]; ++k, ++steps) {
        for (const auto& [r, role] : uses[k])
          if (role != Role::written && has_value[r])
            for (unsigned at = 0; at < bytes_of(r); ++at)
              if (owner[plan.offsets[r] + at] != r) return int(k);
        for (const auto& [r, role] : uses[k]) {
          if (role == Role::read) continue;
          has_value[r] = true;
          for (unsigned at = 0; at < bytes_of(r); ++at) owner[plan.offsets[r] + at] = r;
        }
      }
    }
    return -1;
  }

  std::mt19937& random;
  std::vector<Type> types;
  std::vector<std::vector<RegisterUse>> uses;
  ControlFlow flow;
};

RegisterPlan plan_of(const std::vector<Type>& registers,
                     const std::vector<std::vector<RegisterUse>>& uses, const ControlFlow& flow) {
  return allocate_registers(registers, live_ranges(registers.size(), uses, flow));
}

}  // namespace

TEST_CASE("whatever way a program takes, a register holds what was written to it") {
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  unsigned shared = 0;
  for (unsigned program = 0; program < trials(300); ++program) {
    CAPTURE(program);
    Toy toy(random);
    const RegisterPlan plan = plan_of(toy.types, toy.uses, toy.flow);
    unsigned all = 0;
    for (unsigned r = 0; r < toy.types.size(); ++r) {
      all += toy.bytes_of(r);
      if (toy.bytes_of(r) >= 32) CHECK(plan.offsets[r] % 32 == 0);
    }
    shared += plan.bytes < all;
    for (unsigned way = 0; way < 10; ++way) REQUIRE(toy.walk(plan) == -1);
  }
  CHECK(shared > trials(30));
}

TEST_CASE("a register that a statement updates is read by it") {
  const std::vector<Type> types(2, Type::b32);
  ControlFlow flow{{0, 1, 3}, {0, 1, 1, 2}, {{1}, {1, 2}}};
  const auto apart = [&](Role role) {
    const RegisterPlan plan =
        plan_of(types, {{{0, Role::written}}, {{0, role}}, {{1, Role::written}}}, flow);
    return plan.offsets[0] != plan.offsets[1];
  };
  CHECK(apart(Role::read));
  CHECK(apart(Role::updated));
  CHECK(!apart(Role::written));
}

TEST_CASE("a result under a guard may leave the old value") {
  const std::string text = kernel_text("mov.u32 %r5, 1; @%p1 mov.u32 %r5, 2;");
  const ModuleSyntax module = syntax_of(text);
  const FunctionSyntax& function = module.functions[0];
  const auto uses = register_uses(function);
  const std::size_t last = function.statements.size() - 3;
  REQUIRE(function.statements[last].guard.kind == Operand::Kind::reg);
  CHECK(uses[last - 1].at(0).role == Role::written);
  CHECK(uses[last].at(0).role == Role::read);  // the guard
  CHECK(uses[last].at(1).role == Role::updated);
}

template <class Table>
concept adds_without_roles = requires(Table table, Decoder decode) {
  table.add("x", decode);
};
static_assert(!adds_without_roles<Opcodes>);

TEST_CASE("an instruction that uses a register in another role than its opcode says is refused") {
  const std::string text = kernel_text("st.u32 [%rd0], %r5;");
  const ModuleSyntax module = syntax_of(text);
  const FunctionSyntax& function = module.functions[0];
  Routine routine;
  FrameLayout frame(module, function, routine);
  const Statement& store = function.statements[function.statements.size() - 3];
  REQUIRE(store.opcode == "st");
  Decoding decoding(frame, store);
  CHECK_NOTHROW(decoding.source(1, Type::b32));
  CHECK_THROWS_WITH_AS(decoding.destination(1, Type::b32),
                       "operand 2 is written, which its opcode does not say", UnsupportedError);
}

TEST_CASE("a register keeps its place while an opcode without result reads it in a loop") {
  const std::string text = kernel_text(R"(
  mov.u32 %r5, 40;
AGAIN:
  setmaxnreg.inc.sync.aligned.u32 %r5;
  add.u32 %r6, %r0, 1;
  setp.lt.u32 %p1, %r6, %r3;
  @%p1 bra AGAIN;)");
  const ModuleSyntax module = syntax_of(text);
  const FunctionSyntax& function = module.functions[0];
  const RegisterPlan plan =
      plan_of(function.registers, register_uses(function), control_flow_of(function));
  const auto place = [&](std::size_t statement) {
    return plan.offsets[function.statements[statement].operands[0].index];
  };
  REQUIRE(function.statements[10].opcode == "setmaxnreg");
  CHECK(place(10) != place(11));
}
