"""status, on made-up facts of pages."""

import json
import subprocess
import tempfile
import unittest
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from shared.tools import command

STATUS = command("status")
VERDICTS = [
    {"name": "held", "sign": "\u2713", "words": "held"},
    {"name": "refuted", "sign": "\u2717", "words": "refuted"},
    {"name": "undecided", "sign": "?", "words": "undecided"},
    {"name": "missing", "sign": "?", "words": "cannot be tested"},
]


def result(experiment: str, state: str = "current", machine: str = "gpu-a", cause: str = "why") -> dict[str, str]:
    return {"experiment": experiment, "state": state, "machine": machine, "cause": cause}


def claim(marked: bool = False, sentence: str = "It is <em>so</em>.", **verdicts: str) -> dict[str, Any]:
    outcomes = [
        {
            "machine": machine.replace("_", "-").replace("everywhere", ""),
            "verdict": verdict,
            "outdated": False,
            "steps": [{"verdict": verdict, "figures": "1 &lt; 2"}],
        }
        for machine, verdict in verdicts.items()
    ]
    return {"anchor": "claim-1", "sentence": sentence, "test": "a < b and c", "line": 3, "marked": marked, "outcomes": outcomes}


class StatusTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def page(self, name: str, results: Sequence[dict[str, str]] = (), claims: Sequence[dict[str, Any]] = ()) -> None:
        facts = {
            "page": name,
            "source": f"{name}.md",
            "title": name,
            "machine": "gpu-a",
            "results": list(results),
            "claims": list(claims),
            "verdicts": VERDICTS,
        }
        (self.folder / f"{name}.facts.json").write_text(json.dumps(facts))

    def status(self, *options: str) -> tuple[int, list[str]]:
        """The exit status and the lines printed."""
        pages = sorted(path.name for path in self.folder.glob("*.json"))
        run = subprocess.run([*STATUS, *options, *pages], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(run.stderr, "")
        return run.returncode, run.stdout.splitlines()

    def test_all_is_well(self) -> None:
        self.page("one", [result("one-times"), result("one-counts", machine="")], [claim(gpu_a="held")])
        self.assertEqual(
            self.status("--check", "--strict"),
            (
                0,
                [
                    "status: 2 results asked for, 0 missing, 0 outdated, 0 damaged;"
                    " 1 claims on gpu-a, 1 held, 0 refuted, 0 undecided, 0 cannot be tested"
                ],
            ),
        )

    def test_a_faulty_result_is_named_once_with_machine_cause_and_pages(self) -> None:
        self.page("one", [result("two-times", "outdated", cause="key 1, now 2")])
        self.page("two", [result("two-times", "outdated", cause="key 1, now 2"), result("gone", "missing", cause="nowhere")])
        status, lines = self.status()
        self.assertEqual(status, 0)
        self.assertEqual(
            lines[:2],
            [
                "missing result: gone on gpu-a: nowhere (asked for by two)",
                "outdated result: two-times on gpu-a: key 1, now 2 (asked for by one, two)",
            ],
        )
        self.assertIn("2 results asked for, 1 missing, 1 outdated, 0 damaged", lines[2])

    def test_missing_and_outdated_results_fail_a_strict_check_alone(self) -> None:
        for state in ("missing", "outdated"):
            with self.subTest(state):
                self.page("one", [result("one-times", state)])
                self.assertEqual(self.status("--check")[0], 0)
                self.assertEqual(self.status("--check", "--strict")[0], 1)

    def test_another_machine_s_outdated_result_fails_no_check(self) -> None:
        self.page("one", [result("one-times", "outdated", "gpu-b")])
        status, lines = self.status("--check", "--strict")
        self.assertEqual((status, lines[0]), (0, "outdated result: one-times on gpu-b: why (asked for by one)"))

    def test_a_damaged_result_fails_every_check(self) -> None:
        self.page("one", [result("one-times", "damaged")])
        self.assertEqual(self.status()[0], 0)
        self.assertEqual(self.status("--check")[0], 1)

    def test_a_claim_is_told_with_its_line_and_figures(self) -> None:
        self.page("one", claims=[claim(gpu_a="undecided")])
        status, lines = self.status("--check", "--strict")
        self.assertEqual(status, 0)
        self.assertEqual(lines[0], "one.md:3: claim undecided on gpu-a: It is so. [1 < 2]")

    def test_a_claim_that_cannot_be_tested_fails_a_strict_check(self) -> None:
        self.page("one", claims=[claim(gpu_a="missing")])
        self.assertEqual(self.status("--check")[0], 0)
        self.assertEqual(self.status("--check", "--strict")[0], 1)

    def test_a_text_at_odds_with_its_verdict_fails_every_check(self) -> None:
        for machine in ("gpu_a", "gpu_b", "everywhere"):
            with self.subTest(machine):
                made = claim(False, **{machine: "held"})
                made["outcomes"][0]["odds"] = "marked as refuted, and held"
                self.page("one", claims=[made])
                self.assertEqual(self.status()[0], 0)
                status, lines = self.status("--check")
                self.assertEqual(status, 1)
                self.assertRegex(lines[0], r"one\.md:3: claim marked as refuted, and held( on gpu-[ab])?: It is so\. \[1 < 2\]")

    def test_powers_are_told_as_powers(self) -> None:
        sentence = "With <math><msup><mn>2</mn><mn>14</mn></msup></math> or 2<sup>20</sup>."
        self.page("one", claims=[claim(sentence=sentence, gpu_a="undecided")])
        self.assertIn("With 2^14 or 2^20. [", self.status()[1][0])

    def test_mathematics_is_told_without_its_source(self) -> None:
        math = "At <math><mi>n</mi><annotation encoding='x'>n source</annotation></math>."
        self.page("one", claims=[claim(sentence=math, gpu_a="undecided")])
        self.assertIn("At n. [", self.status()[1][0])


if __name__ == "__main__":
    unittest.main()
