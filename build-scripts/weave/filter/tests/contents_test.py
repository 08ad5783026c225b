"""Tests of what pages say that they hold."""

import json
import pathlib
import re
import subprocess
import tempfile
import unittest
from typing import Any

from shared.tools import command
from weave.tests import fixture
from weave.tests.fixture import Book

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
FILES = {
    "counted/one-c.csv": "n\n32\n",
    "figures/f.svg": '<svg viewBox="0 0 1 1"><text>axis</text></svg>',
    "figures/f.lua": 'return { data = { "one-c" }, machines = {} }',
}


def contents(text: str, files: dict[str, str] | None = None) -> dict[str, Any]:
    """What the page holds of a book with one chapter, named `one`."""
    with Book({"one": text}, files or {}) as book:
        book.weave("one", holds="one.contents.json")
        found: dict[str, Any] = json.loads((book.folder / "one.contents.json").read_text(encoding="utf-8"))
        return found


def listed(thing: dict[str, Any], *keys: str) -> tuple[str, ...]:
    return tuple(thing[key] for key in keys)


class Contents(unittest.TestCase):
    page: Any

    @classmethod
    def setUpClass(cls) -> None:
        cls.page = contents(TEXT, FILES)

    def test_the_page(self) -> None:
        self.assertEqual([self.page[key] for key in ("name", "number", "title")], ["one", "Chapter 1", "The first"])

    def test_sections_in_order_with_their_text(self) -> None:
        sections = [(each["anchor"], each["number"], each["title"], each["text"]) for each in self.page["sections"]]
        self.assertEqual(
            sections,
            [
                ("text", "", "", "Before all sections, x_y is named."),
                (
                    "sec-one",
                    "1.1",
                    "One",
                    "Here is n², and a claim is held. int one_part; int two; Think Why? Answer Because. "
                    "Choose Or? This. Right. Indeed.",
                ),
                ("deeper", "1.1.1", "Deeper", "Counts of 2^n. A picture."),
            ],
        )

    def test_figures_tables_and_exercises(self) -> None:
        things = [listed(each, "kind", "anchor", "number", "caption") for each in self.page["things"]]
        self.assertEqual(
            things,
            [
                ("exercise", "ex-e", "1.1", "Think"),
                ("quiz", "quiz-q", "1.1", "Choose"),
                ("table", "tbl-t", "1.1", "Counts of $2^n$."),
                ("figure", "fig-f", "1.1", "A picture."),
            ],
        )

    def test_an_exercise_without_a_title_is_known_by_what_it_asks(self) -> None:
        text = "# T\n\n::: {.exercise #ex:e}\nWhat is $x$?\n\nThink.\n\n::: answer\nNothing.\n:::\n:::\n"
        (thing,) = contents(text)["things"]
        self.assertEqual((thing["caption"], thing["plain"]), ("What is $x$?", "What is x?"))

    def test_formulas_are_read_as_one_would_type_them(self) -> None:
        for tex, plain in (
            (r"x_0, x_1, \dots, x_{n-1}", "x₀, x₁, …, x_(n − 1)"),
            (r"\oplus", "⊕"),
            (r"O(n \log n)", "O(n log n)"),
            (r"\frac{b - a}{n}", "(b−a)/n"),
            (r"\sqrt{n} \ge 2\,\times\,3", "√n ≥ 2 × 3"),
            (r"\sum_{i=0}^{n-1} x_i", "Σ_(i = 0)^(n − 1)x_i"),
        ):
            text = f"# T\n\n## S {{#s}}\n\nSo ${tex}$.\n"
            (section,) = [each for each in contents(text)["sections"] if each["anchor"] == "s"]
            self.assertEqual(re.sub(r"\s", " ", section["text"]), f"So {plain}.")

    def test_parts_of_chunks(self) -> None:
        chunks = [listed(each, "anchor", "name", "number", "code") for each in self.page["chunks"]]
        self.assertEqual(
            chunks, [("chunk-part", "part", "1.1", "int one_part;\n"), ("chunk-part-2", "part", "1.2", "int two;\n")]
        )

    def test_the_search_s_sections_are_a_script(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            page, script, library = folder / "one.contents.json", folder / "search/sections.js", folder / "library.js"
            page.write_text(json.dumps(self.page), encoding="utf-8")
            library.write_text("var library;\n")
            listing = [folder / "search.list", folder / "search.d"]
            subprocess.run([*command("list_sections"), script.parent, *listing, library, page], check=True)
            self.assertEqual((script.parent / library.name).read_text(), library.read_text())
            text = script.read_text(encoding="utf-8")
            things = (script.parent / "things.js").read_text(encoding="utf-8")
            openings = (script.parent / "openings.js").read_text(encoding="utf-8")
        self.assertIn('["one.html#fig-f", "figure", "1.1", "Chapter 1: The first", "A picture."]', things)
        self.assertIn('["one.html#deeper", "1.1.1 Deeper", "Chapter 1: The first", "Counts of 2^n. A picture."]', openings)
        self.assertTrue(text.startswith("var bookSections = [") and text.endswith("];\n"))
        sections = json.loads(text[text.index("[") : -2])
        self.assertEqual(
            [each[:3] for each in sections],
            [
                ["one.html#text", "The first", "Chapter 1: The first"],
                ["one.html#sec-one", "1.1 One", "Chapter 1: The first"],
                ["one.html#deeper", "1.1.1 Deeper", "Chapter 1: The first"],
            ],
        )

    def test_what_one_reads_is_the_text(self) -> None:
        """Of references, values, citations, steps and machines what the reader sees first; of pictures, tables and what is
        folded nothing."""
        text = """# T

See @sec:s and [@knuth]: `one_c{}.n`{.value unit="ms"}, "so" ~~not~~ H~2~O.

# S {#sec:s}

```{.cpp #a}
<<b>>
x < 1;
```

```{.cpp #b}
old
same
```

```{.cpp #c .step from=b}
same
new
```

| h |
|---|
| cell |

$$ a < b $$ {#eq:e}

::: note
Mind.
:::
"""
        page = contents(text, FILES)
        self.assertEqual(
            [each["text"] for each in page["sections"]],
            [
                "See Section 1.1 and (Knuth 1992): 32 ms, \u201cso\u201d not H2O.",
                "\u27e8b\u27e9 x < 1; old same old same new a < b (1.1) Note Mind.",
            ],
        )
        self.assertEqual([each["code"] for each in page["chunks"]], ["\u27e8b\u27e9\nx < 1;\n", "old\nsame\n", "same\nnew\n"])


if __name__ == "__main__":
    fixture.main()
