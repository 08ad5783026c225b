"""Tests of the language of values, tables and claims: what it gives, and that it can do nothing else."""

import os
import random
import re
import sys
import unittest

import fixture
from fixture import Book, lua, weave


class Sandbox(unittest.TestCase):
    def evaluate(self, expression: str) -> str:
        return lua(f"""
          PANDOC_STATE = PANDOC_STATE
          require("results").open({{ chapters = {{}}, recorded = "." }})
          local value, _, problem = require("expression").evaluate([==[{expression}]==])
          print(value, problem)
          print(("still"):upper()) -- strings have their methods again
        """).strip()

    def assert_refused(self, expression: str, message: str) -> None:
        printed = self.evaluate(expression)
        self.assertTrue(printed.startswith("nil"), printed)
        self.assertIn(message, printed)
        self.assertTrue(printed.endswith("STILL"), printed)

    def test_mathematics_works(self) -> None:
        self.assertTrue(self.evaluate("math.max(1, 2) + sqrt(16) + log2(8)").startswith("9.0"))

    def test_no_system(self) -> None:
        for name in ("os.exit()", "io.open('x')", "require('os')", "debug.sethook()", "load('x')", "pandoc.read('x')", "_G.os", "string.rep('x', 9)", "getmetatable('').a", "rawset(math, 'a', 1)", "dofile('x')"):
            with self.subTest(name):
                self.assert_refused(name, "missing result: " + re.match(r"\w+", name)[0].replace("_", "-") if not name.startswith("_") else "bad name")

    def test_no_loops_no_definitions(self) -> None:
        self.assert_refused("(function() while true do end end)()", "'function' is not allowed")
        self.assert_refused("1 end while true do", "'end' is not allowed")

    def test_no_string_methods(self) -> None:
        self.assert_refused("('x'):rep(1e9)", "error in expression")

    def test_steps_are_limited(self) -> None:
        self.assert_refused(" + ".join(["1"] * 3000), "expression is too long")
        printed = lua("""
          require("results").open({ chapters = {}, recorded = "." })
          local variables = setmetatable({}, { __index = function(_, name) if name == "spin" then
            return setmetatable({}, { __add = function() while true do end end }) end end })
          local value, _, problem = require("expression").evaluate("spin + 1", { variables = variables })
          print(value, problem)
        """)
        self.assertEqual(printed.strip(), "nil\texpression takes too long")

    def test_results_cannot_be_reached_by_path(self) -> None:
        printed = lua("""
          require("results").open({ chapters = {}, recorded = "." })
          print(require("results").find("../secret"))
          print(require("results").find("a/../b"))
        """)
        self.assertEqual(printed.count("bad name of a result"), 2)

    def test_dividing_by_zero_is_told(self) -> None:
        for expression in ("1/0", "1/(2-2)", "5 // 0", "5 % 0", "1.0/(1/0)", "-1/-0.0", "2/0^2 + 1", "7 - 3/(0)"):
            with self.subTest(expression):
                self.assert_refused(expression, "division by zero")

    def test_other_divisions_mean_what_they_meant(self) -> None:
        for expression, value in (("6/2^2", "1.5"), ("-7//2", "-4"), ("7%4*2", "6"), ("2^-1/4/2", "0.0625"),
                                  ("1/-2", "-0.5"), ("'a/b' == 'a%b'", "false"), ("6/(1+2)", "2.0")):
            with self.subTest(expression):
                self.assertEqual(self.evaluate(expression).split()[0], value)

    def test_what_is_no_number_is_told(self) -> None:
        for expression in ("log(0)", "sqrt(-1)", "10^400", "-10^400", "math.huge", "1 + math.log(-1)", "1 < sqrt(-1)"):
            with self.subTest(expression):
                self.assert_refused(expression, "no ")

    def test_texts_do_not_grow(self) -> None:
        self.assert_refused(" .. ".join(["'" + "x" * 90 + "'"] * 20), "too long a text")
        self.assert_refused("1/'0'", "a text cannot divide")

    def test_quotation_marks_hide_nothing(self) -> None:
        self.assert_refused(r"'\'' .. (function() return 1 end)() .. ''", "not allowed in an expression")
        self.assert_refused("#'abc'", "not allowed in an expression")

    def test_syntax_error_is_told(self) -> None:
        self.assert_refused("1 +", "error in expression")


