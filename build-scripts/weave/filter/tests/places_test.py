"""Where pieces of a page stand: random documents of which it is known."""

import json
import os
import random
import sys
import unittest

from weave.tests import fixture
from weave.tests.fixture import lua

# Markdown, the number of the line in it, and the piece that begins there: kind and text; or nothing that is a piece.
PIECES = [
    ("It is `x{}.a`{.value} here.", 1, ("code", "x{}.a")),
    ("It is\n`x{}.a\n/ 2`{.value}.", 2, ("code", "x{}.a / 2")),
    ("``a ` b``{.value}", 1, ("code", "a ` b")),
    ("The `x{}.a` alone.", 1, ("bare", "x{}.a")),
    ('[So.]{.claim\ntest="x{}.a\n< \\"1\\""}', 2, ("test", 'x{}.a < "1"')),
    ("[So.]{.claim test='x{}.a &lt; 1' format=\"%d\"}", 1, ("test", "x{}.a < 1")),
    ('::: {.results #tbl:x data="x"}\nT.\n:::', 1, ("data", "x")),
    ("See @sec:one.", 1, ("@", "sec:one")),
    ("# One {#sec:one .unnumbered}", 1, ("#", "sec:one")),
    ("![A $2^{20}$.](figure:f){#fig:f}", 1, ("figure", "f")),
    ("~~~ columns\nms\n~~~", 2, ("block", "ms")),
    ("```{.cpp #a}\n  <<b>>\n```", 2, ("<<", "b")),
    ('````\n```\n`x{}.a`{.value} @sec:one test="x{}.a < 1"\n````', 0, None),
    ("<!-- `x{}.a`{.value}\n@sec:one {test='x{}.a < 1'} -->", 0, None),
    ("x{}.a, figure:f, sec:one, {x}, \\`x{}.a\\`{.value}.", 0, None),
    ("$a_{x} < \\{1\\}$ `` `x{}.a`{.value} ``.", 0, None),
]


class Places(unittest.TestCase):
    def test_random_documents(self) -> None:
        seed = int(os.environ.get("SEED", random.randrange(10**6)))
        print(f"seed {seed}", file=sys.stderr)
        chosen = random.Random(seed).choices(PIECES, k=300)
        text, asked, expected = "", [], []
        for markdown, line, piece in chosen:
            if piece:
                asked.append(piece)
                expected.append(text.count("\n") + line)
            text += markdown + "\n\n"
        listed = ", ".join(f"{{ {json.dumps(kind)}, {json.dumps(content)} }}" for kind, content in asked)
        printed = lua(
            f"""
          local places = require("build.places")
          places.open(function() return {json.dumps(text)} end)
          for _, each in ipairs({{ {listed} }}) do print(places.line(places.next(each[1], each[2]))) end
        """
        )
        found = [(piece, int(line)) for piece, line in zip(asked, printed.split())]
        self.assertEqual(found, list(zip(asked, expected)))

    def test_what_stands_nowhere_has_no_line(self) -> None:
        self.assertEqual(
            lua(
                """
          local places = require("build.places")
          places.open(function() return "`x`{.value}" end)
          print(places.line(places.next("code", "y")))
        """
            ).strip(),
            "nil",
        )


if __name__ == "__main__":
    fixture.main()
