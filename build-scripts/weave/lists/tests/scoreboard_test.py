"""scoreboard and sum_up_claims, on made-up facts of two chapters and two machines."""

import json
import re
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

from shared.tools import command

SCOREBOARD = command("scoreboard")
VERDICTS = [
    {"name": "held", "sign": "\u2713", "words": "held"},
    {"name": "refuted", "sign": "\u2717", "words": "refuted"},
    {"name": "undecided", "sign": "?", "words": "undecided"},
    {"name": "missing", "sign": "?", "words": "cannot be tested"},
]


def outcome(machine: str, verdict: str, *figures: str, outdated: bool = False) -> dict[str, Any]:
    steps = [{"verdict": verdict, "figures": each} for each in figures]
    return {"machine": machine, "verdict": verdict, "outdated": outdated, "steps": steps}


def claim(anchor: str, sentence: str, *outcomes: dict[str, Any], marked: bool = False, **source: int | str) -> dict[str, Any]:
    found = {"anchor": anchor, "sentence": sentence, "test": "x", "line": 1, "marked": marked, "outcomes": list(outcomes)}
    return found | ({"source": source} if source else {})


class ScoreboardTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.facts: list[Path] = []
        self.page(
            "one",
            "A < *B*",
            [
                claim(
                    "claim-1",
                    "It is <em>so</em>.",
                    outcome("gpu-b", "held", "1 &lt; 2", "3 &lt; 4"),
                    outcome("gpu-a", "refuted", "2 &lt; 1", "3 &lt; 4"),
                ),
                claim("same", "Counted.", outcome("", "held", "7 == 7"), marked=True),
            ],
        )
        self.page("two", "Two", [claim("claim-1", "Old.", outcome("gpu-b", "undecided", "1 &lt; 1", outdated=True))])
        self.page("three", "No claims", [])

    def page(self, name: str, title: str, claims: list[dict[str, Any]]) -> None:
        path = self.folder / f"{name}.facts.json"
        path.write_text(
            json.dumps(
                {
                    "page": name,
                    "source": f"{name}.md",
                    "title": title,
                    "machine": "gpu-b",
                    "claims": claims,
                    "results": [],
                    "verdicts": VERDICTS,
                }
            )
        )
        self.facts.append(path)

    def scoreboard(self) -> str:
        output = self.folder / "scoreboard.md"
        subprocess.run([*SCOREBOARD, output, *self.facts], check=True)
        return output.read_text()

    def rows(self) -> list[list[str]]:
        """The cells of every row as plain text."""
        rows = re.findall(r"<tr[^>]*>(.*?)</tr>", self.scoreboard(), re.DOTALL)
        return [
            [
                re.sub("<br>", "; ", each)
                for each in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", re.sub(r"<(?!/?t[hdr]\b|br)[^>]*>", "", row))
            ]
            for row in rows
        ]

    def test_claims_by_chapter_and_machine(self) -> None:
        self.assertEqual(
            self.rows()[3:],
            [
                ["Claim", "gpu-b", "gpu-a"],
                ["It is so.Figuresxgpu-b1 &lt; 2; 3 &lt; 4gpu-a2 &lt; 1; 3 &lt; 4", "\u2713 held", "\u2717 refuted"],
                ["Counted. (refuted, says the text)Figuresxany machine7 == 7", "\u2713 held", "\u2713 held"],
                ["Claim", "gpu-b", "gpu-a"],
                ["Old.Figuresxgpu-b1 &lt; 1", "? undecided outdated", "not judged"],
            ],
        )
        self.assertEqual(self.scoreboard().count("\n# "), 2)
        self.assertNotIn("Claims of the sources", self.scoreboard())

    def test_figures_are_folded_and_rows_tell_their_verdicts(self) -> None:
        page = self.scoreboard()
        self.assertEqual(page.count('<details class="figures"><summary>Figures</summary>'), 3)
        self.assertEqual(re.findall(r'<tr data-verdicts="([^"]*)">', page), ["held refuted", "held", "undecided"])
        self.assertIn('<script src="scoreboard.js" defer></script>', page)

    def test_the_verdicts_are_counted_by_machine(self) -> None:
        self.assertEqual(
            self.rows()[:3],
            [
                ["Machine", "held", "refuted", "undecided", "cannot be tested"],
                ["gpu-b", "2", "0", "1", "0"],
                ["gpu-a", "1", "1", "0", "1"],
            ],
        )

    def glance(self, facts: list[Path]) -> str:
        output = self.folder / "glance.html"
        subprocess.run([*command("sum_up_claims"), output, *facts], check=True)
        return output.read_text()

    def test_the_front_page_has_a_bar_for_each_machine(self) -> None:
        page = self.glance(self.facts)
        self.assertEqual(
            [re.sub("<[^>]*>| +", " ", row).split() for row in re.findall("<li>(.*?)</li>", page)],
            [["gpu-b", "2", "held,", "1", "undecided"], ["gpu-a", "1", "held,", "1", "refuted,", "1", "cannot", "be", "tested"]],
        )
        self.assertEqual(
            re.findall(r'<i class="(\w+)-share" style="flex-grow: (\d+)">', page),
            [("held", "2"), ("undecided", "1"), ("held", "1"), ("refuted", "1"), ("missing", "1")],
        )

    def test_there_is_no_bar_where_nothing_is_claimed(self) -> None:
        self.assertEqual(self.glance(self.facts[2:]), "")

    def test_claims_of_sources_by_year(self) -> None:
        self.page(
            "four",
            "Four",
            [
                claim("late", "Late.", outcome("", "held", "1 &lt; 2"), key="b", author="Bee", year=2021),
                claim(
                    "early", "Early.", outcome("gpu-b", "refuted", "2 &lt; 1"), marked=True, key="a", author="A & Co", year=2007
                ),
                claim("never", "Never.", outcome("", "held", "1 &lt; 2"), key="c", author="Sea", year=0),
                claim("own", "Own.", outcome("", "held", "1 &lt; 2")),
            ],
        )
        page = self.scoreboard()
        self.assertIn("from 2007 to 2021: @a; @b; @c.", page)
        first = page.index("# Claims of the sources")
        self.assertLess(first, page.index("# [A"))
        self.assertEqual(
            self.rows()[3:7],
            [
                ["Source", "Claim", "gpu-b", "gpu-a"],
                ["A &amp; Co 2007", "Early. (refuted, says the text)Figuresxgpu-b2 &lt; 1", "\u2717 refuted", "not judged"],
                ["Bee 2021", "Late.Figuresxany machine1 &lt; 2", "\u2713 held", "\u2713 held"],
                ["Sea n.d.", "Never.Figuresxany machine1 &lt; 2", "\u2713 held", "\u2713 held"],
            ],
        )
        self.assertIn('<a href="#ref-a">', page)
        self.assertEqual(page.count("four.html#late"), 2)

    def test_nothing_in_a_figure_ends_the_raw_html(self) -> None:
        self.page("four", "Four", [claim("x", "So.", outcome("", "held", "``````````\n\n# Not a heading"))])
        (fence,) = set(re.findall(r"(`+){=html}\n.*?``````````\n\n# Not a heading.*?\n(?:\1)\n", self.scoreboard(), re.DOTALL))
        self.assertGreater(len(fence), 10)

    def test_sentences_and_chapters_are_links(self) -> None:
        page = self.scoreboard()
        self.assertIn('<a href="one.html#claim-1">It is <em>so</em>.</a>', page)
        self.assertIn('<a href="one.html#same">', page)
        self.assertIn("# [Two](two.html)", page)
        self.assertIn("# [A \\< \\*B\\*](one.html)", page)

    def test_head_cells_say_what_they_head(self) -> None:
        cells = re.findall(r"<th\b[^>]*>", self.scoreboard())
        self.assertEqual([cell for cell in cells if "scope=" not in cell], [])
        self.assertEqual(len([cell for cell in cells if 'scope="row"' in cell]), 5)

    def test_no_claims(self) -> None:
        self.facts = self.facts[2:]
        self.assertIn("No chapter makes a claim yet", self.scoreboard())

    def test_it_is_left_alone_if_nothing_changed(self) -> None:
        self.scoreboard()
        before = (self.folder / "scoreboard.md").stat().st_mtime_ns
        self.scoreboard()
        self.assertEqual((self.folder / "scoreboard.md").stat().st_mtime_ns, before)


if __name__ == "__main__":
    unittest.main()