class Hostile(unittest.TestCase):
    """Random expressions: each gives a value or a message, soon, and changes nothing."""

    WORDS = """math string os io debug require load pcall error _G _ENV getmetatable setmetatable rawset rawget select next
      function end while do for repeat until goto return local x one_times one_times{n=1} .ms {} {n=1} ( ) [ ] [[ ]] -- ::
      1 0 0.0 1e308 2^1024 'a' "b" '\\' " ' .. + - * / // % ^ # & | ~ << >> == ~= < <= > >= and or not nil true false
      :rep(9e9) :format() .rep .n math.floor math.huge math.max() abs(-1) log(0) round(0/0) , ; = ... \u00e9 \u0000 ,,""".split()

    def test_random_expressions(self) -> None:
        seed = int(os.environ.get("SEED", random.randrange(10**6)))
        print(f"seed {seed}", file=sys.stderr)
        choose = random.Random(seed)
        expressions = [
            choose.choice(["", " "]).join(choose.choices(self.WORDS, k=choose.randrange(1, 8))) for _ in range(4000)
        ]
        listed = ", ".join('"' + "".join(f"\\{byte:03d}" for byte in each.encode()) + '"' for each in expressions)
        printed = lua(f"""
          PANDOC_STATE = PANDOC_STATE
          require("results").open({{ chapters = {{}}, recorded = "." }})
          local evaluate = require("expression").evaluate
          local before = {{}}
          for name in pairs(_G) do before[name] = _G[name] end
          local values = 0
          for _, text in ipairs({{ {listed} }}) do
            local value, used, problem = evaluate(text, {{ variables = {{ x = 5, n = "text" }} }})
            assert(type(used) == "table", text)
            assert((value == nil) == (type(problem) == "string"), text)
            assert(value == nil or ({{ number = 1, string = 1, boolean = 1 }})[type(value)], text)
            assert(value == value and value ~= math.huge and value ~= -math.huge, text)
            assert(type(value) ~= "string" or #value <= 1000, text)
            assert(debug.gethook() == nil and debug.getmetatable(0) == nil and ("s"):rep(2) == "ss", text)
            if value ~= nil then values = values + 1 end
          end
          for name in pairs(_G) do assert(before[name] == _G[name], name) end
          print(values)
        """)
        # Else they would be refused for their form, and show nothing.
        self.assertGreater(int(printed), 20)


class Rows(unittest.TestCase):
    def test_a_row_asked_for_again_is_found_again_and_no_other(self) -> None:
        asked = ["x{n=1}.a", "x{n=2}.a", "x{a=5, n=1}.n", "x{n=1, a=5}.n", 'x{n="1"}.a', "x{n=1.0}.a", "x{n=1}.a"]
        wrong = ['x{n="1.0"}.a', "x{n=3}.a", "x{a=5}.n", "x{}.n"]
        text = "# T\n\n" + "".join(f"- `{each}`{{.value}}\n" for each in asked + wrong)
        woven = weave(text, {"counted/x.csv": "n,a\n1,5\n2,5\n"})
        found = re.findall(r"<li>(.*?)</li>", woven.html, re.DOTALL)[-len(asked + wrong) :]
        values = [re.sub(r"<[^>]*>", "", each).strip() for each in found]
        self.assertEqual(values[: len(asked)], ["5", "5", "1", "1", "5", "5", "5"])
        for each, problem in zip(values[len(asked) :], ["missing row", "missing row", "several rows", "several rows"]):
            self.assertIn(problem, each)


class Columns(unittest.TestCase):
    """Computed columns are expressions too."""

    def test_columns_that_double_end(self) -> None:
        doubling = "; ".join(f"c{i}=c{i - 1}..c{i - 1}" for i in range(1, 40))
        woven = weave(f"# T\n\n::: {{.results data=x select=c39 compute='c0=a; {doubling}'}}\nT.\n:::\n",
                      {"counted/x.csv": "a\nword\n"})
        self.assertIn("one.md:3: warning: expression gives too long a text", woven.errors)

    def test_faults_are_told_at_the_chapter_s_line(self) -> None:
        text = "# T\n\nIt is `x{}.a\n/ 0`{.value}.\n\n[So.]{.claim test='1 % 0 == 1'}\n"
        with Book({"one": text}, {"counted/x.csv": "a\n1\n"}) as book:
            errors = book.weave("one").errors
        self.assertIn("one.md:3: warning: division by zero", errors)
        self.assertIn("one.md:6: warning: claim cannot be tested: division by zero", errors)


if __name__ == "__main__":
    if not fixture.PANDOC:
        print("pandoc is not installed")
        sys.exit(77)
    unittest.main()
