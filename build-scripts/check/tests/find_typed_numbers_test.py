"""find_typed_numbers, on pieces of chapters."""

import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

from shared.tools import command

FIND = command("find_typed_numbers")

TYPED = [
    "It takes 0.206 ms.",
    "It takes 3 µs, or 3\u00a0μs.",
    "It takes 12 s in all.",
    "It takes 12 milliseconds.",
    "It takes 4\nms, over a line's end.",
    "It reads 4.1 TB/s.",
    "It reads 4100 GB per second.",
    "It does 60 TFLOP/s, or 60 TFLOPS.",
    "The clock is at 1.98 GHz.",
    "It draws 650 W.",
    "It reaches 93 % of it.",
    "It reaches 93% of it.",
    "It is 20 % faster.",
    "It is 20 percent faster.",
    "It is 1.3 times as fast.",
    "It is 10 times faster.",
    "It is 12.2 × the other.",
    "It is 12.2× faster.",
    "It is 2x faster.",
    "It is faster by a factor of 1.3.",
    "# 3 ms in a heading",
    "- an item with 3 ms",
    "- an item\n\n    that goes on with 3 ms",
    "![A picture of 3 ms](figure:f){#fig:f alt='words'}",
    "[3 ms](https://example.org/)",
    "*3 ms* or **3** ms",
    "> It takes 3 ms.",
    "Some `code` and then 3 ms and `code`.",
    "Prices of $5 and 3 ms and $6.",
    '[It takes 3 ms.]{.claim test="x{}.ms < 4"}',
    "[Of 3 ms]{.note} nobody spoke.",
]

FREE = [
    "A warp has 32 threads, a block 1024, for $n = 2^{20}$.",
    'It takes `times{n=2^20}.ms`{.value format="%.3f" unit="ms"}.',
    "It takes $3$ ms by definition, $0.5\\,\\%$ of $20\\,\\text{ms}$.",
    "$$ t = 3 ms $$",
    "In code: `wait 3 ms`, ``a ` 3 ms``.",
    "```\nwait 3 ms\n```",
    "````{.cpp #x}\n```\nwait 3 ms\n```\n// 3 ms\n````",
    "~~~\n3 ms\n~~~",
    "As code:\n\n    wait 3 ms\n\nand text.",
    "<!-- took 3 ms -->",
    '::: {.results #tbl:x data="x" labels="a=3 ms"}\nCaption.\n:::',
    '# Title {#sec:x title="3 ms"}',
    '![Picture.](figure:f){#fig:f alt="It takes 3 ms."}',
    '![Picture.](figure:f){#fig:f\nalt="It takes\n3 ms."}',
    "[link](https://example.org/3%20ms)",
    '[It is at least 1.25 times as fast.]{.claim test="a{}.ms >= 1.25 * b{}.ms"}',
    "They measured [0.206 ms]{.published} [@pacheco2021, p. 3].",
    "@pacheco2021 measured [0.206 ms and *2 ×* more]{.published}.",
    "It has 32 times fewer entries, in 3 steps, 16 digits, 48 KB, sm_90 s.",
    "A grid of 3 × 4 blocks, and version 1.3 of it.",
    "The year 2017, chapter 6, section 1.2.",
]


class FindTest(unittest.TestCase):
    def find(self, text: str) -> tuple[int, list[Any]] | tuple[int, list[str]]:
        """The exit status and the lines printed."""
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "one.md").write_text(text + "\n", encoding="utf-8")
            run = subprocess.run([*FIND, "one.md"], cwd=folder, capture_output=True, text=True, encoding="utf-8")
        self.assertEqual(run.stderr, "")
        return run.returncode, run.stdout.splitlines()

    def test_typed_numbers_are_found(self) -> None:
        for text in TYPED:
            with self.subTest(text):
                status, lines = self.find(text)
                self.assertEqual(status, 1)
                self.assertIn("looks measured", lines[0])

    def test_what_is_no_typed_number_is_not(self) -> None:
        for text in FREE:
            with self.subTest(text):
                self.assertEqual(self.find(text), (0, []))

    def test_all_are_told_with_their_places(self) -> None:
        text = "# T\n\nSo `a{}.b`{.value} and\n  3.5 ms, then $x$ 7 %\n\n[9\nGB/s]{.note}"
        self.assertEqual(
            self.find(text)[1],
            [
                "one.md:4:3: error: '3.5 ms' looks measured, and is typed: take it from a result",
                "one.md:4:20: error: '7 %' looks measured, and is typed: take it from a result",
                "one.md:6:2: error: '9 GB/s' looks measured, and is typed: take it from a result",
            ],
        )

    def test_a_published_figure_wants_a_citation_in_its_paragraph(self) -> None:
        for text in ("[3 ms]{.published}.", "[3 ms]{.published}, see @fig:x.", "[3 ms]{.published}.\n\nBy [@knuth]."):
            with self.subTest(text):
                status, lines = self.find(text)
                self.assertEqual(status, 1)
                self.assertEqual(lines, ["one.md:1:1: error: a published figure without a citation in its paragraph"])

    def test_a_claim_frees_only_the_numbers_of_its_test(self) -> None:
        _, lines = self.find('[It is 1.25 times as fast, and takes 3 ms.]{.claim test="a{}.x > 1.25"} Also 1.25 times.')
        self.assertEqual(len(lines), 2)
        self.assertIn("'3 ms'", lines[0])
        self.assertIn("'1.25 times'", lines[1])


if __name__ == "__main__":
    unittest.main()
