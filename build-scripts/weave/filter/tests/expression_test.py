"""Tests of the language of values, tables and claims: what it gives, and that it can do nothing else."""

import os
import random
import re
import sys
import unittest
from fractions import Fraction

from weave.tests import fixture
from weave.tests.fixture import Book, lua, weave


def evaluated(expressions: list[str], variables: str = "{}") -> list[tuple[str, str]]:
    """Value and complaint of each expression, as text; "nil" where there is none."""
    listed = ", ".join('"' + "".join(f"\\{byte:03d}" for byte in each.encode()) + '"' for each in expressions)
    printed = lua(
        f"""
      require("results.results").open({{ chapters = {{}}, recorded = "." }})
      for _, text in ipairs({{ {listed} }}) do
        local value, used, problem = require("results.expressions.expression").evaluate(text, {variables})
        assert(type(used) == "table" and (value == nil) == (type(problem) == "string"), text)
        print((math.type(value) and ("%.17g"):format(value) or tostring(value)), (tostring(problem):gsub("%c", " ")))
      end
    """
    )
    return [(value, problem) for value, problem in (line.split("\t") for line in printed.split("\n")[:-1])]


def seeded() -> random.Random:
    seed = int(os.environ.get("SEED", random.randrange(10**6)))
    print(f"seed {seed}", file=sys.stderr)
    return random.Random(seed)


class Language(unittest.TestCase):
    def assert_gives(self, cases: dict[str, str]) -> None:
        for (expression, expected), (value, problem) in zip(cases.items(), evaluated(list(cases))):
            with self.subTest(expression):
                self.assertEqual((value, problem), (expected, "nil"))

    def assert_refused(self, cases: dict[str, str]) -> None:
        for (expression, message), (value, problem) in zip(cases.items(), evaluated(list(cases))):
            with self.subTest(expression):
                self.assertEqual(value, "nil")
                self.assertIn(message, problem)

    def test_it_means_what_one_would_think(self) -> None:
        self.assert_gives(
            {
                "max(1, 2) + sqrt(16) + log2(8)": "9",
                "6/2^2": "1.5",
                "-7//2": "-4",
                "7%4*2": "6",
                "2^-1/4/2": "0.0625",
                "1/-2": "-0.5",
                "-2^2": "-4",
                "2^3^2": "512",
                "10 - 4 - 3": "3",
                "'a/b' == \"a%b\"": "false",
                "not 1 > 2 and (3 in (1, 3) or false)": "true",
                "begins('serial 7', 'serial')": "true",
                "all k in (1, 2, 3): k < 4": "true",
                "any k in (1, 2): k > 2": "false",
                "all a in (1, 2), b in (3, 4) where a + b ~= 4: a + b > 4": "true",
                "all k in (1, 2): any j in (2, 3): j == k + 1": "true",
            }
        )

    def test_nothing_else_is_known(self) -> None:
        self.assert_refused(
            {
                "os.exit()": "error in expression at '()'",
                "require('os')": "there is no function 'require'",
                "load('x')()": "error in expression at '()'",
                "_G": "bad name of a result",
                "(function() return 1 end)()": "error in expression at 'return 1 end)()'",
                "('x'):rep(9)": "error in expression at ':rep(9)'",
                "#'abc'": "error in expression at '#",
                "max": "max is a function",
                "max()": "max wants another number of arguments",
                "nothing": "missing result: nothing",
                "{n=1}.ms": "a row without a result",
                "all n: n > 1": "'n' has no values",
            }
        )

    def test_mistakes_in_writing_are_told_with_their_place(self) -> None:
        self.assert_refused(
            {
                "1 +": "something is missing at its end",
                "": "something is missing at its end",
                "2 * (3 + 4": "something is missing at its end",
                "1 + * 2": "error in expression at '* 2'",
                "1 < 2 < 3": "error in expression at '< 3'",
                "x{n=1 ms": "error in expression at 'ms'",
                "'open": "error in expression at ''open'",
                " + ".join(["1"] * 3000): "expression is too long",
                "(" * 1900 + "1" + ")" * 1900: "too many brackets",
                "- " * 1900 + "1": "too many brackets",
            }
        )

    def test_values_have_to_be_of_their_kind(self) -> None:
        self.assert_refused(
            {
                "'1' + 1": "'1' is no number",
                "1/'0'": "'0' is no number",
                "1 < 'a'": "'a' is no number",
                "1 and true": "1 is no condition",
                "not 1": "1 is no condition",
                "sqrt('4')": "'4' is no number",
                "all k in (1, 2): k": "1 is no condition",
                "all k in (1, 2) where k > 2: true": "there is no case",
            }
        )

    def test_what_is_no_number_is_told(self) -> None:
        zero = ("1/0", "1/(2-2)", "5 // 0", "5 % 0", "1.0/(1/0)", "-1/-0.0", "2/0^2 + 1", "7 - 3/(0)")
        infinite = ("log(0)", "sqrt(-1)", "10^400", "-10^400", "1 + log(-1)", "1 < sqrt(-1)", "10^400 > 1", "1e400 > 1")
        self.assert_refused({each: "division by zero" for each in zero} | {each: "no finite number" for each in infinite})

    def test_steps_are_limited(self) -> None:
        many = ", ".join(["1"] * 60)
        self.assert_refused({f"all a in ({many}), b in ({many}), c in ({many}): true": "expression takes too long"})

    def test_results_cannot_be_reached_by_path(self) -> None:
        printed = lua(
            """
          require("results.results").open({ chapters = {}, recorded = "." })
          print(require("results.results").find("../secret"))
          print(require("results.results").find("a/../b"))
        """
        )
        self.assertEqual(printed.count("bad name of a result"), 2)


