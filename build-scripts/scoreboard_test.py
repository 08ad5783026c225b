"""scoreboard, on made-up facts of two chapters and two machines."""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCOREBOARD = Path(__file__).with_name("scoreboard")


def outcome(machine, verdict, *figures, outdated=False):
    steps = [{"verdict": verdict, "figures": each} for each in figures]
    return {"machine": machine, "verdict": verdict, "outdated": outdated, "steps": steps}


def claim(anchor, sentence, *outcomes, marked=False):
    return {"anchor": anchor, "sentence": sentence, "test": "x", "marked": marked, "outcomes": list(outcomes)}


class ScoreboardTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.facts = []
        self.page("one", "A < B", [
            claim("claim-1", "It is <em>so</em>.",
                  outcome("gpu-b", "held", "1 &lt; 2", "3 &lt; 4"), outcome("gpu-a", "refuted", "2 &lt; 1", "3 &lt; 4")),
            claim("same", "Counted.", outcome("", "held", "7 == 7"), marked=True),
        ])
        self.page("two", "Two", [claim("claim-1", "Old.", outcome("gpu-b", "undecided", "1 &lt; 1", outdated=True))])
        self.page("three", "No claims", [])

    def page(self, name, title, claims):
        path = self.folder / f"{name}.facts.json"
        path.write_text(json.dumps({
            "page": name, "source": f"{name}.md", "title": title, "machine": "gpu-b", "claims": claims, "results": [],
        }))
        self.facts.append(path)

    def scoreboard(self):
        output = self.folder / "scoreboard.md"
        subprocess.run([sys.executable, SCOREBOARD, output, *self.facts], check=True)
        return output.read_text()

    def rows(self):
        """The cells of every row as plain text."""
        rows = re.findall(r"<tr>(.*?)</tr>", self.scoreboard(), re.DOTALL)
        return [
            [re.sub("<br>", "; ", each) for each in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", re.sub(r"<(?!/?t[hdr]\b|br)[^>]*>", "", row))]
            for row in rows
        ]

    def test_claims_by_chapter_and_machine(self):
        self.assertEqual(self.rows(), [
            ["Claim", "gpu-b", "gpu-a"],
            ["A &lt; B"],
            ["It is so.", "\u2713 held; 1 &lt; 2; 3 &lt; 4", "\u2717 refuted; 2 &lt; 1; 3 &lt; 4"],
            ["Counted. (refuted, says the text)", "\u2713 held; 7 == 7", "\u2713 held; 7 == 7"],
            ["Two"],
            ["Old.", "? undecided outdated; 1 &lt; 1", "not judged"],
            ["All claims", "2 held, 1 undecided", "1 held, 1 refuted, 1 cannot be tested"],
        ])

    def test_sentences_and_chapters_are_links(self):
        page = self.scoreboard()
        self.assertIn('<a href="one.html#claim-1">It is <em>so</em>.</a>', page)
        self.assertIn('<a href="one.html#same">', page)
        self.assertIn('<a href="two.html">Two</a>', page)

    def test_head_cells_say_what_they_head(self):
        cells = re.findall(r"<th\b[^>]*>", self.scoreboard())
        self.assertEqual([cell for cell in cells if "scope=" not in cell], [])
        self.assertEqual(len([cell for cell in cells if 'scope="row"' in cell]), 4)

    def test_no_claims(self):
        self.facts = self.facts[2:]
        self.assertIn("No chapter makes a claim yet", self.scoreboard())

    def test_it_is_left_alone_if_nothing_changed(self):
        self.scoreboard()
        before = (self.folder / "scoreboard.md").stat().st_mtime_ns
        self.scoreboard()
        self.assertEqual((self.folder / "scoreboard.md").stat().st_mtime_ns, before)


if __name__ == "__main__":
    unittest.main()
