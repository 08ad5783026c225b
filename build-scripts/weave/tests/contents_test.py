"""Tests of what is gathered from pages."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import fixture
from fixture import Book

TEXT = """# The first

Before all sections, `x_y` is named.

## One {#sec:one}

Here is $n^2$, and a claim is [held.]{.claim test="1 < 2"}

```{.cpp #part}
int one_part;
```

```{.cpp #part}
int two;
```

::: {.exercise #ex:e title="Think"}
Why?

::: answer
Because.
:::
:::

::: {.quiz #quiz:q title="Choose"}
Or?

- [x] This.

  Indeed.
:::

### Deeper

::: {.results #tbl:t data="one-c" select="n"}
Counts of $2^n$.
:::

![A picture.](figure:f){#fig:f alt="Lines."}
"""
FILES = {"counted/one-c.csv": "n\n32\n", "figures/f.svg": '<svg viewBox="0 0 1 1"><text>axis</text></svg>',
         "figures/f.lua": 'return { data = { "one-c" }, machines = {} }'}


def run(script: str, *arguments: pathlib.Path) -> None:
    subprocess.run([sys.executable, fixture.WEAVE / script, *arguments], check=True)


class Gathered(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        with Book({"one": TEXT}, FILES) as book:
            (cls.folder / "one.html").write_text(book.weave("one").html, encoding="utf-8")
        cls.output = cls.folder / "one.contents.json"
        run("gather", cls.folder / "one.html", cls.output)
        cls.page = json.loads(cls.output.read_text(encoding="utf-8"))

    def test_the_page(self) -> None:
        self.assertEqual([self.page[key] for key in ("name", "number", "title")], ["one", "Chapter 1", "The first"])

    def test_sections_in_order_with_their_text(self) -> None:
        sections = [(each["anchor"], each["number"], each["title"], each["text"]) for each in self.page["sections"]]
        self.assertEqual(sections, [
            ("text", "", "", "Before all sections, x_y is named."),
            ("sec-one", "1.1", "One", "Here is n^2, and a claim is held. int one_part; int two; Think Why? Answer Because. "
             "Choose Or? This. Right. Indeed."),
            ("deeper", "1.1.1", "Deeper", "Counts of 2^n. A picture."),
        ])  # fmt: skip

    def test_figures_tables_and_exercises(self) -> None:
        things = [tuple(each.values()) for each in self.page["things"]]
        self.assertEqual(things, [("exercise", "ex-e", "1.1", "Think"), ("quiz", "quiz-q", "1.1", "Choose"), ("table", "tbl-t", "1.1", "Counts of $2^n$."),
                                  ("figure", "fig-f", "1.1", "A picture.")])

    def test_an_exercise_without_a_title_is_known_by_what_it_asks(self) -> None:
        text = "# T\n\n::: {.exercise #ex:e}\nWhat is $x$?\n\nThink.\n\n::: answer\nNothing.\n:::\n:::\n"
        page, output = self.folder / "e.html", self.folder / "e.contents.json"
        page.write_text(fixture.weave(text).html, encoding="utf-8")
        run("gather", page, output)
        self.assertEqual([each["caption"] for each in json.loads(output.read_text(encoding="utf-8"))["things"]], ["What is $x$?"])

    def test_parts_of_chunks(self) -> None:
        chunks = [tuple(each.values()) for each in self.page["chunks"]]
        self.assertEqual(chunks, [("chunk-part", "part", "1.1", "int one_part;\n"),
                                  ("chunk-part-2", "part", "1.2", "int two;\n")])

    def test_the_search_s_sections_are_a_script(self) -> None:
        script = self.folder / "sections.js"
        run("list_sections", script, self.output)
        text = script.read_text(encoding="utf-8")
        self.assertTrue(text.startswith("var bookSections = [") and text.endswith("];\n"))
        sections = json.loads(text[text.index("["):-2])
        self.assertEqual([each[:3] for each in sections], [
            ["one.html#text", "The first", "Chapter 1: The first"],
            ["one.html#sec-one", "1.1 One", "Chapter 1: The first"],
            ["one.html#deeper", "1.1.1 Deeper", "Chapter 1: The first"],
        ])

    def test_what_does_not_change_is_left_alone(self) -> None:
        before = self.output.stat().st_mtime_ns
        run("gather", self.folder / "one.html", self.output)
        self.assertEqual(self.output.stat().st_mtime_ns, before)


if __name__ == "__main__":
    if not fixture.PANDOC:
        print("pandoc is not installed")
        sys.exit(77)
    unittest.main()