class Random(unittest.TestCase):
    """Random expressions."""

    def test_arithmetic_is_python_s(self) -> None:
        """Signs bind as they do in Python, and give the same."""
        choose = seeded()

        def number(depth: int) -> str:
            kind = choose.randrange(8) if depth else 0
            if kind < 2:
                return choose.choice(["0", "1", "2", "3", "7", "0.5", "2.25", "1e2"])
            if kind == 2:
                return f"({number(depth - 1)})"
            if kind == 3:
                return f"-{number(depth - 1)}"
            if kind == 4:
                return f"{choose.choice('123')} ^ {choose.choice(['2', '-1', '3'])}"
            return f"{number(depth - 1)} {choose.choice(['+', '-', '*', '/', '//', '%'])} {number(depth - 1)}"

        def condition(depth: int) -> str:
            kind = choose.randrange(6) if depth else 0
            if kind < 2:
                return f"{number(2)} {choose.choice(['<', '<=', '>', '>=', '==', '~='])} {number(2)}"
            if kind == 2:
                return f"{number(1)} in ({number(0)}, {number(0)})"
            if kind == 3:
                return f"not {condition(depth - 1)}"
            if kind == 4:
                return f"({condition(depth - 1)})"
            return f"{condition(depth - 1)} {choose.choice(['and', 'or'])} {condition(depth - 1)}"

        expressions = [choose.choice([number, condition])(4) for _ in range(1500)]
        finite = 0
        for expression, (value, problem) in zip(expressions, evaluated(expressions)):
            with self.subTest(expression):
                try:
                    spelled = expression.replace("^", "**").replace("~=", "!=")
                    expected = eval(spelled)
                    fractions = re.sub(r"(?<![\w.])\d[\de.]*", r"Fraction('\g<0>')", spelled)
                    exact = eval(fractions, {"Fraction": Fraction})
                except ZeroDivisionError:
                    self.assertEqual(problem, "division by zero")
                    continue
                if abs(exact - expected) > 1e-9 * max(1, abs(expected)):
                    continue  # rounding decides, and Lua rounds a quotient before it takes the floor
                finite += 1
                if isinstance(expected, bool):
                    self.assertEqual(value, str(expected).lower())
                else:
                    self.assertAlmostEqual(float(value), expected, delta=1e-9 * max(1, abs(expected)))
        self.assertGreater(finite, 500)

    WORDS = """math string os io debug require load pcall error _G _ENV getmetatable rawget select next all any from to in where
      function end while do for repeat until goto return local x one_times one_times{n=1} .ms {} {n=1} ( ) [ ] [[ ]] -- ::
      1 0 0.0 1e308 2^1024 'a' "b" '\\' " ' .. + - * / // % ^ # & | ~ << >> == ~= < <= > >= and or not nil true false
      :rep(9e9) .rep .n max floor max() abs(-1) log(0) round(0/0) , ; = : ... \u00e9 \u0000 ,,""".split()

    def test_each_gives_a_value_or_a_complaint(self) -> None:
        choose = seeded()
        expressions = [choose.choice(["", " "]).join(choose.choices(self.WORDS, k=choose.randrange(1, 8))) for _ in range(4000)]
        values = [value for value, _ in evaluated(expressions, '{ x = 5, n = "text" }') if value != "nil"]
        # Else they would be refused for their form, and show nothing.
        self.assertGreater(len(values), 20)
        for value in values:
            self.assertNotRegex(value, "^(-?inf|-?nan|function|table)")


