"""Tests of the lists of names, chunks, figures, tables and exercises."""

import contextlib
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
from typing import Any

from shared.tools import command
from weave.tests import fixture
from weave.tests.fixture import Book

HEADER = "inline int twice(int n) { return 2 * n; }"
PROGRAM = """#include "one/twice.hpp"

// unused: Shape in a comment
template <class T>
struct Shape {
  int corners() const { return 4; }
};

constexpr int sides = 4;
#define ASK(x) (x)

__global__ void fill(int* place) {
  int local = sides;
  place[threadIdx.x] = twice(local);
}

inline int local() { return 1; }

int main() {
  Shape<int> shape;
  return ASK(shape.corners()) - sides;
}
"""


def part(anchor: str, name: str, number: str, code: str) -> dict[str, str]:
    return {"anchor": anchor, "name": name, "number": number, "code": code}


PAGES = [
    {"name": "one", "number": "Chapter 1", "title": "One", "sections": [], "things": [
        {"kind": "figure", "anchor": "fig-f", "number": "1.1", "caption": "Growth of $2^n$ * [x]. It grows."},
        {"kind": "exercise", "anchor": "ex-e", "number": "1.1", "caption": ""},
        {"kind": "quiz", "anchor": "quiz-q", "number": "1.1", "caption": ""},
    ], "chunks": [
        part("chunk-shape", "shape", "1.1", "template <class T>\nstruct Shape {\n  int corners() const { return 4; }\n};\n"),
        part("chunk-fill", "fill", "1.2", "__global__ void fill(int* place) {\n  // Shape\n  int local = sides;\n}\n"),
        part("chunk-main", "main", "1.3", 'Shape<int> shape;\nprintf("sides");\n'),
        part("chunk-sides", "main", "1.4", "constexpr int sides = 4;\n"),
    ]},
    {"name": "two", "number": "Chapter 2", "title": "Two", "sections": [], "things": [], "chunks": [
        part("chunk-other", "other", "2.1", "int fill = 3;\n"),
    ]},
]  # fmt: skip


class Lists(unittest.TestCase):
    cases: contextlib.ExitStack
    folder: pathlib.Path
    contents: list[pathlib.Path]

    @classmethod
    def setUpClass(cls) -> None:
        cls.cases = cls.enterClassContext(contextlib.ExitStack())
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        for page in PAGES:
            (cls.folder / f"{page['name']}.contents.json").write_text(json.dumps(page))
        cls.contents = [cls.folder / "one.contents.json", cls.folder / "two.contents.json"]

    @classmethod
    def run_script(cls, name: str, *arguments: pathlib.Path | str) -> None:
        subprocess.run([*command(name), *arguments], check=True)


