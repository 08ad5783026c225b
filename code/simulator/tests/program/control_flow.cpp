#include "simulator/program/control_flow.hpp"

#include <doctest/doctest.h>

#include <random>

#include "simulator/instructions/control.hpp"
#include "simulator/program/program.hpp"
#include "simulator/tests/harness.hpp"

using namespace simulator;

namespace {

using Graph = std::vector<std::vector<std::uint32_t>>;

/// Does a way lead from a node to the end that leaves out another one?
bool reaches_end(const Graph& graph, std::uint32_t from, std::uint32_t without) {
  std::vector<std::uint32_t> next{from};
  std::vector<bool> seen(graph.size() + 1);
  while (!next.empty()) {
    const std::uint32_t node = next.back();
    next.pop_back();
    if (node == without || seen[node]) continue;
    if (node == graph.size()) return true;
    seen[node] = true;
    next.insert(next.end(), graph[node].begin(), graph[node].end());
  }
  return false;
}

/// Of a kernel whose statements from the 10th on (START) are those of the body.
ControlFlow flow_of_body(const std::string& body) {
  const std::string text = kernel_text("bra START; START:" + body);
  return control_flow_of(syntax_of(text).functions[0]);
}

}  // namespace

TEST_CASE("immediate post-dominators are the nearest nodes that no way leaves out") {
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (unsigned round = 0; round < 300; ++round) {
    CAPTURE(round);
    Graph graph(1 + random() % 9);
    const auto end = std::uint32_t(graph.size());
    for (auto& successors : graph)
      for (unsigned k = random() % 3 + (random() % 8 != 0); k > 0; --k)
        successors.push_back(random() % (end + 1));
    const std::vector<std::uint32_t> found = immediate_postdominators(graph);
    for (std::uint32_t node = 0; node < end; ++node) {
      CAPTURE(node);
      const auto dominates = [&](std::uint32_t by, std::uint32_t of) {
        return by == end || !reaches_end(graph, of, by);
      };
      if (!reaches_end(graph, node, end + 1)) {
        CHECK(found[node] == end);  // a loop without exit
        continue;
      }
      REQUIRE(dominates(found[node], node));
      REQUIRE(found[node] != node);
      for (std::uint32_t other = 0; other < end; ++other)
        if (other != node && other != found[node] && dominates(other, node))
          CHECK(dominates(other, found[node]));
    }
  }
}

TEST_CASE("the blocks of a branch, a loop, a table of labels and an early return") {
  const ControlFlow branch = flow_of_body("@%p1 bra L; add.u32 %r5, %r5, 1; L: exit;");
  CHECK(branch.successors == Graph{{1}, {3, 2}, {3}, {6}, {6}, {6}});
  const ControlFlow loop = flow_of_body("add.u32 %r5, %r5, 1; @%p1 bra START;");
  CHECK(loop.successors == Graph{{1}, {1, 2}, {4}, {4}});
  const ControlFlow table =
      flow_of_body("T: .branchtargets A, B; brx.idx %r5, T; A: bra.uni E; B: trap; E:");
  CHECK(table.successors == Graph{{1}, {2, 3}, {4}, {6}, {6}, {6}});
  const ControlFlow early = flow_of_body("@%p1 ret; add.u32 %r5, %r5, 1;");
  CHECK(early.successors == Graph{{1}, {4, 2}, {4}, {4}});
  CHECK(early.starts == std::vector<std::uint32_t>{0, 10, 11, 13, 14});
  CHECK(early.block_of.size() == 15);
}

TEST_CASE("lanes that a branch parts meet at the nearest instruction that all come to") {
  const auto module = parse_module(kernel_text(R"(
  @%p1 bra ELSE;
  add.u32 %r5, %r5, 1;
  bra.uni END;
ELSE:
  @%p2 exit;
  add.u32 %r5, %r5, 2;
END:
  add.u32 %r5, %r5, 3;)"));
  const auto& code = module->program->functions[0].code;
  std::vector<std::uint32_t> meets;
  for (const Instruction& i : code)
    if (i.payload.holds<Branch>()) meets.push_back(i.payload.as<Branch>().reconverge);
  // One way of the first leaves the kernel, so that there is nothing that all come to.
  CHECK(meets == std::vector<std::uint32_t>{~0u, 14});
}

TEST_CASE("who falls off the end of a function returns") {
  const ModuleSyntax module = syntax_of(".func f() { .reg .b32 %r<2>; add.u32 %r1, %r1, %r1; }");
  const FunctionSyntax& function = module.functions[0];
  REQUIRE(function.statements.size() == 2);
  CHECK(function.statements[1].opcode == "ret");
  CHECK(control_flow_of(function).successors == Graph{{1}});
}

TEST_CASE("nothing is left but to leave where no way does what another thread could see") {
  const ModuleSyntax module = syntax_of(R"(
.func f(.param .b32 p) {
  .reg .pred %p<2>;
  .reg .b32 %r<2>;
  .reg .b64 %rd<2>;
  @%p1 bra LOOP;
  st.global.b32 [%rd1], %r1;
  @%p1 bra END;
  add.u32 %r1, %r1, 1;
  st.param.b32 [p], %r1;
  @%p1 bra END;
  mov.u32 %r1, 2;
END:
  mov.u32 %r1, 3;
  ret;
LOOP:
  add.u32 %r1, %r1, 1;
  bra.uni LOOP;
  trap;
})");
  // Behind the last statement stand a ret that the reader adds, and the end.
  CHECK(leaving(module.functions[0]) == std::vector<bool>{false, false, true, true, true, true,
                                                          true, true, true, false, false, false,
                                                          true, true});
}
