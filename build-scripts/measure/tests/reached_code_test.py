"""reached_code: which code of a program an experiment reaches, and what of it makes no difference."""

import unittest

from shared import source_code
from measure.reached_code import reached_code

PROGRAM = r"""
#include <vector>
#include "harness/program.hpp"
#define TWICE(x) ((x) + (x))
namespace harness { struct Table { void row(int); }; int unused(); }
constexpr int threads = 256, blocks = 12;
struct Pair { int first; } pair_of_all;
enum Place { host, device };
template <class T> class Array { T* data; };
template <class T, class U = int>
T add(T a, U b) { return a + b; }
__global__ void __launch_bounds__(1024) kernel(float* x) {
#pragma unroll
  for (int i = 0; i < threads; ++i) x[i] = 1;
}
__global__ void __launch_bounds__(1024) other(float* x) {}
static void by_hand(harness::Table& table) { kernel<<<1, threads>>>(TWICE(0)); table.row(add(1, 2)); }
void (*listed[])(harness::Table&) = {by_hand};
int helper_of_checks() { return 1; }
bool operator<(Pair, Pair) { return true; }
int main(int argc, char** argv) {
  if (argc == 3) { prepare(argv[2]); return 0; }
  harness::Program program(argc, argv);
  const bool simulated = harness::observer::available();
  auto check_it = [&](const char* name, auto add) { program.check(name, [=] { helper_of_checks(); }); };
  auto columns = [](int more) { return std::vector<const char*>{"n", "ms"}; };
  check_it("a check", add<int>);
  if (!simulated) {
    program.check("another", [] { helper_of_checks(); });
    program.measure("one-guarded", {"n"}, [](harness::Table& table) { other<<<1, 1>>>(0); });
  }
  program.measure("one-plain", {"n"}, [](harness::Table& table) { table.row(blocks); });
  program.measure("one-listed", columns(1), [](harness::Table& table) { listed[0](table); });
  return program.run();
}
"""


def reached(experiment: str = "one-listed", program: str = PROGRAM) -> list[str] | None:
    return reached_code(source_code.code(program), experiment)


class ReachedCodeTest(unittest.TestCase):
    def assert_reaches(self, experiment: str, some: list[str], none: list[str]) -> None:
        text = "\n".join(reached(experiment) or ())
        for words in some:
            self.assertIn(words, text)
        for words in none:
            self.assertNotIn(words, text)

    def assert_same(self, old: str, new: str, same: bool, experiment: str = "one-listed") -> None:
        self.assertIn(old, PROGRAM)
        before, after = reached(experiment), reached(experiment, PROGRAM.replace(old, new))
        (self.assertEqual if same else self.assertNotEqual)(before, after)

    def test_names_lead_from_the_experiment_to_what_defines_them(self) -> None:
        self.assert_reaches("one-plain", ["blocks = 12"], ["by_hand", "kernel", "other", "define", "columns"])
        self.assert_reaches(
            "one-listed",
            ["auto columns", "( * listed", "by_hand", "kernel", "threads = 256", "TWICE", "T add (", "struct Table"],
            ["other", "helper_of_checks", "enum Place", "class Array", "unused"],
        )

    def test_what_main_does_besides_registering_counts(self) -> None:
        self.assert_reaches("one-plain", ["prepare ( argv [ 2 ] )", "const bool simulated"], ["check_it", "another"])
        self.assert_same("prepare(argv[2])", "prepare(argv[1])", False)
        self.assert_same("  harness::Program program", "  cudaSetDevice(1);\n  harness::Program program", False)

    def test_a_condition_of_its_registration_counts_and_what_else_is_registered_there_does_not(self) -> None:
        self.assert_reaches("one-guarded", ["if ( ! simulated )", "other ("], ["another", "by_hand"])
        self.assert_same("!simulated", "simulated", False, "one-guarded")
        self.assert_same('"another"', '"yet another"', True, "one-guarded")

    def test_code_that_is_not_reached_makes_no_difference(self) -> None:
        self.assert_same("{ return 1; }", "{ return 2; }", True)
        self.assert_same('check_it("a check", add<int>);', "", True)
        self.assert_same("table.row(blocks)", "table.row(blocks + 1)", True)
        self.assert_same("enum Place { host, device };", "enum Place { device, host };", True)

    def test_code_that_is_reached_does(self) -> None:
        self.assert_same("x[i] = 1", "x[i] = 2", False)
        self.assert_same("#pragma unroll\n", "", False)
        self.assert_same("((x) + (x))", "(2 * (x))", False)
        self.assert_same("threads = 256", "threads = 128", False)
        self.assert_same("U = int", "U = long", False)
        self.assert_same('{"n", "ms"}', '{"n"}', False)
        self.assert_same("listed[0](table)", "listed[0](table); ++table", False)

    def test_what_has_no_clear_name_counts(self) -> None:
        self.assert_same("return true;", "return false;", False)

    def test_neither_order_nor_the_names_of_experiments_count(self) -> None:
        moved = "struct Pair { int first; } pair_of_all;\n"
        self.assert_same(
            "constexpr int threads = 256, blocks = 12;\n" + moved, moved + "constexpr int threads = 256, blocks = 12;\n", True
        )
        self.assertEqual(reached(), reached("two-listed", PROGRAM.replace("one-", "two-")))

    def test_where_it_cannot_be_told_none_is(self) -> None:
        self.assertIsNone(reached("one-missing"))
        self.assertIsNone(reached(program=PROGRAM.replace("int main", "int start")))
        self.assertIsNone(reached(program=PROGRAM.replace("enum Place", "#if ONE\nenum Place")))
        self.assertIsNone(reached(program=PROGRAM + "}"))
        self.assertIsNone(reached(program=PROGRAM.replace("return program.run();", "return program.run(;")))

    def test_conditions_of_the_preprocessor_within_a_function_are_its_code(self) -> None:
        inside = PROGRAM.replace("#pragma unroll\n", "#if FAST\n#pragma unroll\n#endif\n")
        self.assertNotEqual(reached(), reached(program=inside))
        self.assertNotEqual(reached(program=inside), reached(program=inside.replace("if FAST", "if SLOW")))


if __name__ == "__main__":
    unittest.main()
