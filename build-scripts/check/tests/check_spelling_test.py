"""check_spelling, on small texts."""

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from shared.tools import command

CHECK = command("check_spelling")

# Each has one fault, the word beside it.
WRONG = {
    "A neigbour is near.": "neigbour",
    "The color of it.": "color",
    "In its\nplce stands another.": "plce",
    "# A headign": "headign",
    "It's the kernle's.": "kernle",
    '[A sentense.]{.claim test="kernl{n=1}.ms < 2"}': "sentense",
    '![A picture.](figure:f){#fig:f alt="Two axxes."}': "axxes",
    '::: {.exercise #ex:e title="Tink"}\nWhy?\n:::': "Tink",
    "[^1]: A fotnote.": "fotnote",
    "| a | b |\n|---|---|\n| tabel | x |": "tabel",
}

RIGHT = [
    "A neighbour is near, whose colour is grey.",
    'The kernel `squre` is not read, nor is $x_{sqr}$, nor `x{y=zz}.qq`{.value format="xqx"}.',
    "```{.cpp #chnk}\nint qqq;\n```",
    "    qqq = 1;",
    "See @sec:qqq/xqx, [@qqqauthor, p. 3] and <https://qqq.example/>, or [this](qqq.md#xqx).",
    "GPUs, SMs, FP32, x1, cudaMalloc, `--qqq` and T[i] of main().",
    '::: {.results data="qqq" select="xqx"}\nCounts.\n:::',
    "<!-- qqq -->\n\nText.",
]


def check(text: str, listed: str = "") -> tuple[int, str]:
    with tempfile.TemporaryDirectory() as folder:
        chapter, words = Path(folder, "one.md"), Path(folder, "words")
        chapter.write_text(text, encoding="utf-8")
        words.write_text(listed, encoding="utf-8")
        run = subprocess.run([*CHECK, "--words", words, chapter], capture_output=True, text=True)
        return run.returncode, (run.stdout + run.stderr).replace(folder + "/", "")


@unittest.skipUnless(shutil.which("hunspell"), "hunspell is not installed")
class CheckSpelling(unittest.TestCase):
    def test_a_word_that_nobody_knows_is_told_with_its_place(self) -> None:
        for text, word in WRONG.items():
            before = text[: text.index(word)]
            line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
            status, output = check(text)
            self.assertEqual((status, output), (1, f"one.md:{line}:{column}: error: '{word}' is misspelt, or missing in words\n"))

    def test_what_is_no_prose_is_not_read(self) -> None:
        for text in RIGHT:
            self.assertEqual(check(text), (0, ""), text)

    def test_the_list_knows_words_that_the_dictionary_does_not(self) -> None:
        self.assertEqual(check("A mbarrier's turn.", "mbarrier\n"), (0, ""))

    def test_the_list_is_in_order_and_holds_nothing_unneeded(self) -> None:
        status, output = check("The qqqb and the qqqa.", "qqqb\nqqqa\n")
        self.assertEqual((status, output), (1, "words:1: error: the words are not in order\n"))
        status, output = check("The tree.", "house\n")
        self.assertEqual((status, output), (1, "words:1: error: 'house' is not needed\n"))


if __name__ == "__main__":
    unittest.main()
