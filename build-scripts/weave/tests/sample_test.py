"""A chapter that uses everything, woven with made-up results, must pass all checks of pages.

`sample_test.py --keep FOLDER` leaves the pages in FOLDER, to be looked at.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from shared.tools import command
from weave.tests import book_test, fixture

HERE = pathlib.Path(__file__).resolve().parent

HEADER = "# experiment: sample-times\n# kind: timed\n# machine: here\n# date: 2026-01-02T03:04:05Z\n# commit: 0123456789abcdef\n# command: sample --measure\n"
TIMES = (
    HEADER
    + """variant,n,ms,lower_quartile,upper_quartile
loop,1048576,1.25,1.2,1.3
loop,16777216,20.5,20.4,20.6
again,1048576,1.26,1.21,1.31
atomic,1048576,0.75,0.74,0.76
atomic,16777216,12,11.9,12.1
vote,1048576,0.0125,0.012,0.013
vote,16777216,0.178,0.17,0.18
"""
)
MACHINE = "machine: here\ngpu: NVIDIA H200\nCUDA: 13.0\nmultiprocessors: 132\nhost processor: an imaginary processor with a rather long name\n"
COUNTS = "# kind: counted\nvariant,requests\natomic,32768\nvote,1024\n"
PUBLISHED = "# source: knuth\nmachine,ms\nPDP-10,1250\nMIX,98765.5\n"
INDEX = """return { chunks = {
  { name = "file:sample.cu", parts = { { line = 56 } }, uses = { { chunk = "count-loop", chapter = "sample" } }, used_in = {}, code = { "#include <cstdio>\\n\\nint count();\\n" } },
  { name = "count-loop", parts = { { line = 26 }, { line = 70 } }, uses = {}, used_in = { { chunk = "file:sample.cu", chapter = "sample" } }, code = {} },
  { name = "vote-by-warp", parts = { { line = 48 } }, uses = {}, used_in = { { chunk = "file:sample.cu", chapter = "sample" } }, code = {} },
  { name = "vote", parts = { { line = 39 } }, uses = {}, used_in = {}, code = {} },
  { name = "black", parts = { { line = 137 } }, uses = {}, used_in = {}, code = {} } } }"""
FIGURE = """<svg width="600" height="300" viewBox="0 0 600 300" xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" font-size="14">
<defs><clipPath id="c"><rect width="600" height="300"/></clipPath></defs>
<g fill="none" stroke="currentColor"><path d="M60 20V260H580"/></g>
<g fill="none" stroke-width="2.5" clip-path="url(#c)">
<path d="M60 220L580 40" style="stroke: var(--series-1)"/><path d="M60 240L580 80" style="stroke: var(--series-2)"/>
<path d="M60 245L580 110" style="stroke: var(--series-3)"/><path d="M60 248L580 140" style="stroke: var(--series-4)"/>
<path d="M60 252L580 170" style="stroke: var(--series-5)"/><path d="M60 255L580 200" style="stroke: var(--series-6)"/></g>
<g fill="currentColor"><text x="300" y="285">n</text><text x="10" y="140">ms</text></g></svg>"""

BOOK = "---\ntitle: A sample book\nsubtitle: with one chapter and a second\n---\n\n# Preface {-}\n\nSee [the sample](chapters/sample.md).\n\n# Chapters {-}\n\n- [Sample](chapters/sample.md)\n- [Second](chapters/second.md)\n"
SECOND = "# A second chapter\n\nIt goes back to @fig:sample/times, @sec:sample/far, @chunk:sample/vote and [@sec:sample/vote; @ex:sample/black].\n"

FILES = {
    "book.md": BOOK,
    "recorded/here/sample-times.csv": TIMES,
    "recorded/here/machine.txt": MACHINE,
    "recorded/quick-gpu/sample-times.csv": TIMES.replace("0.0125,0.012,0.013", "0.8,0.79,0.81").replace(
        "machine: here", "machine: quick-gpu"
    ),
    "counted/sample-counts.csv": COUNTS,
    "published/sample-published.csv": PUBLISHED,
    "figures/sample-times.svg": FIGURE,
    "index/sample.index.lua": INDEX,
}


def scoreboard(book: fixture.Book) -> str:
    """Writes the Markdown of the sample's scoreboard; what the script said."""
    facts = [book.folder / f"{name}.facts.json" for name in ("index", "sample", "second")]
    run = subprocess.run(
        [*command("scoreboard"), book.folder / "scoreboard.md", *facts], capture_output=True, text=True, check=True
    )
    return run.stdout + run.stderr


def weave(folder: pathlib.Path) -> str:
    """Weaves the sample into `folder`, with its assets; what Pandoc said of it."""
    folder.mkdir(parents=True, exist_ok=True)
    said = ""
    with fixture.Book({"sample": (HERE / "sample.md").read_text(), "second": SECOND}, FILES) as book:
        for name in ("sample", "second", "index", "scoreboard"):
            if name == "scoreboard":
                said += scoreboard(book)
            woven = book.weave(name, scoreboard="scoreboard.html", facts=f"{name}.facts.json")
            said += woven.errors
            (folder / f"{name}.html").write_text(woven.html, encoding="utf-8")
    styles = sorted((fixture.PAGES / "styles").glob("*.css"))
    (folder / "book.css").write_text("".join(path.read_text() for path in styles))
    for script in (fixture.PAGES / "scripts").glob("*.js"):
        shutil.copy(script, folder)
    return said


class SampleTest(book_test.BookTest):
    folder: pathlib.Path
    said: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.said = weave(cls.folder)
        book_test.FOLDER, book_test.STRICT = cls.folder, True
        super().setUpClass()

    def test_pandoc_says_nothing(self) -> None:
        self.assertEqual(self.said, "")

    def test_the_scoreboard_shows_both_machines(self) -> None:
        page = (self.folder / "scoreboard.html").read_text(encoding="utf-8")
        row = page[page.index("A vote is faster") :]
        row = row[: row.index("</tr>")]
        self.assertEqual(re.findall(r'class="verdict (\w+)"', row), ["held", "refuted"])
        self.assertIn("0.0125 (0.012 to 0.013) &lt; 0.75 (0.74 to 0.76)", row)
        self.assertIn("0.8 (0.79 to 0.81) &lt; 0.75", row)
        self.assertNotIn("chapter-number", page)

    def test_every_page_leads_to_the_scoreboard(self) -> None:
        for name, page in self.pages.items():
            self.assertIn("scoreboard.html", page.links, name)


del book_test.BookTest

if __name__ == "__main__":
    if sys.argv[1:2] == ["--keep"]:
        print(weave(pathlib.Path(sys.argv[2])), end="")
    else:
        unittest.main()
