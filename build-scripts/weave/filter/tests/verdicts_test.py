"""Tests of verdicts on tests with `all` and `any`: they are those of the same tests with each case spelled out."""

import json
import os
import random
import sys
import unittest

from weave.tests import fixture
from weave.tests.fixture import Book, lua

HEAD = "variant,n,ms,lower_quartile,upper_quartile\n"


def verdicts(table: str, tests: list[str]) -> list[tuple[str, list[str]]]:
    """For each test its verdict, and the figures of its steps, as text."""
    texts = ", ".join(json.dumps(each) for each in tests)
    script = f"""
      require("results.results").open({{ lists = {{ "results.list" }}, machine = "here" }})
      require("results.machines").open()
      for _, test in ipairs({{ {texts} }}) do
        local verdict, outcome = require("results.verdicts").of(test)
        local steps = {{}}
        for i, step in ipairs(outcome.steps) do
          local figures = {{}}
          for k, figure in ipairs(step.figures) do
            figures[k] = type(figure) == "table" and tostring(figure.low) .. ".." .. tostring(figure.high) or figure
          end
          steps[i] = step.reason or table.concat(figures, " ")
        end
        print(verdict .. "\\t" .. table.concat(steps, "|"))
      end
    """
    with Book({}, {"counted/x.csv": table}) as book:
        book.list_results("here")
        printed = lua(script, book.folder)
    lines = [line.split("\t") for line in printed.splitlines()]
    return [(verdict, steps.split("|")) for verdict, steps in lines]


def verdict(table: str, test: str) -> str:
    return verdicts(table, [test])[0][0]


# By n: clearly less, clearly more, and within each other's spread.
TABLE = HEAD + "a,1,5,4,6\nb,1,9,8,10\na,2,9,8,10\nb,2,5,4,6\na,4,5,4,6\nb,4,5.5,4.5,6.5\n"


class Quantifiers(unittest.TestCase):
    def test_uncertainty_carries_through(self) -> None:
        cases = {
            "in x, all n in (1): a.ms < b.ms": "held",
            "in x, all n in (1, 4): a.ms < b.ms": "undecided",
            "in x, all n in (1, 2, 4): a.ms < b.ms": "refuted",
            "in x, any n: a.ms < b.ms": "held",
            "in x, any n from 2 to 4: a.ms < b.ms": "undecided",
            "in x, any n in (2): a.ms < b.ms": "refuted",
            "in x, all n: any k in (1, 2): k * a.ms > b.ms": "undecided",
            "in x{n=1}: a.ms < b.ms and b.ms < 2 * a.ms": "undecided",
            "in x, not all n: a.ms < b.ms": "held",
        }
        for (test, expected), (found, _) in zip(cases.items(), verdicts(TABLE, list(cases))):
            with self.subTest(test):
                self.assertEqual(found, expected)

    def test_what_is_missing_is_an_error(self) -> None:
        cases = {
            "in x, all n from 1 to 3: a.ms > 0": "x has no rows with n=1 and n=3",
            "in x, any n: c.ms > 0": "no row of x is called 'c'",
            "in x, all n where n > 4: a.ms > 0": "there is no case of 'all'",
            "in x, any n in (1, 3): a.ms > 0": "missing row: x{n=3, variant=a}",
            "in x, all n in (1, 2): a.ms": "a test wants a condition",
        }
        for (test, expected), (found, steps) in zip(cases.items(), verdicts(TABLE, list(cases))):
            with self.subTest(test):
                self.assertEqual(found, "missing")
                self.assertIn(expected, steps)

    def test_a_case_that_may_not_be_meant_decides_nothing(self) -> None:
        # Whether a.ms < 5.2 at n = 1 and 4 depends on where the figure lies.
        self.assertEqual(verdict(TABLE, "in x, all n where a.ms < 5.2: b.ms > 100"), "undecided")
        self.assertEqual(verdict(TABLE, "in x, any n where a.ms < 5.2: b.ms > 1"), "undecided")
        self.assertEqual(verdict(TABLE, "in x, all n where a.ms < 5.2: b.ms > 1"), "held")

    def test_each_case_shows_its_two_figures(self) -> None:
        judged = verdicts(TABLE, ["in x, all n from 1 to 2: a.ms < 2 * b.ms"])
        self.assertEqual(judged, [("undecided", ["4..6 < 16..20", "8..10 < 8..12"])])

    def test_random_tests_are_judged_as_if_spelled_out(self) -> None:
        seed = int(os.environ.get("SEED", random.randrange(10**6)))
        print(f"seed {seed}", file=sys.stderr)
        choose = random.Random(seed)
        for _ in range(5):
            sizes = sorted(choose.sample(range(1, 40), 5))
            table = HEAD
            for variant in ("slow", "three-fast"):
                for n in sizes:
                    ms, spread = choose.randrange(1, 20), choose.choice([0, 0, 1, 3])
                    table += f"{variant},{n},{ms},{ms - spread},{ms + spread}\n"
            short, long, opposite = [], [], []
            for _ in range(30):
                first, last = sorted(choose.choices(range(5), k=2))
                sign, factor = choose.choice(["<", "<=", ">", ">="]), choose.choice([0.5, 1, 2])
                short.append(f"in x: all n from {sizes[first]} to {sizes[last]}: slow.ms {sign} {factor} * three_fast.ms")
                parts = [
                    f"x{{variant='slow', n={n}}}.ms {sign} {factor} * x{{variant='three-fast', n={n}}}.ms"
                    for n in sizes[first : last + 1]
                ]
                long.append(" and ".join(parts))
                opposite.append(f"in x: any n from {sizes[first]} to {sizes[last]}: not slow.ms {sign} {factor} * three_fast.ms")
            found = verdicts(table, short + long + opposite)
            contrary = {"held": "refuted", "refuted": "held", "undecided": "undecided"}
            for test, one, other, third in zip(short, found, found[30:], found[60:]):
                with self.subTest(test, table=table):
                    self.assertEqual(one, other)
                    self.assertEqual(contrary[one[0]], third[0])


if __name__ == "__main__":
    fixture.main()
