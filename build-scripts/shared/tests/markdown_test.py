"""Tests of how fences are found: as the tangler, which the environment variable TANGLE names, and Pandoc find them.

Without TANGLE, only the tests against fixed answers are run.
"""

import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile
import unittest
from typing import Any

from shared import markdown, prose

TANGLE = os.environ.get("TANGLE")
# What a chapter did not have, and its readers did not agree on.
NAMED = [
    "```x``` is code\n\n```{.cpp #c .unused}\nx\n```\n",
    "<!--\n```\n-->\n\n```{.cpp #c .unused}\nx\n```\n",
    "- text\n\n\t```{.cpp #c .unused}\n\tx\n\t```\n",
    "text\n\n    ```\n    text\n\n```{.cpp #c .unused}\nx\n```\n",
    "> - text\n>\n>   ~~~ {.cpp #c .unused}\n>   ```\n>   ~~~\n",
    "````\n```{.cpp #no .unused}\n```\n````\n\n```{.cpp #c .unused}\n\n x\n```\n",
    "1.  text\n\n    ```{.cpp #c .unused}\n    x\n\n    y\n    ```\n\ntext\n",
]
# Lines of random texts. Tags alone on a line are none of them: their blocks hide fences from the tangler alone.
PIECES = ["text", "", "", "", "x", "# Title", "---", "- item", "-", "2. item", "1) item", "> quote", ">", "<!--", "x -->", "<!-- a -->",
          "```", "````", "~~~", "``` a`", "```x``` is code", "`code`", "<pre>", "x </pre>", "<b> x"]  # fmt: skip
INDENTS = ["", "", "", "", "", " ", "  ", "   ", "    ", "\t", "      ", "> ", ">", ">\t", "- ", "-\t", "1. ", "> - ", "  > "]


def random_text(chance: random.Random) -> str:
    """With blocks that bear their places as names, most of them closed."""
    lines: list[str] = []
    for _ in range(chance.randrange(1, 9)):
        indent = chance.choice(INDENTS)
        if chance.random() < 0.6:
            lines.append(indent + chance.choice(PIECES))
            continue
        marks, inner = chance.choice(["```", "~~~", "````"]), re.sub(r"[-1.]", " ", indent)
        lines.append(f"{indent}{marks}{{.cpp #c{len(lines)} .unused}}")
        lines += [inner + chance.choice(["x", "", "  y", "\tz", "``", "- x"]) for _ in range(chance.randrange(3))]
        lines.append(chance.choice([inner, inner, inner, indent]) + marks)
        if chance.random() < 0.5:
            lines.append("")
    return "\n".join(lines) + chance.choice(["", "\n"])


def chunks(text: str) -> list[tuple[int, str, int]]:
    """Where they begin, their names, and how many lines they have."""
    found = [(fence, re.search(r"\{.*#(\w+)", fence.info)) for fence in markdown.fences(text)]
    return [(fence.first, name[1], len(fence.lines)) for fence, name in found if name]


def by_pandoc(text: str) -> list[tuple[str, str]]:
    """The names and the code of its code blocks."""
    run = subprocess.run(["pandoc", "-f", "markdown", "-t", "json"], input=text, capture_output=True, text=True, check=True)
    found: list[tuple[str, str]] = []

    def look(node: Any) -> None:
        if isinstance(node, dict) and node.get("t") == "CodeBlock":
            found.append((node["c"][0][0], node["c"][1]))
        for each in node.values() if isinstance(node, dict) else node if isinstance(node, list) else []:
            look(each)

    look(json.loads(run.stdout))
    return [(name, code) for name, code in found if name]


class Fences(unittest.TestCase):
    def test_a_fence_has_lines_and_code(self) -> None:
        text = "text\n\n> ```{.cpp #c}\n>   x\n>\n>\ty\n> ```\n\n~~~\nz\n"
        self.assertEqual(
            markdown.fences(text), [markdown.Fence(3, 7, "{.cpp #c}", ["  x", "", "  y"]), markdown.Fence(9, 10, "", ["z"])]
        )

    def test_what_was_read_in_several_ways_is_read_in_one(self) -> None:
        for text in NAMED:
            with self.subTest(text):
                self.assertEqual([name for _, name, _ in chunks(text)], ["c"])

    def test_prose_goes_on_behind_what_only_looks_like_a_fence(self) -> None:
        for text in ("a\n\n    ```\n    b\n\nprose\n\n```\nc\n```\n", "```x``` is code\n\nprose\n\n```\nc\n```\n"):
            left = prose.without_code(text)
            self.assertEqual(len(left), len(text))
            self.assertIn("\nprose\n", left)
            self.assertNotIn("c", left.partition("prose")[2])

    @unittest.skipUnless(TANGLE, "needs the tangler")
    def test_the_tangler_finds_the_same(self) -> None:
        chance, alike, refused = random.Random(1), 0, 0
        path = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()), "x.md")
        for text in [*NAMED, *(random_text(chance) for _ in range(1500))]:
            path.write_text(text, encoding="utf-8")
            run = subprocess.run([str(TANGLE), "--list", path], capture_output=True, text=True)
            if run.returncode != 0:  # a fence that is not closed
                refused += 1
                continue
            found = re.findall(r":(\d+): chunk (\w+) \(1 part, (\d+) lines?", run.stdout)
            with self.subTest(text):
                self.assertEqual(chunks(text), [(int(line), name, int(lines)) for line, name, lines in found])
            alike += bool(found)
        self.assertGreater(alike, 200)
        self.assertLess(refused, 1200)

    @unittest.skipUnless(shutil.which("pandoc"), "needs Pandoc")
    def test_pandoc_finds_the_same(self) -> None:
        chance = random.Random(2)
        # Pandoc takes for a list or a quote only what blank lines set apart, and items have its own indent.
        blocks = [
            *NAMED,
            "text\n",
            "- text\n\n- text\n",
            "> text\n",
            "# Title\n",
            "<!--\n```{.cpp #no}\n```\n-->\n",
            "    code\n",
        ]
        for number in range(40):
            text = "\n".join(
                each.replace("#c ", f"#c{place} ") for place, each in enumerate(chance.sample(blocks, chance.randrange(1, 6)))
            )
            if number < len(NAMED):
                text = NAMED[number]
            with self.subTest(text):
                own = [(re.search("#(\\w+)", fence.info), fence.lines) for fence in markdown.fences(text)]
                self.assertEqual([(name[1], "\n".join(lines)) for name, lines in own if name], by_pandoc(text))


if __name__ == "__main__":
    unittest.main()