@unittest.skipUnless(shutil.which("ctags"), "ctags is not installed")
class Names(Lists):
    names: list[dict[str, Any]]
    text: str

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        (cls.folder / "one").mkdir()
        (cls.folder / "one/twice.hpp").write_text(HEADER)
        (cls.folder / "one.cu").write_text(PROGRAM)
        cls.run_script("find_names", cls.folder / "one.cu", cls.folder / "one.names.lua", cls.folder / "one.names.json")
        cls.names = json.loads((cls.folder / "one.names.json").read_text())
        cls.run_script("list_names", cls.folder / "names.md", *cls.contents, cls.folder / "one.names.json")
        cls.text = (cls.folder / "names.md").read_text()

    def test_names_for_all_to_see_are_found_in_the_program_and_its_headers(self) -> None:
        self.assertEqual(
            {each["name"]: each["kind"] for each in self.names},
            {
                "ASK": "macro",
                "Shape": "struct",
                "fill": "function",
                "local": "function",
                "sides": "variable",
                "twice": "function",
            },
        )

    def test_the_line_is_as_written(self) -> None:
        lines = {each["name"]: each["line"] for each in self.names}
        self.assertEqual((lines["fill"], lines["twice"]), ("__global__ void fill(int* place) {", HEADER))

    def entry(self, name: str) -> tuple[list[str], ...]:
        """The numbers of the pieces that define a name, and of those that use it."""
        item = re.findall(rf'(?s)<dt id="name-{name}">.*?</dd>', self.text)[0]
        return tuple(
            re.findall(r">([\d.]+)</a>", text) for text in (item + '<span class="uses">').split('<span class="uses">')[:2]
        )

    def test_definitions_and_uses(self) -> None:
        self.assertEqual(self.entry("Shape"), (["1.1"], ["1.3"]))
        self.assertEqual(self.entry("sides"), (["1.4"], ["1.2"]))

    def test_another_program_s_name_is_another(self) -> None:
        self.assertEqual(self.entry("fill"), (["1.2"], []))

    def test_a_name_that_something_inner_bears_too_is_told(self) -> None:
        self.assertEqual([each["name"] for each in self.names if each["inner"] == "yes"], ["local"])

    def test_the_search_has_definitions_with_what_is_said_of_them(self) -> None:
        folder = pathlib.Path(self.cases.enter_context(tempfile.TemporaryDirectory()))
        code = "int other;\n\n/// Fills it.\ntemplate <class T>\n__global__ void fill(int* place) {\n  int local = sides;\n}\n\nconstexpr int sides = 4;\nint last;\n"
        page = {
            "name": "one",
            "number": "Chapter 1",
            "title": "One",
            "sections": [],
            "things": [],
            "chunks": [part("chunk-x", "x", "1.7", code)],
        }
        (folder / "one.contents.json").write_text(json.dumps(page))
        (folder / "library.js").write_text("")
        self.run_script(
            "list_sections",
            folder / "search",
            folder / "listing",
            folder / "made.d",
            folder / "library.js",
            folder / "one.contents.json",
            self.folder / "one.names.json",
        )
        script = (folder / "search/definitions.js").read_text()
        self.assertEqual(
            json.loads(script[script.index("[") : -2]),
            [
                ["fill", "function", "one.html#chunk-x-L5", "1.7", code[code.index("///") : code.index("}") + 1]],
                ["sides", "variable", "one.html#chunk-x-L9", "1.7", "constexpr int sides = 4;"],
            ],
        )

    def definitions(self, **pages: str) -> dict[str, str]:
        """The addresses that the script of chapter one gives, with another code of its chunks."""
        contents = self.cases.enter_context(tempfile.TemporaryDirectory())
        for name, code in pages.items():
            page = {
                "name": name,
                "chunks": [part(f"chunk-{place}", "x", "1", each) for place, each in enumerate(code.split("---\n"))],
            }
            pathlib.Path(contents, f"{name}.contents.json").write_text(json.dumps(page))
        found = [pathlib.Path(contents, f"{name}.contents.json") for name in pages]
        self.run_script(
            "list_definitions", contents, self.folder / "listing", self.folder / "made.d", *found, self.folder / "one.names.json"
        )
        script = pathlib.Path(contents, "one.js").read_text()
        listed: dict[str, str] = json.loads(script.removeprefix("var bookNames = ").removesuffix(";\n"))
        return listed

    def test_a_name_leads_to_the_line_that_defines_it(self) -> None:
        found = self.definitions(
            zero="#define ASK(x) (x)\nint sides = 4;\n",
            one="// code\ntemplate <class T>\nstruct Shape {\n---\n\n  constexpr int sides = 4;\n",
            two="struct Shape {\n",
        )
        self.assertEqual(found, {"ASK": "zero.html#chunk-0-L1", "Shape": "#chunk-0-L3", "sides": "#chunk-1-L2"})

    def test_a_name_that_two_pieces_define_leads_to_the_list_and_an_inner_one_nowhere(self) -> None:
        code = "struct Shape {\n---\nstruct Shape {\ninline int local() { return 1; }\n"
        self.assertEqual(self.definitions(one=code), {"Shape": "names.html#name-Shape"})

    def test_chunks_with_all_their_parts(self) -> None:
        self.assertIn(
            '<dt>\u27e8main\u27e9</dt>\n<dd><a href="one.html#chunk-main">1.3</a>, '
            '<a href="one.html#chunk-sides">1.4</a></dd>',
            self.text,
        )

    def test_a_piece_of_code_says_what_it_defines(self) -> None:
        text = "# T\n\n```{.cpp #a}\n// first\n__global__ void fill(int* place) {\n}\nconstexpr int sides = 4;\n```\n"
        with Book({"one": text}, {"pages/one.names.lua": (self.folder / "one.names.lua").read_text()}) as book:
            self.assertIn(
                '<p class="chunk-foot">Defines <a href="names.html#name-fill"><code>fill</code></a>, '
                '<a href="names.html#name-sides"><code>sides</code></a></p>',
                book.weave("one", name_list="names.html").html,
            )
            self.assertNotIn("Defines", book.weave("one").html)


class Figures(Lists):
    def test_what_has_a_number_is_listed_by_its_kind(self) -> None:
        self.run_script("list_figures", self.folder / "figures.md", *self.contents)
        with Book({"one": "# T"}, {"figures.md": (self.folder / "figures.md").read_text()}) as book:
            book.numbers["figures"] = "0"
            html = book.weave("figures", supplement="true").html
        self.assertEqual(re.findall(r'<h2[^>]*id="(\w+)"', html), ["figures", "exercises", "questions"])
        self.assertRegex(
            html, r'<span class="number">1\.1</span> <a\s+href="one\.html#fig-f">Growth of <math.*?</math> \* \[x\]\.</a>'
        )
        self.assertRegex(html, r'<a\s+href="one\.html#ex-e">Exercise 1\.1</a>')
        # What has no number stands on the front page.
        self.assertNotIn('<span class="number"></span>', html)
        self.assertRegex(html, r'<a\s+href="one\.html#quiz-q">Question 1\.1</a>')


if __name__ == "__main__":
    fixture.main()