class Rows(unittest.TestCase):
    def shown(self, expressions: list[str], files: dict[str, str]) -> list[str]:
        text = "# T\n\n" + "".join(f"- `{each}`{{.value}}\n" for each in expressions)
        found = re.findall(r"<li>(.*?)</li>", weave(text, files).html, re.DOTALL)[-len(expressions) :]
        return [re.sub(r"<[^>]*>", "", each).strip() for each in found]

    def test_a_row_asked_for_again_is_found_again_and_no_other(self) -> None:
        asked = ["x{n=1}.a", "x{n=2}.a", "x{a=5, n=1}.n", "x{n=1, a=5}.n", 'x{n="1"}.a', "x{n=1.0}.a", "x{n=1}.a"]
        wrong = ['x{n="1.0"}.a', "x{n=3}.a", "x{a=5}.n", "x{}.n"]
        values = self.shown(asked + wrong, {"counted/x.csv": "n,a\n1,5\n2,5\n"})
        self.assertEqual(values[: len(asked)], ["5", "5", "1", "1", "5", "5", "5"])
        for each, problem in zip(values[len(asked) :], ["missing row", "missing row", "several rows", "several rows"]):
            self.assertIn(problem, each)

    TABLE = {"counted/one-x.csv": "variant,n,kind,ms\nlook-back,1,a,5\nlast,1,a,3\nlook-back,2,a,7\nlast,2,a,6\nlast,4,b,1\n"}

    def test_within_a_result_rows_are_called_by_their_values(self) -> None:
        cases = {
            "in one_x{n=1}: look_back.ms - last.ms": "2",
            "in one_x{n=1}: look_back.ms - {variant='last', n=2}.ms": "\u22121",
            "in one_x{variant='last', n=2}: ms": "6",
            "in one_x: all n from 1 to 2: last.ms < look_back.ms": "yes",
            "in one_x, all n: last.ms < 7": "yes",
            "in one_x{variant='last'}, all n where n > 1: ms < {n=1}.ms": "no",
            "in one_x{variant='last'}, any kind in ('a'), n from 1 to 2: ms > 5": "yes",
            "in one_x{variant='last'}, all kind, n: ms >= 1": "yes",
            "in one_x{variant='last'}, all kind, n from 1 to 2: ms > 0": "one-x has no rows with n=1 and n=2",
            "count(one_x)": "5",
            "count(one_x{n=1} where ms > {variant='last'}.ms)": "several rows in one-x with variant=last",
            "count(one_x where ms > {variant='last', n=n}.ms)": "2",
            "largest(one_x, ms * n where kind == 'a')": "14",
            "smallest(one_x{variant='last'}, ms)": "1",
            "largest(one_x, ms where n > 4)": "no such row in one-x",
            "in one_x{n=4}: look_back.ms": "missing row: one-x{n=4, variant=look-back}",
            "in one_x{n=1}: slow.ms": "no row of one-x is called 'slow'",
            "in one_x: all n from 1 to 3: last.ms < 9": "one-x has no rows with n=1 and n=3",
            "in one_x: all n: look_back.ms > 1": "missing row: one-x{n=4, variant=look-back}",
            "in one_x: all m: last.ms > 1": "missing column: m in one-x",
            "in one_x{m=1}: ms": "missing column: m in one-x",
            "in one_x: ms": "several rows in one-x with",
            "one_x.ms": "one-x has several rows: ask for one, one_x{\u2026}.ms",
            "one_x": "expression gives a row, not one of its columns",
            "count(one_x where m > 1)": "missing column: m in one-x",
        }
        for (expression, expected), shown in zip(cases.items(), self.shown(list(cases), self.TABLE)):
            with self.subTest(expression):
                self.assertEqual(shown[: len(expected)], expected)

    def test_a_name_that_may_mean_two_things_is_refused(self) -> None:
        table = {"counted/one-x.csv": "variant,data,ms\nlast,first,5\nfirst,last,3\na-b,a_b,1\n"}
        for shown in self.shown(["in one_x: last.ms", "in one_x: a_b.ms"], table):
            self.assertIn("may mean several things in one-x", shown)


class Columns(unittest.TestCase):
    """Computed columns are expressions too."""

    def test_faults_are_told_at_the_chapter_s_line(self) -> None:
        text = "# T\n\nIt is `x{}.a\n/ 0`{.value}.\n\n[So.]{.claim test='1 % 0 == 1'}\n"
        with Book({"one": text}, {"counted/x.csv": "a\n1\n"}) as book:
            errors = book.weave("one").errors
        self.assertIn("one.md:3: warning: division by zero", errors)
        self.assertIn("one.md:6: warning: claim cannot be tested: division by zero", errors)


if __name__ == "__main__":
    fixture.main()
