"""check_references, on small bibliographies."""

import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

from shared.tools import command

FIND = command("check_references")


class FindTest(unittest.TestCase):
    def find(self, text: str) -> tuple[int, list[Any]] | tuple[int, list[str]]:
        """The exit status and the lines printed."""
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "one.bib").write_text(text, encoding="utf-8")
            run = subprocess.run([*FIND, "one.bib"], cwd=folder, capture_output=True, text=True, encoding="utf-8")
        self.assertEqual(run.stderr, "")
        return run.returncode, run.stdout.splitlines()

    def test_entries_that_say_their_rights_pass(self) -> None:
        first = "@book{a,\n  title  = {A},\n  rights = {not stated}\n}\n\n"
        for field in ("rights={CC BY 4.0}", "rights = {{MIT} licence}", 'rights = "BSD"', "Rights =\n    {MPL 2.0}"):
            with self.subTest(field):
                second = f"@misc{{b,\n  title = {{B}},\n  {field},\n  year = {{2001}}\n}}\n"
                self.assertEqual(self.find(first + second), (0, []))

    def test_entries_that_do_not_are_told_with_their_places(self) -> None:
        text = (
            "@book{a,\n  rights = {MIT licence}\n}\n\n"
            "@book{b,\n  title = {Of rights = {x}}\n}\n\n"
            "@misc{c,\n  rights = {}\n}\n@misc{d,\n  rights = { },\n  note = {Later}\n}\n"
            '@misc{e, rights = ""}\n@misc{f, copyrights = {MIT}}\n@misc{g, title = {G}}\n@book{h, rights = {BSD}}\n'
        )
        words = "error: '{}' does not say under which rights its source is published"
        lines = [f"one.bib:{line}: {words.format(key)}" for key, line in zip("bcdefg", (5, 9, 12, 16, 17, 18))]
        self.assertEqual(self.find(text), (1, lines))

    def test_a_key_that_stands_there_twice_is_told(self) -> None:
        text = "".join(f"@misc{{{key}, rights = {{MIT}}}}\n" for key in "abcab")
        self.assertEqual(
            self.find(text), (1, [f"one.bib:{line}: error: '{key}' stands there twice" for line, key in ((4, "a"), (5, "b"))])
        )

    def test_comments_and_strings_are_no_entries(self) -> None:
        text = "@string{acm = {ACM}}\n@Comment{nothing}\n% of rights\n@book{a,\n  rights = {MIT licence}\n}\n"
        self.assertEqual(self.find(text), (0, []))

    def test_a_file_without_entries_is_a_fault(self) -> None:
        self.assertEqual(self.find("% nothing\n"), (1, ["one.bib:1: error: no entry there"]))


if __name__ == "__main__":
    unittest.main()
